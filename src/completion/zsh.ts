/** The script for zsh: a function a command around `_arguments`, whether autoloaded out of fpath or sourced. */

import { grouped } from './grouped.ts';
import { allCommands, type CommandModel, type OperandModel, type OptionModel } from './model.ts';
import type { Value } from './values.ts';
import { ZSH_CODE } from './zsh-code.ts';

export function zshScript(program: CommandModel): string {
  const commands = allCommands(program);
  const specs = grouped(
    commands.flatMap(({ path, options }) => options.flatMap(optionSpecs).map((spec) => [spec, path])),
  );
  const common = specs.filter(([, paths]) => paths.length === commands.length).map(([spec]) => spec);
  const below = commands.filter((command) => command !== program);
  const bodies = grouped(below.map((command) => [bodyOf(command, common), functionName(command)]));
  return [
    '#compdef reporting',
    '# Completes the command lines of reporting in zsh. Made by `reporting completion zsh`.',
    '',
    `_reporting() {\n${assignment('_reporting_common', common)}\n${bodyOf(program, common)}\n}\n`,
    ...bodies.map(([body, names]) => `${names.join(' ')}() {\n${body}\n}\n`),
    ZSH_CODE,
  ].join('\n');
}

/** What a function does; `common` are the options that `_reporting` has in an array. */
function bodyOf(command: CommandModel, common: readonly string[]): string {
  const options = command.options.flatMap(optionSpecs).filter((spec) => !common.includes(spec));
  if (command.commands.length === 0) {
    return call('  _arguments -s -S', [
      '$_reporting_common',
      ...options,
      ...command.operands.map(operandSpec),
    ]);
  }
  const described = command.commands.map(({ name, summary }) => quoted(`${name}:${summary}`));
  const ways = command.commands.map(
    (each) => `${[each.name, ...each.aliases].join('|')}) ${functionName(each)} ;;`,
  );
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
    ...ways.map((way) => `        ${way}`),
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

function optionSpecs({ flags, summary, value, isRepeatable, excludes }: OptionModel): string[] {
  const others = isRepeatable ? excludes : [...flags, ...excludes];
  const exclusion =
    others.length > 1 || isRepeatable === (others.length === 1) ? `(${others.join(' ')})` : '';
  const taken = value === undefined ? '' : `:${escaped(value.name, ':\\')}:${actionOf(value)}`;
  return flags.map((flag) => {
    const joint = value === undefined ? '' : flag.startsWith('--') ? '=' : '+';
    return quoted(
      `${exclusion}${isRepeatable ? '*' : ''}${flag}${joint}[${escaped(summary, '[]\\')}]${taken}`,
    );
  });
}

function operandSpec({ name, value, isVariadic }: OperandModel, index: number): string {
  return quoted(`${isVariadic ? '*' : index + 1}:${escaped(name, ':\\')}:${actionOf(value)}`);
}

function actionOf({ kind, words, isList }: Value): string {
  switch (kind) {
    case 'words':
      return `(${words.join(' ')})`;
    case 'file':
      return '_reporting_files';
    case 'profile':
      return isList ? '_reporting_profile_list' : '_reporting_profiles';
    case 'time-zone':
      return '_reporting_time_zones';
    case 'nothing':
      return ' ';
  }
}

/** `reporting profiles use` as `_reporting-profiles-use`: no name of ours below has a hyphen. */
function functionName({ path }: CommandModel): string {
  return `_${path.replaceAll(' ', '-')}`;
}

function call(command: string, words: readonly string[]): string {
  return [command, ...words].join(' \\\n    ');
}

function escaped(text: string, characters: string): string {
  return [...text]
    .map((character) => (characters.includes(character) ? `\\${character}` : character))
    .join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
