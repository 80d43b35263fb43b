/** The script for fish: a line an option, each under the condition that its command has been typed. */

import { FISH_CODE } from './fish-code.ts';
import { grouped } from './grouped.ts';
import { allCommands, type CommandModel, type OptionModel, valueFlags } from './model.ts';
import type { Value } from './values.ts';

export function fishScript(program: CommandModel): string {
  const commands = allCommands(program);
  const steps = commands.flatMap(({ path, commands: below }) =>
    below.flatMap((each) => [each.name, ...each.aliases].map((word) => [`${path} ${word}`, each.path])),
  );
  const names = commands.flatMap(({ path, commands: below }) =>
    below.map(({ name, summary }) => [`-a ${quoted(name)} -d ${quoted(summary)}`, `${path} 0`] as const),
  );
  const options = commands.flatMap(({ path, options: taken }) =>
    taken.map((option) => [optionWords(option), path] as const),
  );
  const operands = commands
    .flatMap(({ path, operands: taken }) =>
      taken.map(
        ({ value, isVariadic }, index) => [wordsOf(value), isVariadic ? path : `${path} ${index}`] as const,
      ),
    )
    .filter(([words]) => words !== '');
  const isEverywhere = (paths: readonly string[]): boolean => paths.length === commands.length;
  return [
    '# Completes the command lines of reporting in fish. Made by `reporting completion fish`.',
    '',
    '# The command that a word leads to from another.',
    'function __reporting_step',
    '    switch "$argv"',
    ...steps.flatMap(([words = '', path = '']) => [
      `        case ${quoted(words)}`,
      `            echo ${quoted(path)}`,
    ]),
    '    end',
    'end',
    '',
    '# Whether a flag is followed by a value.',
    'function __reporting_takes_value',
    `    contains -- $argv[1] ${valueFlags(program).join(' ')}`,
    'end',
    '',
    FISH_CODE,
    'complete -c reporting -f',
    ...grouped(names).map(([words, paths]) => line(words, paths)),
    ...grouped(options).map(([words, paths]) => line(words, isEverywhere(paths) ? [] : paths)),
    ...grouped(operands).map(([words, paths]) => line(words, paths)),
    '',
  ].join('\n');
}

/** `paths` are commands, with a number behind them where just so many operands are to have been typed; none for all. */
function line(words: string, paths: readonly string[]): string {
  const condition =
    paths.length === 0 ? '' : ` -n ${quoted(`__reporting_at ${paths.map(doubleQuoted).join(' ')}`)}`;
  return `complete -c reporting${condition} ${words}`;
}

function optionWords({ flags, summary, value }: OptionModel): string {
  const spelled = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const taken = value === undefined ? [] : [value.kind === 'file' ? '-r -F' : `-x ${wordsOf(value)}`];
  return [...spelled, ...taken, `-d ${quoted(summary)}`].join(' ').replaceAll('  ', ' ');
}

function wordsOf({ kind, words, isList }: Value): string {
  switch (kind) {
    case 'words':
      // In their own order, and each with no description: fish would repeat the option's.
      return `-k -a ${quoted(words.map((word) => `${word}\\t`).join(' '))}`;
    case 'profile':
      return isList ? "-a '(__reporting_profile_list)'" : "-a '(__reporting_profiles)'";
    case 'time-zone':
      return "-a '(__reporting_time_zones)'";
    case 'file':
      return '-F';
    case 'nothing':
      return '';
  }
}

function quoted(text: string): string {
  return /^[\w-]+$/.test(text)
    ? text
    : `'${text.replaceAll(/\\(?=['\\\\]|$)/g, '\\\\').replaceAll("'", "\\'")}'`;
}

function doubleQuoted(path: string): string {
  return `"${path}"`;
}
