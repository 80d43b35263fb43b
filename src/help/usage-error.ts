/** The error for a command line that commander rejects, with a suggestion of what the user meant. */

import type { Command, Option } from 'commander';
import type { CommandLineError } from '../commands/reporting-command.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch, closestOrPrefix, shellWord } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { parseCalendarDate } from '../dates/date.ts';
import { PERIOD_WORDS, parseDateExpression, parsePeriod } from '../dates/parse-date.ts';
import { formatOfFile } from '../formats/registry.ts';
import { allCommands, hasOption, optionsOf, pathOf, rootOf } from '../options/command-tree.ts';
import { isInSandboxVariable } from '../plan/sandbox-options.ts';
import { TOPIC_NAMES } from './topic-names.ts';

/** Names of this program, each with names that other tools use for the same thing. */
type Synonyms = Readonly<Record<string, readonly string[]>>;

const COMMANDS: Synonyms = {
  columns: ['schema', 'fields', 'describe'],
  login: ['auth', 'signin'],
  logout: ['signout'],
  whoami: ['status'],
  doctor: ['check', 'diagnose'],
  sandbox: ['serve', 'mock'],
  profiles: ['accounts', 'clients'],
  config: ['settings'],
  '--version': ['version'],
};

const SUBCOMMANDS: Synonyms = {
  list: ['ls', 'show'],
  unset: ['reset', 'remove', 'rm', 'delete'],
};

const OPTIONS: Synonyms = {
  '--from': ['start', 'start-date', 'since', 'after'],
  '--to': ['end', 'until', 'before'],
  '--period': ['range'],
  '--timezone': ['tz'],
  '--output': ['out', 'file'],
  '--columns': ['fields', 'select', 'rename'],
  '--group-by': ['group'],
  '--where': ['filter'],
  '--sort': ['order-by'],
  '--limit': ['head', 'max-rows', 'rows'],
  '--all-digits': ['decimals', 'digits', 'precision'],
  '--quiet': ['silent'],
  '--verbose': ['debug'],
  '--base-url': ['url'],
  '--client-id': ['client'],
  '--concurrency': ['parallel', 'jobs'],
  '--retry-for': ['retry-max-time', 'retries'],
};

/** Words that can mean any report. */
const REPORT_WORDS = ['report', 'reports', 'pull', 'get', 'fetch', 'download', 'export'];
/** A hint about an option names at most this many commands that have it. */
const MAX_OWNERS = 3;
/** Values of --format that mean a file for spreadsheets. */
const SPREADSHEETS = ['excel', 'xls', 'ods'];

/** PowerShell gives a list such as `date,revenue` to the script that npm installs as several words. */
const QUOTE_LISTS = "in PowerShell, put lists in quotation marks: --columns 'date,revenue'";

/** The codes for errors of commander. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'commander.conflictingOption': 'E-option-conflict',
  'commander.invalidArgument': 'E-option-value',
};

/** The usage error for a rejected command line. It never repeats values of unknown options or excess words: they can be secrets. */
export function usageError(
  failure: CommandLineError,
  argv: readonly string[],
  platform: NodeJS.Platform,
): ReportingError {
  const oneHyphen = findOneHyphen(failure, argv);
  const isSplit = platform === 'win32' && failure.code === 'commander.excessArguments';
  const found = oneHyphen === undefined ? suggest(failure, argv) : `did you mean -${oneHyphen}?`;
  const other = found === undefined ? (excessAfterOption(failure, argv, isSplit) ?? unknownWord(failure)) : undefined;
  const message = oneHyphen === undefined ? (other?.message ?? failure.message) : `unknown option '${oneHyphen}'`;
  const hint = found ?? other?.hint ?? (isSplit ? QUOTE_LISTS : undefined);
  return new ReportingError(CODES[failure.code] ?? 'E-command-line', message, {
    hint: hint ?? `see \`${pathOf(commandOf(failure, argv))} --help\``,
  });
}

/** A message and a hint in place of commander's. */
interface Wording {
  readonly message: string;
  readonly hint: string;
}

/** Options whose values often have spaces. Their conditions are no secrets, so that a hint can repeat them. */
const CONDITIONS = ['--where', '--having', '--alert'];

