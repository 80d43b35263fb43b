/**
 * What the script for bash does with its tables. No word that was typed, and no name of a profile, is ever expanded or
 * evaluated: no `eval`, no `compgen -W`. It takes nothing that came after bash 4.2.
 */
export const BASH_CODE = `# Offers the words that begin with what was typed. Bash replaces only what is behind the last character of COMP_WORDBREAKS.
_reporting_offer() {
  local word
  for word; do
    [[ $word == "$value"* && ,$listed != *",$word,"* ]] || continue
    word=$head$word
    COMPREPLY+=("\${word#"$kept"}")
  done
}

_reporting_profiles() {
  local name
  while IFS= read -r -t 3 name; do
    [[ $name == *[!A-Za-z0-9._-]* ]] || _reporting_offer "$name"
  done < <(command reporting profiles list --format names 2>/dev/null </dev/null)
}

_reporting_time_zones() {
  local country place zone rest
  _reporting_offer UTC
  [[ -r /usr/share/zoneinfo/zone.tab ]] || return
  # shellcheck disable=SC2034
  while IFS=$'\\t' read -r country place zone rest; do
    [[ $country == '#'* ]] || _reporting_offer "$zone"
  done </usr/share/zoneinfo/zone.tab
}

# Offers what _reporting_value or _reporting_operand said.
_reporting_offer_value() {
  if [[ $value == [\\"\\']* ]]; then
    head+=\${value:0:1}
    value=\${value:1}
  fi
  if [[ $list && $value == *,* ]]; then
    listed=\${value%,*},
    head+=$listed
    value=\${value##*,}
  fi
  case $kind in
    words) _reporting_offer "\${words[@]}" ;;
    profile) _reporting_profiles ;;
    time-zone) _reporting_time_zones ;;
    # Bash itself knows best how names of files are quoted.
    file) compopt -o default ;;
  esac
}

_reporting() {
  local path=reporting flag='' kind=nothing list='' head='' kept='' listed='' value
  local line=\${COMP_LINE:0:COMP_POINT} word blank index last=-1 operands=0 literal='' cluster
  local operator='^([0-9]*|&)[<>]+[&|]?'
  local -a typed=() commands=() options=() words=()
  COMPREPLY=()

  # Bash takes words apart at the characters of COMP_WORDBREAKS, such as = and :. They are put together again.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    blank=\${line%%[! $'\\t\\n']*}
    line=\${line#"$blank"}
    ((index == COMP_CWORD)) && word=$line
    if [[ $blank || $last -lt 0 ]]; then
      ((++last))
      typed[last]=$word
    else
      typed[last]+=$word
    fi
    line=\${line#"$word"}
  done

  for ((index = 1; index < last; index++)); do
    word=\${typed[index]}
    if [[ $word =~ $operator$ ]]; then
      ((++index))
    elif [[ $word =~ $operator ]]; then
      continue
    elif [[ $flag ]]; then
      flag=''
    elif [[ $literal || $word != -?* ]]; then
      if ((operands > 0)) || ! _reporting_step "$word"; then ((++operands)); fi
    elif [[ $word == -- ]]; then
      literal=1
    elif [[ $word == --* ]]; then
      _reporting_takes_value "$word" && flag=$word
    else
      # Letters behind one hyphen: the first that takes a value takes the rest, or the next word.
      for ((cluster = 1; cluster < \${#word}; cluster++)); do
        _reporting_takes_value "-\${word:cluster:1}" || continue
        ((cluster == \${#word} - 1)) && flag=-\${word:cluster:1}
        break
      done
    fi
  done

  word=\${typed[last]}
  if [[ $word =~ $operator || ( $last -gt 1 && \${typed[last - 1]} =~ $operator$ ) ]]; then
    compopt -o default
    return
  fi
  kept=\${word%"$2"}
  [[ $word == *"$2" ]] || return
  value=$word
  if [[ ! $flag && ! $literal && $word == --*=* ]]; then
    flag=\${word%%=*}
    value=\${word#*=}
    head=$flag=
  elif [[ ! $flag && ! $literal && $word == -[!-]?* ]] && _reporting_takes_value "\${word:0:2}"; then
    flag=\${word:0:2}
    value=\${word:2}
    head=$flag
  fi
  if [[ $flag ]]; then
    _reporting_value "$flag"
    _reporting_offer_value
    return
  fi

  _reporting_offers
  if [[ ! $literal && $word == -* ]]; then
    _reporting_offer "\${options[@]}"
  elif ((operands == 0 && \${#commands[@]} > 0)); then
    _reporting_offer "\${commands[@]}"
  elif _reporting_operand "$operands"; then
    _reporting_offer_value
  elif [[ ! $literal ]]; then
    _reporting_offer "\${options[@]}"
  fi
}

complete -F _reporting reporting
`;
