# shellcheck shell=bash
# Completes the command lines of reporting in bash 4.2 and later. Made by `reporting completion bash`.

# The subcommand with the name $1 of the command at $path.
_reporting_step() {
  case "$path $1" in
    'reporting revenue' | 'reporting domains' | 'reporting columns' | 'reporting raw' | 'reporting sync' | 'reporting verify' | 'reporting login' | 'reporting logout' | 'reporting whoami' | 'reporting profiles' | 'reporting config' | 'reporting doctor' | 'reporting sandbox' | 'reporting completion' | 'reporting help' | 'reporting profiles list' | 'reporting profiles use' | 'reporting profiles rename' | 'reporting profiles remove' | 'reporting config list' | 'reporting config get' | 'reporting config set' | 'reporting config unset' | 'reporting config set format' | 'reporting config set timezone' | 'reporting config set concurrency' | 'reporting config set profile' | 'reporting config set strict' | 'reporting config set human' | 'reporting config set period' | 'reporting config set week-start' | 'reporting config set max-rows')
      path+=" $1"
      ;;
    *) return 1 ;;
  esac
}

# The subcommands and options of the command at $path.
_reporting_offers() {
  case "$path" in
    reporting)
      commands=(revenue domains columns raw sync verify login logout whoami profiles config doctor sandbox completion help)
      options=(-V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format -h --help)
      ;;
    'reporting revenue' | 'reporting domains')
      options=(--from --to -p --period --include-today --week-start --timezone --where -g --group-by --by --trend --sum --min --max --avg --count --compare --ratio --share --delta --running --moving-avg --having --top --pivot --sort -n --limit --totals --rename -f --format -o --output --title --columns --max-rows --human --no-human --wide --no-pager --excel --delimiter --decimal-comma --fail-empty --fail-gaps --expect-columns --date-column --strict --no-strict --ignore-members --window-days --windows --end-date --by-day --window-columns --concurrency --retry-for --retries --timeout --resume --dry-run --explain --profile --all-profiles --base-url --client-id --token-file --insecure-http --ca-file --sandbox --seed --latency --fault --domain-dates --exclusive-end --replay -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting columns')
      options=(--from --to -p --period --include-today --week-start --timezone --where -f --format -o --output --title --max-rows --wide --no-pager --excel --delimiter --decimal-comma --fail-empty --fail-gaps --expect-columns --date-column --strict --no-strict --ignore-members --window-days --windows --end-date --concurrency --retry-for --retries --timeout --resume --dry-run --profile --all-profiles --base-url --client-id --token-file --insecure-http --ca-file --sandbox --seed --latency --fault --domain-dates --exclusive-end --replay -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting raw')
      options=(--from --to -p --period --include-today --week-start --timezone --wire -o --output --unchecked --date-column --strict --no-strict --ignore-members --window-days --windows --end-date --concurrency --retry-for --retries --timeout --resume --dry-run --profile --all-profiles --base-url --client-id --token-file --insecure-http --ca-file --sandbox --seed --latency --fault --domain-dates --exclusive-end -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting sync')
      options=(--from --to -f --format --lookback --type --timezone --end-date --set-up --reconfigure --max-drop --accept --date-column --strict --no-strict --ignore-members --dry-run --shard --wait --concurrency --retry-for --retries --timeout --profile --all-profiles --base-url --client-id --token-file --insecure-http --ca-file --sandbox --seed --latency --fault --domain-dates --exclusive-end -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting verify' | 'reporting profiles use' | 'reporting profiles rename' | 'reporting profiles remove' | 'reporting config get' | 'reporting config set format' | 'reporting config set timezone' | 'reporting config set concurrency' | 'reporting config set profile' | 'reporting config set strict' | 'reporting config set human' | 'reporting config set period' | 'reporting config set week-start' | 'reporting config set max-rows' | 'reporting config unset' | 'reporting completion' | 'reporting help')
      options=(-h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting login')
      options=(--profile --base-url --client-id --token-stdin --token-file --timezone --end-date --date-column --ignore-members --no-verify --insecure-http --ca-file -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting logout')
      options=(--profile -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting whoami')
      options=(--check -f --format --profile --base-url --client-id --token-file --insecure-http --ca-file -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting profiles')
      commands=(list use rename remove)
      options=(-h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting profiles list')
      options=(-f --format --check --timeout --insecure-http --ca-file -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting config')
      commands=(list get set unset)
      options=(-h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting config list')
      options=(-f --format -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting config set')
      commands=(format timezone concurrency profile strict human period week-start max-rows)
      options=(-h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting doctor')
      options=(-f --format --timeout --profile --base-url --client-id --token-file --insecure-http --ca-file --sandbox -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
    'reporting sandbox')
      options=(--port --seed --latency --fault --domain-dates --exclusive-end -h --help -V --version -q --quiet -v --verbose --debug --no-progress --no-color --error-format)
      ;;
  esac
}

# Whether a flag takes a value.
_reporting_takes_value() {
  case "$1" in
    --error-format | --from | --to | -p | --period | --week-start | --timezone | --where | -g | --group-by | --by | --sum | --min | --max | --avg | --compare | --ratio | --share | --delta | --running | --moving-avg | --having | --top | --pivot | --sort | -n | --limit | --rename | -f | --format | -o | --output | --title | --columns | --max-rows | --delimiter | --expect-columns | --date-column | --ignore-members | --window-days | --windows | --end-date | --concurrency | --retry-for | --retries | --timeout | --explain | --profile | --base-url | --client-id | --token-file | --ca-file | --seed | --latency | --fault | --replay | --wire | --lookback | --type | --max-drop | --accept | --shard | --wait | --port)
      return 0
      ;;
    *) return 1 ;;
  esac
}

# The value that a flag of the command at $path takes.
_reporting_value() {
  case "$path $1" in
    *' --error-format' | 'reporting whoami -f' | 'reporting whoami --format' | 'reporting config list -f' | 'reporting config list --format' | 'reporting doctor -f' | 'reporting doctor --format')
      kind='words'
      words=(text json)
      ;;
    *' --from')
      kind='words'
      words=(today yesterday 7d 2w 3m 1y)
      ;;
    *' --to')
      kind='words'
      words=(today yesterday)
      ;;
    *' -p' | *' --period')
      kind='words'
      words=(today yesterday this-week last-week this-month last-month this-quarter last-quarter this-year last-year wtd mtd qtd ytd q1 q2 q3 q4 last-7-days last-30-days last-90-days last-4-weeks last-3-months last-12-months)
      ;;
    *' --week-start')
      kind='words'
      words=(monday tuesday wednesday thursday friday saturday sunday)
      ;;
    *' --timezone')
      kind='time-zone'
      ;;
    *' --by' | *' --pivot')
      kind='words'
      words=(day week month quarter year weekday)
      ;;
    *' --compare')
      kind='words'
      words=(previous year today yesterday this-week last-week this-month last-month this-quarter last-quarter this-year last-year wtd mtd qtd ytd q1 q2 q3 q4)
      ;;
    'reporting revenue -f' | 'reporting revenue --format' | 'reporting domains -f' | 'reporting domains --format')
      kind='words'
      words=(table csv tsv json ndjson markdown chart html parquet)
      ;;
    'reporting revenue -o' | 'reporting revenue --output' | *' --token-file' | *' --ca-file' | 'reporting domains -o' | 'reporting domains --output' | 'reporting columns -o' | 'reporting columns --output')
      kind='file'
      ;;
    *' --delimiter')
      kind='words'
      words=(comma semicolon tab pipe)
      ;;
    *' --windows')
      kind='words'
      words=(month)
      ;;
    *' --end-date')
      kind='words'
      words=(inclusive exclusive)
      ;;
    *' --retry-for')
      kind='words'
      words=(90s 10m 30m 2h)
      ;;
    *' --explain')
      kind='words'
      words=(sh)
      ;;
    'reporting revenue --profile' | 'reporting domains --profile' | 'reporting columns --profile' | 'reporting raw --profile' | 'reporting sync --profile')
      kind='profile'
      list=1
      ;;
    *' --fault')
      kind='words'
      words=(reset hang cut stall slow garbage empty rate-limit 429 500 503)
      ;;
    *' --replay' | 'reporting raw -o' | 'reporting raw --output')
      kind='directory'
      ;;
    'reporting columns -f' | 'reporting columns --format')
      kind='words'
      words=(table csv tsv json ndjson markdown html parquet)
      ;;
    *' --wire')
      kind='words'
      words=(json csv)
      ;;
    'reporting sync -f' | 'reporting sync --format')
      kind='words'
      words=(parquet csv)
      ;;
    *' --lookback')
      kind='words'
      words=(35d 60d 90d)
      ;;
    *' --wait')
      kind='words'
      words=(0 5m 30m)
      ;;
    'reporting login --profile' | 'reporting logout --profile' | 'reporting whoami --profile' | 'reporting doctor --profile')
      kind='profile'
      ;;
    'reporting profiles list -f' | 'reporting profiles list --format')
      kind='words'
      words=(text json names)
      ;;
  esac
}

