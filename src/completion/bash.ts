/**
 * The script for bash 4.2 and later, with or without the package bash-completion. It consists of tables made from the program, and
 * of fixed code that reads them.
 */

import { allCommands, type CommandModel, grouped, valueFlags } from './model.ts';

export function bashScript(program: CommandModel): string {
  const commands = allCommands(program);
  const steps = commands.slice(1).map(({ path }) => [path, 'path+=" $1"']);
  const offers = commands.map(({ path, commands: below, options }) => [
    path,
    [
      ...(below.length === 0 ? [] : [`commands=${array(below.map(({ name }) => name))}`]),
      `options=${array(options.flatMap(({ flags }) => flags))}`,
    ].join('\n'),
  ]);
  const flags = valueFlags(program).map((flag) => [flag, 'return 0']);
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
    BASH_CODE,
  ].join('\n');
}

/** A shell function that runs the body of the first pattern that matches `subject`. */
function lookUp(name: string, subject: string, entries: readonly (readonly string[])[], otherwise?: string): string {
  const cases = grouped(entries.map(([pattern = '', body = '']) => [body, pattern]));
  const lines = cases.flatMap(([body, patterns]) => [
    `    ${patterns.map(quoted).join(' | ')})`,
    `${body.replace(/^/gm, ' '.repeat(6))} ;;`,
  ]);
  const rest = otherwise === undefined ? [] : [`    *) ${otherwise} ;;`];
  return [`${name}() {`, `  case "${subject}" in`, ...lines, ...rest, '  esac', '}', ''].join('\n');
}

function array(words: readonly string[]): string {
  return `(${words.map(quoted).join(' ')})`;
}

function quoted(text: string): string {
  return /^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The code that reads the tables. It never expands or evaluates typed words or values: no `eval`, no `compgen -W`. It uses only
 * features of bash 4.2.
 */
const BASH_CODE = `# Offers the words that begin with the typed text.
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
    IFS=$'\\t' read -r -t 3 kind value || return
    while IFS= read -r -t 3 word; do
      COMPREPLY+=("\${typed%"$value"}$word")
    done
  } < <(command reporting __complete "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $kind in
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

_reporting() {
  local path=reporting typed=$2 last=\${COMP_WORDS[COMP_CWORD - 1]} literal='' index
  local -a commands=() options=()
  COMPREPLY=()
  if [[ $last == *[\\<\\>]* ]]; then
    compopt -o default
    return
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ \${COMP_WORDS[index]} == -- ]] && literal=1
    _reporting_step "\${COMP_WORDS[index]}"
  done
  _reporting_offers
  if [[ $last != = ]] && ! _reporting_takes_value "$last"; then
    if [[ $typed != -* ]]; then
      _reporting_offer "\${commands[@]}"
    elif [[ ! $literal ]]; then
      _reporting_offer "\${options[@]}"
    fi
  fi
  ((\${#COMPREPLY[@]} > 0)) || _reporting_ask
}

complete -F _reporting reporting
`;
