/** The error for a command line that commander rejects, with a suggestion of what the user meant. */

import type { Command } from 'commander';
import type { CommandLineError } from '../commands/reporting-command.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch, closestOrPrefix, shellWord } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { parseCalendarDate } from '../dates/date.ts';
import { PERIOD_WORDS, parseDateExpression, parsePeriod } from '../dates/resolve-range.ts';
import {
  allCommands,
  commandNamed,
  commandsBelow,
  hasOption,
  optionsOf,
  pathOf,
  rootOf,
} from '../options/command-tree.ts';
import { isInSandboxVariable } from '../plan/sandbox-options.ts';
import { TOPIC_NAMES } from './topic-names.ts';

/** Names that other tools use for commands and options of this one. */
const SYNONYMS: Readonly<Record<string, string>> = {
  revenue: 'report reports pull get fetch download export',
  columns: 'schema fields describe',
  login: 'auth signin',
  whoami: 'status',
  profiles: 'accounts clients',
  '--version': 'version',
  '--from': '--start --start-date --since --after',
  '--to': '--end --until --before',
  '--period': '--range --day --week --month --quarter --year',
  '--timezone': '--tz',
  '--output': '--out --file',
  '--columns': '--fields --select --rename',
  '--where': '--filter',
  '--sort': '--order-by',
  '--limit': '--head --max-rows --rows',
  '--all-digits': '--decimals --digits --precision',
  '--verbose': '--debug',
  '--retry-for': '--retry-max-time --retries',
};

/** A hint about an option names at most this many commands that have it. */
const MAX_OWNERS = 3;
/** Process lists and shell histories would show a token on the command line. */
const TOKEN =
  'the token is no option, which others could read: run `reporting login`, or set REPORTING_API_TOKEN, REPORTING_API_TOKEN_FILE or REPORTING_API_TOKEN_COMMAND';

/** The usage error for a rejected command line. It never repeats values of unknown options or excess words: they can be secrets. */
export function usageError(failure: CommandLineError, argv: readonly string[]): ReportingError {
  const { command, code } = failure;
  const oneHyphen = oneHyphenOf(failure, argv);
  const hint = oneHyphen === undefined ? suggest(failure, argv) : didYouMean(`-${oneHyphen}`);
  // For an option of every command, commander names no command.
  const isOfAll = command.parent === null && code !== 'commander.unknownCommand';
  const named = isOfAll ? command.commands.find((each) => argv.includes(each.name())) : undefined;
  return new ReportingError(
    code === 'commander.conflictingOption' ? 'E-option-conflict' : 'E-command-line',
    oneHyphen === undefined ? failure.message : `unknown option '${oneHyphen}'`,
    { hint: hint ?? `see \`${pathOf(named ?? command)} --help\`` },
  );
}

/** The first long option with only one hyphen. Commander reads `-verbose` as `-v` and `-e`. */
function oneHyphenOf({ code, command }: CommandLineError, argv: readonly string[]): string | undefined {
  if (code !== 'commander.unknownOption') return undefined;
  return argv.find((word) => /^-[a-z]{2}/i.test(word) && hasOption(command, `-${word}`));
}

function suggest({ code, command, flag = '' }: CommandLineError, argv: readonly string[]): string | undefined {
  const words = excessWords(command);
  switch (code) {
    case 'commander.unknownCommand':
      return suggestCommand(command, words);
    case 'commander.unknownOption':
      return flag.startsWith('--') ? suggestOption(command, flag, argv) : undefined;
    case 'commander.excessArguments':
      return didYouMean(suggestOptions(command, words)) ?? quotation(words, argv);
    case 'commander.conflictingOption':
      return 'leave out one of the two';
    case 'commander.missingArgument':
      return missingArgument(command);
    default:
      return undefined;
  }
}