# The value that the command at $path takes as operand number $1, from 0.
_reporting_operand() {
  case "$path $1" in
    'reporting columns 0' | 'reporting raw 0')
      kind='words'
      words=(revenue domains)
      ;;
    'reporting sync 0')
      kind='words'
      words=(revenue domains status)
      ;;
    'reporting sync 1' | 'reporting verify 0')
      kind='directory'
      ;;
    'reporting profiles use 0' | 'reporting profiles rename 0' | 'reporting profiles remove '* | 'reporting config set profile 0')
      kind='profile'
      ;;
    'reporting profiles rename 1' | 'reporting config set concurrency 0' | 'reporting config set max-rows 0')
      kind='nothing'
      ;;
    'reporting config get 0' | 'reporting config unset 0')
      kind='words'
      words=(format timezone concurrency profile strict human period week-start max-rows)
      ;;
    'reporting config set format 0')
      kind='words'
      words=(table csv tsv json ndjson markdown chart html parquet)
      ;;
    'reporting config set timezone 0')
      kind='time-zone'
      ;;
    'reporting config set strict 0' | 'reporting config set human 0')
      kind='words'
      words=(true false)
      ;;
    'reporting config set period 0')
      kind='words'
      words=(today yesterday this-week last-week this-month last-month this-quarter last-quarter this-year last-year wtd mtd qtd ytd q1 q2 q3 q4)
      ;;
    'reporting config set week-start 0')
      kind='words'
      words=(monday tuesday wednesday thursday friday saturday sunday)
      ;;
    'reporting completion 0')
      kind='words'
      words=(bash zsh fish powershell)
      ;;
    'reporting help 0')
      kind='words'
      words=(revenue domains columns raw sync verify login logout whoami profiles config doctor sandbox completion dates formats clients environment exit-codes)
      ;;
    *) return 1 ;;
  esac
}