/** The error for words after an option without a value, or after the value of an option: a value with spaces that is not quoted. */
function excessAfterOption(
  { code, command }: CommandLineError,
  argv: readonly string[],
  isSplit: boolean,
): Wording | undefined {
  const words = code === 'commander.excessArguments' ? excessWords(command) : [];
  const [word] = words;
  const at = word === undefined ? -1 : argv.lastIndexOf(word);
  if (at < 1) return undefined;
  const named = (text = ''): Option | undefined =>
    optionsOf(command).find(({ short, long }) => [short, long].includes(text.replace(/=.*/s, '')));
  const previous = argv[at - 1]!;
  const flag = named(previous);
  if (flag !== undefined && !flag.required && !flag.optional) {
    return {
      message: `${flag.long} takes no value`,
      hint: `leave out the word after ${flag.long}`,
    };
  }
  const option = flag ?? named(argv[at - 2]);
  if (option === undefined || !option.required) return undefined;
  const long = option.long!;
  const isCondition = CONDITIONS.includes(long);
  if (isSplit && !isCondition) return undefined;
  const value = [flag === undefined ? previous : previous.replace(/^[^=]*=/, ''), ...words].join(' ');
  return {
    message: `${long} takes one value, and a word follows it`,
    hint: isCondition
      ? `put a value with spaces in quotation marks: ${long} ${shellWord(value)}`
      : `put a value with spaces in quotation marks, or leave out the word after the value of ${long}`,
  };
}

/** The error for an argument that is not among its choices. */
function unknownWord({ code, command }: CommandLineError): Wording | undefined {
  if (code !== 'commander.invalidArgument') return undefined;
  const index = command.registeredArguments.findIndex(({ argChoices }, place) => {
    const word = command.args[place];
    return argChoices !== undefined && word !== undefined && !argChoices.includes(word);
  });
  if (index === -1) return undefined;
  const { argChoices: choices = [] } = command.registeredArguments[index]!;
  const name = command.registeredArguments[index]!.name();
  const word = command.args[index]!;
  const near = closestOrPrefix(word, choices);
  return {
    message: `unknown ${name} ${JSON.stringify(word)}`,
    hint: `${near === undefined ? '' : `did you mean ${near}? `}the ${name}s are: ${choices.join(', ')}`,
  };
}

/** The first long option with only one hyphen. Commander reads `-from` as `-f rom`, and `-verbose` as `-v` and `-e`. */
function findOneHyphen({ code, command }: CommandLineError, argv: readonly string[]): string | undefined {
  if (code !== 'commander.unknownOption' && code !== 'commander.invalidArgument') return undefined;
  return argv.find((word) => /^-[a-z]{2}/i.test(word) && hasOption(command, `-${word}`));
}

function suggest(failure: CommandLineError, argv: readonly string[]): string | undefined {
  switch (failure.code) {
    case 'commander.unknownCommand':
      return suggestCommand(failure);
    case 'commander.unknownOption':
      return suggestOption(failure, argv);
    case 'commander.invalidArgument':
      return didYouMean(suggestChoice(failure.command, argv));
    case 'commander.excessArguments':
      return didYouMean(suggestOptions(failure.command, excessWords(failure.command)));
    default:
      return undefined;
  }
}

function didYouMean(suggestion: string | undefined): string | undefined {
  return suggestion && `did you mean ${suggestion}?`;
}

function nameForSynonym(word: string, synonyms: Synonyms): string | undefined {
  return Object.keys(synonyms).find((name) => synonyms[name]!.includes(word));
}

function suggestCommand({ command, suggestion }: CommandLineError): string | undefined {
  const words = excessWords(command);
  const [word = ''] = words;
  if (word === 'help') return undefined;
  const names = command.commands.map((each) => each.name());
  if (command.parent !== null) {
    const synonym = nameForSynonym(word, SUBCOMMANDS);
    if (synonym !== undefined && names.includes(synonym)) return didYouMean(synonym);
    return suggestion ?? `\`${pathOf(command)}\` takes ${names.join(', ')}`;
  }
  const reports = command.commands.filter(
    (each) => hasOption(each, '--period') && each.registeredArguments.length === 0,
  );
  if (REPORT_WORDS.includes(word)) {
    return `the reports are ${reports.map((each) => `\`${pathOf(each)}\``).join(', ')}`;
  }
  const near = didYouMean(nameForSynonym(word, COMMANDS)) ?? suggestion;
  if (near !== undefined) return near;
  const other = closestOrPrefix(word, [...names, ...TOPIC_NAMES]);
  if (other !== undefined) return didYouMean(names.includes(other) ? other : `\`reporting help ${other}\``);
  const [report] = reports;
  const options = report && suggestOptions(report, words);
  return options && `did you mean \`${pathOf(report)} ${options}\`?`;
}

