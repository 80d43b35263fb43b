# shellcheck shell=bash
# Completes the command lines of reporting in bash 4.2 and later. Made by `reporting completion bash`.

# The subcommand with the name $1 of the command at $path.
_reporting_step() {
  case "$path $1" in
    'reporting revenue' | 'reporting domains' | 'reporting columns' | 'reporting raw' | 'reporting sync' | 'reporting verify' | 'reporting login' | 'reporting logout' | 'reporting whoami' | 'reporting profiles' | 'reporting config' | 'reporting config list' | 'reporting config get' | 'reporting config set' | 'reporting config unset' | 'reporting doctor' | 'reporting sandbox' | 'reporting completion' | 'reporting help')
      path+=" $1" ;;
    *) return 1 ;;
  esac
}

# The subcommands and options of the command at $path.
_reporting_offers() {
  case "$path" in
    reporting)
      commands=(revenue domains columns raw sync verify login logout whoami profiles config doctor sandbox completion help)
      options=(-V --version -q --quiet -v --verbose --no-color --error-format -h --help) ;;
    'reporting revenue' | 'reporting domains')
      options=(--from --to -p --period --timezone --where -g --group-by --by --sum --avg --min --max --count --ratio --share --compare --having --alert --pivot --top --sort -n --limit --columns -f --format -o --output --all-digits --wide --delimiter --strict --allow --date-column --windows --window-columns --concurrency --retry-for --timeout --resume --dry-run --wait --profile --all-profiles --sandbox --input -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting columns')
      options=(--from --to -p --period --timezone --where -f --format -o --output --wide --delimiter --strict --allow --date-column --windows --concurrency --retry-for --timeout --resume --dry-run --profile --all-profiles --sandbox --input -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting raw')
      options=(--from --to -p --period --timezone --wire -o --output --strict --allow --date-column --windows --concurrency --retry-for --timeout --resume --dry-run --profile --all-profiles --sandbox -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting sync')
      options=(--from --to -f --format --lookback --type --timezone --max-drop --force --strict --allow --date-column --dry-run --concurrency --retry-for --timeout --profile --all-profiles --sandbox -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting verify' | 'reporting config get' | 'reporting config set' | 'reporting config unset' | 'reporting completion' | 'reporting help')
      options=(-h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting login')
      options=(--profile --base-url --client-id --token-stdin --token-file --token-command --ca-file --insecure-http --timezone --week-start --end-date --date-column --allow --no-verify -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting logout')
      options=(--profile -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting whoami')
      options=(--check -f --format --profile -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting profiles')
      options=(-f --format --check --timeout -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting config')
      commands=(list get set unset)
      options=(-h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting config list')
      options=(-f --format -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting doctor')
      options=(-f --format --timeout --profile --sandbox -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
    'reporting sandbox')
      options=(--port --seed --latency --fault --domain-dates --exclusive-end --currencies -h --help -V --version -q --quiet -v --verbose --no-color --error-format) ;;
  esac
}

# Whether a flag takes a value.
_reporting_takes_value() {
  case "$1" in
    --error-format | --from | --to | -p | --period | --timezone | --where | -g | --group-by | --by | --sum | --avg | --min | --max | --ratio | --share | --compare | --having | --alert | --pivot | --top | --sort | -n | --limit | --columns | -f | --format | -o | --output | --delimiter | --allow | --date-column | --windows | --concurrency | --retry-for | --timeout | --wait | --profile | --input | --wire | --lookback | --type | --max-drop | --force | --base-url | --client-id | --token-file | --token-command | --ca-file | --week-start | --end-date | --port | --seed | --latency | --fault)
      return 0 ;;
    *) return 1 ;;
  esac
}

# Offers the words that begin with the typed text.
_reporting_offer() {
  local word
  for word; do
    [[ $word == "$typed"* ]] && COMPREPLY+=("$word")
  done
}

# Asks the program for the values that fit at the cursor. They replace the end of the typed text.
_reporting_ask() {
  local kind='' value='' word
  {
    IFS=$'\t' read -r -t 3 kind value || return
    while IFS= read -r -t 3 word; do
      COMPREPLY+=("${typed%"$value"}$word")
    done
  } < <(command reporting __complete "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $kind in
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

_reporting() {
  local path=reporting typed=$2 last=${COMP_WORDS[COMP_CWORD - 1]} literal='' index
  local -a commands=() options=()
  COMPREPLY=()
  if [[ $last == *[\<\>]* ]]; then
    compopt -o default
    return
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ ${COMP_WORDS[index]} == -- ]] && literal=1
    _reporting_step "${COMP_WORDS[index]}"
  done
  _reporting_offers
  if [[ $last != = ]] && ! _reporting_takes_value "$last"; then
    if [[ $typed != -* ]]; then
      _reporting_offer "${commands[@]}"
    elif [[ ! $literal ]]; then
      _reporting_offer "${options[@]}"
    fi
  fi
  ((${#COMPREPLY[@]} > 0)) || _reporting_ask
}

complete -F _reporting reporting
