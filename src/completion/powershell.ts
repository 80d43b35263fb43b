/** The script for PowerShell, Windows PowerShell 5.1 too: tables out of the program, and fixed code. */

import { grouped } from './grouped.ts';
import { allCommands, type CommandModel, valueFlags } from './model.ts';
import { POWERSHELL_CODE } from './powershell-code.ts';
import { valuePatterns } from './value-patterns.ts';
import type { Value } from './values.ts';

export function powershellScript(program: CommandModel): string {
  const commands = allCommands(program);
  const steps = commands.flatMap(({ path, commands: below }) =>
    below.flatMap((each) =>
      [each.name, ...each.aliases].map((word) => [`${path} ${word}`, quoted(each.path)]),
    ),
  );
  const names = commands.flatMap(({ path, commands: below }) =>
    below.length === 0 ? [] : [[path, list(below.flatMap(({ name, summary }) => [name, summary]))]],
  );
  const options = commands.map(({ path, options: taken }) => [
    path,
    list(taken.flatMap(({ flags, summary }) => flags.flatMap((flag) => [flag, summary]))),
  ]);
  const values = valuePatterns(program).map(([pattern, value]) => [pattern, members(value)]);
  const operands = commands.flatMap(({ path, operands: taken }) =>
    taken.map(({ value, isVariadic }, index) => [`${path} ${isVariadic ? '*' : index}`, members(value)]),
  );
  return [
    '# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.',
    '',
    'Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {',
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '',
    '    # The command that a word leads to from another.',
    lookUp('Get-Step', steps),
    '    # The commands below one, each with what it does.',
    lookUp('Get-Names', names),
    '    # The flags of a command, each with what it means.',
    lookUp('Get-Options', options),
    '    # What a flag of a command is followed by.',
    lookUp('Get-Value', values),
    '    # What a command takes behind so many other operands.',
    lookUp('Get-Operand', operands),
    '    # The flags that are followed by a value.',
    `    $valueFlags = ${list(valueFlags(program))}`,
    '',
    POWERSHELL_CODE,
    '}',
    '',
  ].join('\n');
}

/** The kind, what stands between several values, and the words. */
function members({ kind, words, isList }: Value): string {
  return list([kind, isList ? ',' : '', ...words]);
}

/** A function that gives what belongs to the first pattern that its argument is; hashtables do not tell -v from -V. */
function lookUp(name: string, entries: readonly (readonly string[])[]): string {
  const cases = grouped(entries.map(([pattern = '', body = '']) => [body, pattern]));
  const lines = cases.map(
    ([body, patterns]) => `        if (${patterns.map(test).join(' -or ')}) { return ${body} }`,
  );
  return [`    function ${name}([string] $key) {`, ...lines, '    }', ''].join('\n');
}

function test(pattern: string): string {
  return `$key ${pattern.includes('*') ? '-clike' : '-ceq'} ${quoted(pattern)}`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