# Offers the words that begin with the typed text. Bash replaces only the text after the last character of COMP_WORDBREAKS.
_reporting_offer() {
  local word
  for word; do
    [[ $word == "$value"* && ,$listed != *",$word,"* ]] || continue
    word=$head$word
    COMPREPLY+=("${word#"$kept"}")
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
  while IFS=$'\t' read -r country place zone rest; do
    [[ $country == '#'* ]] || _reporting_offer "$zone"
  done </usr/share/zoneinfo/zone.tab
}

# Offers the values that _reporting_value or _reporting_operand has set.
_reporting_offer_value() {
  if [[ $value == [\"\']* ]]; then
    head+=${value:0:1}
    value=${value:1}
  fi
  if [[ $list && $value == *,* ]]; then
    listed=${value%,*},
    head+=$listed
    value=${value##*,}
  fi
  case $kind in
    words) _reporting_offer "${words[@]}" ;;
    profile) _reporting_profiles ;;
    time-zone) _reporting_time_zones ;;
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

_reporting() {
  local path=reporting flag='' kind=nothing list='' head='' kept='' listed='' value
  local line=${COMP_LINE:0:COMP_POINT} word blank index last=-1 operands=0 literal='' cluster
  local operator='^([0-9]*|&)[<>]+[&|]?'
  local -a typed=() commands=() options=() words=()
  COMPREPLY=()

  # Bash splits words at the characters of COMP_WORDBREAKS, such as = and :. Join them again.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    blank=${line%%[! $'\t\n']*}
    line=${line#"$blank"}
    ((index == COMP_CWORD)) && word=$line
    if [[ $blank || $last -lt 0 ]]; then
      ((++last))
      typed[last]=$word
    else
      typed[last]+=$word
    fi
    line=${line#"$word"}
  done

  for ((index = 1; index < last; index++)); do
    word=${typed[index]}
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
      # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
      for ((cluster = 1; cluster < ${#word}; cluster++)); do
        _reporting_takes_value "-${word:cluster:1}" || continue
        ((cluster == ${#word} - 1)) && flag=-${word:cluster:1}
        break
      done
    fi
  done

  word=${typed[last]}
  if [[ $word =~ $operator || ( $last -gt 1 && ${typed[last - 1]} =~ $operator$ ) ]]; then
    compopt -o default
    return
  fi
  kept=${word%"$2"}
  [[ $word == *"$2" ]] || return
  value=$word
  if [[ ! $flag && ! $literal && $word == --*=* ]]; then
    flag=${word%%=*}
    value=${word#*=}
    head=$flag=
  elif [[ ! $flag && ! $literal && $word == -[!-]?* ]] && _reporting_takes_value "${word:0:2}"; then
    flag=${word:0:2}
    value=${word:2}
    head=$flag
  fi
  if [[ $flag ]]; then
    _reporting_value "$flag"
    _reporting_offer_value
    return
  fi

  _reporting_offers
  if [[ ! $literal && $word == -* ]]; then
    _reporting_offer "${options[@]}"
  elif ((operands == 0 && ${#commands[@]} > 0)); then
    _reporting_offer "${commands[@]}"
  elif _reporting_operand "$operands"; then
    _reporting_offer_value
  elif [[ ! $literal ]]; then
    _reporting_offer "${options[@]}"
  fi
}

complete -F _reporting reporting
