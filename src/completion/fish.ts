/** The script for fish: one line for each option, with the condition that its command was typed. */

import { allCommands, type CommandModel, grouped, type OptionModel, type Value } from './model.ts';

export function fishScript(program: CommandModel): string {
  const commands = allCommands(program);
  const names = commands.flatMap(({ path, commands: below }) =>
    below.map(({ name, summary }) => [`-a ${quoted(name)} -d ${quoted(summary)}`, path] as const),
  );
  const options = commands.flatMap(({ path, options: taken }) =>
    taken.map((option) => [optionWords(option), path] as const),
  );
  const taking = commands.filter(({ operands }) => operands.length > 0).map(({ path }) => path);
  const isEverywhere = (paths: readonly string[]): boolean => paths.length === commands.length;
  return [
    '# Completes the command lines of reporting in fish. Made by `reporting completion fish`.',
    '',
    '# The commands below the program.',
    `set -g __reporting_commands ${commands
      .slice(1)
      .map(({ path }) => quoted(path))
      .join(' ')}`,
    '',
    FISH_CODE,
    'complete -c reporting -f',
    ...grouped(names).map(([words, paths]) => line(words, paths)),
    ...grouped(options).map(([words, paths]) => line(words, isEverywhere(paths) ? [] : paths)),
    line(ASK, taking),
    '',
  ].join('\n');
}

/** One completion rule. `paths` are commands. An empty list means every command. */
function line(words: string, paths: readonly string[]): string {
  const condition = paths.length === 0 ? '' : ` -n ${quoted(`__reporting_at ${paths.map(doubleQuoted).join(' ')}`)}`;
  return `complete -c reporting${condition} ${words}`;
}

function optionWords({ flags, summary, value }: OptionModel): string {
  const spelled = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const taken = value === undefined ? [] : [value.kind === 'file' ? '-r -F' : `-x ${wordsOf(value)}`];
  return [...spelled, ...taken, `-d ${quoted(summary)}`].join(' ').replaceAll('  ', ' ');
}

function wordsOf({ kind, words }: Value): string {
  switch (kind) {
    case 'words':
      // -k keeps the order. The empty descriptions stop fish from repeating the option's description.
      return `-k -a ${quoted(words.map((word) => `${word}\\t`).join(' '))}`;
    case 'file':
      return '-F';
    case 'directory':
      return "-a '(__fish_complete_directories)'";
    case 'nothing':
      return '';
    default:
      return ASK;
  }
}

function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : `'${text.replaceAll(/\\(?=['\\\\]|$)/g, '\\\\').replaceAll("'", "\\'")}'`;
}

function doubleQuoted(path: string): string {
  return `"${path}"`;
}

const ASK = "-a '(__reporting_ask)'";

/** The functions that the rules call. They compare the typed text and never expand or evaluate it. */
const FISH_CODE = `# Whether one of the arguments is the typed command.
function __reporting_at
    set -l path reporting
    for word in (commandline -opc)
        contains -- "$path $word" $__reporting_commands; and set path "$path $word"
    end
    contains -- $path $argv
end

# The values that the program has for the end of the line. The empty descriptions stop fish from repeating the option's description.
function __reporting_ask
    set -l limit
    command -q timeout; and set limit timeout 3
    set -l found (command $limit reporting __complete (commandline -cp | string collect) 2>/dev/null </dev/null)
    switch "$found[1]"
        case 'directory*'
            __fish_complete_directories
        case '*'
            set -e found[1]
            string replace -r '$' '\\t' -- $found
    end
end
`;