/** The choices of the first missing argument, and an example of the command with the words that are typed. */
function missingArgument(command: Command): string | undefined {
  const { args, registeredArguments, epilog = [] } = command;
  const choices = registeredArguments[args.length]?.argChoices;
  const lines = epilog.flatMap((block) => (block.kind === 'examples' ? block.commands : []));
  const example = lines.find((line) => line.startsWith([pathOf(command), ...args].join(' ')));
  const parts = [choices && `one of ${choices.join(', ')}`, example && `for example: ${example}`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join('; ');
}

function didYouMean(suggestion: string | undefined): string | undefined {
  return suggestion && `did you mean ${suggestion}?`;
}

/** The name of this program for one of another tool. */
function synonymOf(word: string): string | undefined {
  return Object.keys(SYNONYMS).find((name) => SYNONYMS[name]!.split(' ').includes(word));
}

function suggestCommand(command: Command, words: readonly string[]): string | undefined {
  const [word = ''] = words;
  if (word === 'help') return undefined;
  const names = command.commands.map((each) => each.name());
  if (command.parent !== null) {
    return didYouMean(closestOrPrefix(word, names)) ?? `\`${pathOf(command)}\` takes ${names.join(', ')}`;
  }
  if (word === 'status' && words.length > 1) return 'did you mean `reporting sync status <directory>`?';
  const owner = words.length > 1 && commandsBelow(command).find((each) => commandNamed(word, each));
  if (owner) return didYouMean(`\`${pathOf(owner)} ${word}\``);
  const near = synonymOf(word) ?? closestOrPrefix(word, [...names, ...TOPIC_NAMES]);
  if (near !== undefined) {
    const isTopic = TOPIC_NAMES.some((name) => name === near);
    return didYouMean(isTopic ? `\`reporting help ${near}\`` : near);
  }
  const report = commandsBelow(command).find((each) => hasOption(each, '--period'))!;
  const options = suggestOptions(report, words);
  return options && `did you mean \`${pathOf(report)} ${options}\`?`;
}

function suggestOption(command: Command, flag: string, argv: readonly string[]): string | undefined {
  if (/^--(api-)?token$/.test(flag)) return TOKEN;
  if (hasOption(command, flag)) return `${flag} takes no value`;
  const owners = allCommands(rootOf(command)).filter(({ options }) => options.some(({ long }) => long === flag));
  if (owners.length > 0) return suggestOwners(command, flag, owners, argv);
  const synonym = synonymOf(flag);
  if (synonym !== undefined && hasOption(command, synonym)) {
    const [, value = ''] = new RegExp(`(?:^|\\0)${flag}[=\\0]([^\\0]*)`).exec(argv.join('\0')) ?? [];
    const withValue = synonym === '--period' ? suggestOptions(command, [value]) : undefined;
    return didYouMean(withValue ?? synonym);
  }
  const longs = optionsOf(command).flatMap(({ long }) => long ?? []);
  // `--group-by` for `--gruop`, which is near its first word.
  const firstWord = closestOrPrefix(
    flag,
    longs.map((long) => /^--[^-]+/.exec(long)![0]),
  );
  const near = closestOrPrefix(flag, longs) ?? (firstWord && closestOrPrefix(firstWord, longs));
  return didYouMean(near ?? suggestOptions(command, [flag]));
}

/** The hint for an option of other commands, or for an option before its command. */
function suggestOwners(command: Command, flag: string, owners: readonly Command[], argv: readonly string[]): string {
  if (command.parent === null) {
    const owner = owners.find((each) => argv.includes(each.name())) ?? owners[0]!;
    return `${flag} goes after the command: \`${pathOf(owner)} ${flag} …\``;
  }
  const shown = owners.slice(0, MAX_OWNERS).map((each) => `\`${pathOf(each)}\``);
  const more = owners.length > MAX_OWNERS ? ' and others' : '';
  const isForVariable = hasOption(command, '--sandbox') && isInSandboxVariable(flag);
  const variable = isForVariable ? '; for --sandbox, it goes into REPORTING_SANDBOX' : '';
  return `${flag} goes with ${shown.join(', ')}${more}${variable}`;
}

/** An option of `command` with the meaning of `words`: `--period last-month` for `last-month`. It repeats only dates: other words can be secrets. */
function suggestOptions(command: Command, words: readonly string[]): string | undefined {
  // Editors replace two hyphens by a dash.
  const [first = '', ...others] = words.map((word) => word.replace(/^[–—-]+/, ''));
  const flag = hasOption(command, `--${first}`) ? `--${first}` : undefined;
  if (flag !== undefined || !hasOption(command, '--period')) return flag;
  const text = [first, ...others].join('-').trim().toLowerCase().replaceAll('_', '-');
  const day = parseCalendarDate(text);
  if (day !== undefined) return `--from ${day}, or --period ${day} for that day alone`;
  if (tryRead(() => parsePeriod(text)) !== undefined) return `--period ${text}`;
  if (tryRead(() => parseDateExpression(text)) !== undefined) return `--from ${text}`;
  const period = closestMatch(text, PERIOD_WORDS);
  return period && `--period ${period}`;
}

/** The hint for words after a value: one with spaces, or a list that PowerShell has split. It repeats conditions, which are no secrets. */
function quotation(words: readonly string[], argv: readonly string[]): string {
  const before = argv.slice(0, argv.lastIndexOf(words[0] ?? '')).join('\0');
  const [, flag, start] = /(?:^|\0)(--where|--having|--alert)[\0=]([^\0]*)$/.exec(before) ?? [];
  const example = flag === undefined ? "--columns 'date,revenue'" : `${flag} ${shellWord([start, ...words].join(' '))}`;
  return `put a value with spaces, and in PowerShell a list, in quotation marks: ${example}`;
}

/** The words after the command's arguments, up to the first option. */
function excessWords({ args, registeredArguments }: Command): readonly string[] {
  const excess = args.slice(registeredArguments.length);
  const end = excess.findIndex((word) => /^-./.test(word));
  return end === -1 ? excess : excess.slice(0, end);
}
