/** The script for zsh: one function for each command that calls `_arguments`. It works autoloaded from fpath and sourced. */

import { allCommands, type CommandModel, grouped, type OperandModel, type OptionModel, type Value } from './model.ts';

export function zshScript(program: CommandModel): string {
  const commands = allCommands(program);
  const specs = grouped(commands.flatMap(({ path, options }) => options.map((option) => [optionSpec(option), path])));
  const common = specs.filter(([, paths]) => paths.length === commands.length).map(([spec]) => spec);
  const below = commands.filter((command) => command !== program);
  const bodies = grouped(below.map((command) => [bodyOf(command, common), functionName(command)]));
  return [
    '#compdef reporting',
    '# Completes the command lines of reporting in zsh. Made by `reporting completion zsh`.',
    '',
    `_reporting() {\n  local _reporting_line="\${words[1,CURRENT-1]} $PREFIX"\n${assignment('_reporting_common', common)}\n${bodyOf(program, common)}\n}\n`,
    ...bodies.map(([body, names]) => `${names.join(' ')}() {\n${body}\n}`),
    `\n${ZSH_CODE}`,
  ].join('\n');
}

/** The body of a command's function. `_reporting` sets the array of the `common` options. */
function bodyOf(command: CommandModel, common: readonly string[]): string {
  const options = command.options.map(optionSpec).filter((spec) => !common.includes(spec));
  if (command.commands.length === 0) {
    return call('  _arguments -s -S', ['$_reporting_common', ...options, ...command.operands.map(operandSpec)]);
  }
  const described = command.commands.map(({ name, summary }) => quoted(`${name}:${summary}`));
  const names = command.commands.map(({ name }) => name);
  const operands = [quoted('(-)1:command:->command'), quoted('(-)*::operand:->rest')];
  return [
    '  local curcontext=$curcontext state state_descr line ret=1',
    '  local -A opt_args',
    assignment('below', described),
    call('  _arguments -C -s -S', ['$_reporting_common', ...options, ...operands]),
    '  ret=$?',
    '  case $state in',
    '    command) _describe -t commands command below && ret=0 ;;',
    '    rest)',
    '      case $words[1] in',
    `        ${names.join('|')}) ${functionName(command)}-$words[1] ;;`,
    '      esac',
    '      ret=$?',
    '      ;;',
    '  esac',
    '  return ret',
  ].join('\n');
}

function assignment(name: string, words: readonly string[]): string {
  return [`  local -a ${name}=(`, ...words.map((word) => `    ${word}`), '  )'].join('\n');
}

/** One word of the shell: both names of an option share their exclusions, summary and value. */
function optionSpec({ flags, summary, value, isRepeatable, excludes }: OptionModel): string {
  const others = isRepeatable ? excludes : [...flags, ...excludes];
  const exclusion = others.length > 1 || isRepeatable === (others.length === 1) ? `(${others.join(' ')})` : '';
  const taken = value === undefined ? '' : `:${escaped(value.name, ':\\')}:${actionOf(value)}`;
  const joint = (flag: string): string => (value === undefined ? '' : flag.startsWith('--') ? '=' : '+');
  const names = flags.map((flag) => flag + joint(flag));
  const [start, end] = [`${exclusion}${isRepeatable ? '*' : ''}`, `[${escaped(summary, '[]\\')}]${taken}`];
  return names.length === 1 ? quoted(start + names[0]! + end) : `${quoted(start)}{${names.join(',')}}${quoted(end)}`;
}

function operandSpec({ value, isVariadic }: OperandModel, index: number): string {
  return quoted(`${isVariadic ? '*' : index + 1}:${escaped(value.name, ':\\')}:${actionOf(value)}`);
}

function actionOf({ kind, words }: Value): string {
  switch (kind) {
    case 'words':
      return `(${words.join(' ')})`;
    case 'file':
      return '_reporting_files';
    case 'directory':
      return '_reporting_files -/';
    case 'nothing':
      return ' ';
    default:
      return '_reporting_ask';
  }
}

/** `_reporting-config-set` for `reporting config set`. The fixed functions below have no hyphens in their names. */
function functionName({ path }: CommandModel): string {
  return `_${path.replaceAll(' ', '-')}`;
}

function call(command: string, words: readonly string[]): string {
  return [command, ...words].join(' \\\n    ');
}

function escaped(text: string, characters: string): string {
  return [...text].map((character) => (characters.includes(character) ? `\\${character}` : character)).join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The functions that offer values other than words, and the code that runs first. They never expand or evaluate typed text. */
const ZSH_CODE = `_reporting_files() {
  # _files runs command substitutions before a slash.
  [[ $PREFIX$SUFFIX == *(\\\`|\\$[\\(\\{\\[])* ]] || _files "$@"
}

# Offers the values that the program has for the end of the line.
_reporting_ask() {
  local kind value name expl fd
  local -a names options
  # On stdin, zsh would ignore the limit of read -t.
  exec {fd}< <(command reporting __complete "$_reporting_line" 2>/dev/null </dev/null)
  if IFS=$'\\t' read -r -t 3 -u $fd kind value; then
    while IFS= read -r -t 3 -u $fd name; do
      names+=("$name")
    done
  fi
  exec {fd}<&-
  if [[ $kind == directory ]]; then
    _reporting_files "$@" -/
    return
  fi
  [[ $kind == list ]] && options=(-q -S ,)
  _wanted values expl value compadd $options "$@" -a names
}

if [[ $funcstack[1] == _reporting ]]; then
  _reporting "$@"
elif (( $+functions[compdef] )); then
  compdef _reporting reporting
else
  print -u2 'reporting: load the completion system before its completion: autoload -Uz compinit && compinit'
fi
`;
