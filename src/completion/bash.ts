/**
 * The script for bash 4.2 and later, with or without the package bash-completion. It consists of tables made from the program, and
 * of fixed code that reads them.
 */

import { allCommands, type CommandModel, grouped, valueFlags, valuePatterns } from './model.ts';
import type { Value } from './values.ts';

export function bashScript(program: CommandModel): string {
  const commands = allCommands(program);
  const steps = commands.flatMap(({ path, commands: below }) =>
    below.flatMap(({ name, aliases, path: led }) => [
      [`${path} ${name}`, 'path+=" $1"'],
      ...aliases.map((alias) => [`${path} ${alias}`, `path=${quoted(led)}`]),
    ]),
  );
  const offers = commands.map(({ path, commands: below, options }) => [
    path,
    [
      ...(below.length === 0 ? [] : [`commands=${array(below.map(({ name }) => name))}`]),
      `options=${array(options.flatMap(({ flags }) => flags))}`,
    ].join('\n'),
  ]);
  const flags = valueFlags(program).map((flag) => [flag, 'return 0']);
  const values = valuePatterns(program).map(([pattern, value]) => [pattern, assignments(value)]);
  const operands = commands.flatMap(({ path, operands: taken }) =>
    taken.map(({ value, isVariadic }, index) => [`${path} ${isVariadic ? '*' : index}`, assignments(value)]),
  );
  return [
    '# shellcheck shell=bash',
    '# Completes the command lines of reporting in bash 4.2 and later. Made by `reporting completion bash`.',
    '',
    '# The subcommand with the name $1 of the command at $path.',
    lookUp('_reporting_step', '$path $1', steps, 'return 1'),
    '# The subcommands and options of the command at $path.',
    lookUp('_reporting_offers', '$path', offers),
    '# Whether a flag takes a value.',
    lookUp('_reporting_takes_value', '$1', flags, 'return 1'),
    '# The value that a flag of the command at $path takes.',
    lookUp('_reporting_value', '$path $1', values),
    '# The value that the command at $path takes as operand number $1, from 0.',
    lookUp('_reporting_operand', '$path $1', operands, 'return 1'),
    BASH_CODE,
  ].join('\n');
}

function assignments({ kind, words, isList }: Value): string {
  const lines = [
    `kind='${kind}'`,
    ...(kind === 'words' ? [`words=${array(words)}`] : []),
    ...(isList ? ['list=1'] : []),
  ];
  return lines.join('\n');
}

/** A shell function that runs the body of the first pattern that matches `subject`. */
function lookUp(
  name: string,
  subject: string,
  entries: readonly (readonly string[])[],
  otherwise?: string,
): string {
  const cases = grouped(entries.map(([pattern = '', body = '']) => [body, pattern]));
  const lines = cases.flatMap(([body, patterns]) => [
    `    ${patterns.map(pattern).join(' | ')})`,
    ...body.split('\n').map((line) => `      ${line}`),
    '      ;;',
  ]);
  const rest = otherwise === undefined ? [] : [`    *) ${otherwise} ;;`];
  return [`${name}() {`, `  case "${subject}" in`, ...lines, ...rest, '  esac', '}', ''].join('\n');
}

/** A shell pattern for `text`. A star at its start or end stays a wildcard; everything else is literal. */
function pattern(text: string): string {
  const [, first, literal = '', last] = /^(\*?)(.*?)(\*?)$/.exec(text)!;
  return `${first}${quoted(literal)}${last}`;
}

function array(words: readonly string[]): string {
  return `(${words.map(quoted).join(' ')})`;
}

function quoted(text: string): string {
  return /^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The code that reads the tables. It never expands or evaluates typed words or profile names: no `eval`, no `compgen -W`. It
 * uses only features of bash 4.2.
 */
const BASH_CODE = `# Offers the words that begin with the typed text. Bash replaces only the text after the last character of COMP_WORDBREAKS.
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

# Offers the values that _reporting_value or _reporting_operand has set.
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
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

_reporting() {
  local path=reporting flag='' kind=nothing list='' head='' kept='' listed='' value
  local line=\${COMP_LINE:0:COMP_POINT} word blank index last=-1 operands=0 literal='' cluster
  local operator='^([0-9]*|&)[<>]+[&|]?'
  local -a typed=() commands=() options=() words=()
  COMPREPLY=()

  # Bash splits words at the characters of COMP_WORDBREAKS, such as = and :. Join them again.
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
      # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
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
