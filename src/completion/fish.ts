/** The script for fish: one line for each option, with the condition that its command was typed. */

import { allCommands, type CommandModel, grouped, type OptionModel, valueFlags } from './model.ts';
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
    '# The subcommand of a command, by its name.',
    'function __reporting_step',
    '    switch "$argv"',
    ...steps.flatMap(([words = '', path = '']) => [
      `        case ${quoted(words)}`,
      `            echo ${quoted(path)}`,
    ]),
    '    end',
    'end',
    '',
    '# Whether a flag takes a value.',
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

/** One completion rule. `paths` are commands, some followed by the number of typed operands. An empty list means every command. */
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
      // -k keeps the order. The empty descriptions stop fish from repeating the option's description.
      return `-k -a ${quoted(words.map((word) => `${word}\\t`).join(' '))}`;
    case 'profile':
      return isList ? "-a '(__reporting_profile_list)'" : "-a '(__reporting_profiles)'";
    case 'time-zone':
      return "-a '(__reporting_time_zones)'";
    case 'file':
      return '-F';
    case 'directory':
      return "-a '(__fish_complete_directories)'";
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

/** The functions that the rules call. They compare the typed text and never expand or evaluate it. */
const FISH_CODE = `# The typed command, alone and followed by its number of operands.
function __reporting_typed
    set -l path reporting
    set -l operands 0
    set -l is_value 0
    set -l is_literal 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $is_value = 1
            set is_value 0
        else if test $is_literal = 0; and string match -q -- '-?*' $word
            switch $word
                case --
                    set is_literal 1
                case '--*'
                    __reporting_takes_value $word; and set is_value 1
                case '*'
                    # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
                    set -l letters (string split '' -- $word)
                    for index in (seq 2 (count $letters))
                        __reporting_takes_value -$letters[$index]; or continue
                        test $index = (count $letters); and set is_value 1
                        break
                    end
            end
        else
            set -l below
            test $operands = 0; and set below (__reporting_step "$path" $word)
            if test -n "$below"
                set path $below
            else
                set operands (math $operands + 1)
            end
        end
    end
    echo $path
    echo $path $operands
end

# Whether one of the arguments was typed: a command, or a command followed by its number of operands.
function __reporting_at
    for typed in (__reporting_typed)
        contains -- $typed $argv; and return 0
    end
    return 1
end

function __reporting_profiles
    set -l limit
    command -q timeout; and set limit timeout 3
    command $limit reporting profiles list --format names 2>/dev/null </dev/null | string replace -rf '^([A-Za-z0-9._-]+)$' '$1\\tprofile'
end

function __reporting_profile_list
    set -l typed (commandline -ct | string replace -r -- '^--?[^=]*=' '')
    set -l listed (string match -r -- '^.*,' "$typed")
    for profile in (__reporting_profiles)
        set -l name (string split -f 1 \\t $profile)
        string match -q -- "*,$name,*" ",$listed"; or echo "$listed$profile"
    end
end

function __reporting_time_zones
    echo UTC\\t
    set -l file /usr/share/zoneinfo/zone.tab
    test -r $file; and string replace -rf '^[A-Z]+\\t\\S+\\t([A-Za-z0-9_+/-]+).*' '$1\\t' <$file
end
`;
