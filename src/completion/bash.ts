/** The script for bash 4.2 and later, with or without the package bash-completion: tables out of the program, and fixed code. */

import { BASH_CODE } from './bash-code.ts';
import { grouped } from './grouped.ts';
import { allCommands, type CommandModel, valueFlags } from './model.ts';
import { valuePatterns } from './value-patterns.ts';
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
    '# The command that a word leads to from the one at $path.',
    lookUp('_reporting_step', '$path $1', steps, 'return 1'),
    '# What the command at $path takes.',
    lookUp('_reporting_offers', '$path', offers),
    '# Whether a flag is followed by a value.',
    lookUp('_reporting_takes_value', '$1', flags, 'return 1'),
    '# What a flag of the command at $path is followed by.',
    lookUp('_reporting_value', '$path $1', values),
    '# What the command at $path takes behind so many other operands.',
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

/** A function that carries out what stands behind the pattern that `subject` is. */
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

/** All of it literally, but for a star at its beginning or end. */
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
