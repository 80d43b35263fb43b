# shellcheck shell=bash
# Completes the command lines of reporting in bash 4.2 and later, with or without the package bash-completion.
# The program says what fits at the cursor. Nothing typed and nothing printed is expanded or evaluated.

_reporting() {
  local kind='' value='' word typed=$2
  COMPREPLY=()
  if [[ ${COMP_WORDS[COMP_CWORD - 1]} == *[\<\>]* ]]; then
    compopt -o default
    return
  fi
  # The words replace the end of the typed text.
  {
    IFS=$'\t' read -r -t 3 kind value || return
    while IFS=$'\t' read -r -t 3 word _; do
      COMPREPLY+=("${typed%"$value"}$word")
    done
  } < <(command reporting __complete "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $kind in
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

complete -F _reporting reporting
