/** What the script for zsh offers besides words, and how it is loaded. Nothing that was typed is expanded or evaluated. */
export const ZSH_CODE = `_reporting_files() {
  # By itself _files carries out command substitutions in front of a slash.
  [[ $PREFIX$SUFFIX == *(\\\`|\\$[\\(\\{\\[])* ]] || _files "$@"
}

_reporting_profiles() {
  local name expl fd
  local -a names
  # Read from stdin, zsh would wait as long as it takes.
  exec {fd}< <(command reporting profiles list --format names 2>/dev/null </dev/null)
  while IFS= read -r -t 3 -u $fd name; do
    [[ $name == *[^A-Za-z0-9._-]* ]] || names+=("$name")
  done
  exec {fd}<&-
  names=("\${(@)names:|_reporting_listed}")
  _wanted profiles expl profile compadd "$@" -a names
}

_reporting_profile_list() {
  local -a _reporting_listed
  compset -P '*,' && _reporting_listed=(\${(s:,:)IPREFIX##*=})
  compset -S ',*'
  _reporting_profiles -q -S , "$@"
}

_reporting_time_zones() {
  local country place zone rest expl file=/usr/share/zoneinfo/zone.tab
  local -a zones=(UTC)
  if [[ -r $file ]]; then
    while IFS=$'\\t' read -r country place zone rest; do
      [[ $country == '#'* ]] || zones+=("$zone")
    done <$file
  fi
  _wanted time-zones expl 'time zone' compadd "$@" -a zones
}

if [[ $funcstack[1] == _reporting ]]; then
  _reporting "$@"
elif (( $+functions[compdef] )); then
  compdef _reporting reporting
else
  print -u2 'reporting: load the completion system before its completion: autoload -Uz compinit && compinit'
fi
`;