function suggestOption(failure: CommandLineError, argv: readonly string[]): string | undefined {
  const { command, flag = '', suggestion } = failure;
  if (!flag.startsWith('--')) return undefined;
  if (hasOption(command, flag)) return `${flag} takes no value`;
  const owners = allCommands(rootOf(command)).filter(({ options }) => options.some(({ long }) => long === flag));
  if (owners.length > 0) return suggestOwners(flag, owners, failure, argv);
  const name = flag.slice(2);
  const synonym = nameForSynonym(name, OPTIONS);
  if (synonym !== undefined && hasOption(command, synonym)) return didYouMean(synonym);
  if (suggestion !== undefined) return suggestion;
  const longs = optionsOf(command).flatMap(({ long }) => long ?? []);
  // `--group-by` for `--gruop`, which is near its first word.
  const firstWords = longs.map((long) => /^--[^-]+/.exec(long)![0]);
  const near = closestOrPrefix(flag, longs) ?? closestOrPrefix(closestOrPrefix(flag, firstWords) ?? flag, longs);
  if (near !== undefined) return didYouMean(near);
  const isCommand = command.parent === null && command.commands.some((each) => each.name() === name);
  return didYouMean(isCommand ? `\`reporting ${name}\`` : suggestOptions(command, [name]));
}

/** The hint for an option of other commands, or for an option before its command. */
function suggestOwners(
  flag: string,
  owners: readonly Command[],
  { command }: CommandLineError,
  argv: readonly string[],
): string {
  if (command.parent === null) {
    const named = argv.map((word) => owners.find((each) => each.name() === word));
    const owner = named.find((each) => each !== undefined) ?? owners[0]!;
    return `${flag} goes after the command: \`${pathOf(owner)} ${flag} …\``;
  }
  const siblings = owners.filter(({ parent }) => parent?.parent && parent === command.parent);
  const nearby = siblings.length > 0 ? siblings : owners;
  const shown = nearby.slice(0, MAX_OWNERS).map((each) => `\`${pathOf(each)}\``);
  const more = nearby.length > MAX_OWNERS ? ' and others' : '';
  const variable =
    hasOption(command, '--sandbox') && isInSandboxVariable(flag)
      ? '; for --sandbox, it goes into REPORTING_SANDBOX'
      : '';
  return `${flag} goes with ${shown.join(', ')}${more}${variable}`;
}

/** The choice closest to the wrong value of an option, or an option to use instead. */
function suggestChoice(command: Command, argv: readonly string[]): string | undefined {
  for (const option of command.options) {
    const { argChoices: choices, long } = option;
    const value = choices && valuesOf(option, argv).find((each) => !choices.includes(each));
    if (choices === undefined || value === undefined) continue;
    if (SPREADSHEETS.includes(value.toLowerCase()) && choices.includes('xlsx')) return 'xlsx';
    const near = closestOrPrefix(value, choices);
    if (long === '--by' && near === undefined && /^[\w.]+$/.test(value)) return `--group-by ${value}`;
    const ofExtension = formatOfFile(`file.${value}`);
    return choices.find((choice) => choice === ofExtension) ?? near;
  }
  return undefined;
}

function valuesOf({ short, long }: Pick<Option, 'short' | 'long'>, argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (word === short || word === long) return argv[index + 1] ?? [];
    if (word.startsWith(`${long}=`)) return word.slice(`${long}=`.length);
    return short !== undefined && word.startsWith(short) ? word.slice(short.length) : [];
  });
}

/** An option of `command` with the meaning of `words`: `--period last-month` for `last-month`. It repeats only dates: other words can be secrets. */
function suggestOptions(command: Command, words: readonly string[]): string | undefined {
  const period = hasOption(command, '--period') ? suggestPeriodOption(words.join(' ')) : undefined;
  // Editors replace two hyphens by a dash.
  const flag = `--${words[0]!.replace(/^[–—-]+/, '')}`;
  return period ?? (hasOption(command, flag) ? flag : undefined);
}

function suggestPeriodOption(text: string): string | undefined {
  const day = parseCalendarDate(text.trim());
  if (day !== undefined) return `--from ${day}, or --period ${day} for that day alone`;
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (tryRead(() => parsePeriod(typed)) !== undefined) return `--period ${typed}`;
  if (tryRead(() => parseDateExpression(typed)) !== undefined) return `--from ${typed}`;
  const near = closestMatch(typed, PERIOD_WORDS);
  return near && `--period ${near}`;
}

/** The words after the command's arguments, up to the first option. */
function excessWords({ args, registeredArguments }: Command): readonly string[] {
  const excess = args.slice(registeredArguments.length);
  const end = excess.findIndex((word) => /^-./.test(word));
  return end === -1 ? excess : excess.slice(0, end);
}

/** The command that rejected the command line. For an option of every command, the command that the command line names. */
function commandOf({ command, code }: CommandLineError, argv: readonly string[]): Command {
  if (command.parent !== null || code === 'commander.unknownCommand') return command;
  return command.commands.find((each) => argv.includes(each.name())) ?? command;
}
