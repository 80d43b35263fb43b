/** The error for a command line that commander rejects, with a suggestion of what the user meant. */

import type { Command } from 'commander';
import type { CommandLineError } from '../commands/reporting-command.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { closestOrPrefix } from '../core/text.ts';
import { parsePeriod } from '../dates/resolve-range.ts';
import { allCommands, hasOption, optionsOf, pathOf, rootOf } from '../options/declare-flags.ts';
import { isInSandboxVariable } from '../plan/sandbox-options.ts';
import { TOPIC_NAMES } from './blocks.ts';

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
/** For words after a value: one with spaces, or a list that PowerShell has split. */
const QUOTES = "put a value with spaces, and in PowerShell a list, in quotation marks: --columns 'date,revenue'";

/** The usage error for a rejected command line. It never repeats values of unknown options or excess words: they can be secrets. */
export function usageError(failure: CommandLineError, argv: readonly string[]): ReportingError {
  const { command, code, message } = failure;
  return new ReportingError(code === 'commander.conflictingOption' ? 'E-option-conflict' : 'E-command-line', message, {
    hint: suggest(failure, argv) ?? `see \`${pathOf(command)} --help\``,
  });
}

function suggest({ code, command, flag = '' }: CommandLineError, argv: readonly string[]): string | undefined {
  switch (code) {
    case 'commander.unknownCommand':
      return suggestCommand(command);
    case 'commander.unknownOption':
      return flag.startsWith('--') ? suggestOption(command, flag, argv) : undefined;
    case 'commander.excessArguments':
      return suggestPeriod(command) ?? QUOTES;
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

function suggestCommand(command: Command): string | undefined {
  const [word = ''] = command.args;
  if (word === 'help') return undefined;
  const names = command.commands.map((each) => each.name());
  if (command.parent !== null) {
    return didYouMean(closestOrPrefix(word, names)) ?? `\`${pathOf(command)}\` takes ${names.join(', ')}`;
  }
  const near = synonymOf(word) ?? closestOrPrefix(word, [...names, ...TOPIC_NAMES]);
  return didYouMean(TOPIC_NAMES.some((name) => name === near) ? `\`reporting help ${near}\`` : near);
}

function suggestOption(command: Command, flag: string, argv: readonly string[]): string | undefined {
  if (/^--(api-)?token$/.test(flag)) return TOKEN;
  if (hasOption(command, flag)) return `${flag} takes no value`;
  const owners = allCommands(rootOf(command)).filter(({ options }) => options.some(({ long }) => long === flag));
  if (owners.length > 0) return suggestOwners(command, flag, owners, argv);
  const synonym = synonymOf(flag);
  if (synonym !== undefined && hasOption(command, synonym)) return didYouMean(synonym);
  const longs = optionsOf(command).flatMap(({ long }) => long ?? []);
  return didYouMean(closestOrPrefix(flag, longs));
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

/** `--period last-month` for the word `last-month` of a report. It repeats only periods: other words can be secrets. */
function suggestPeriod(command: Command): string | undefined {
  const period = command.args.at(command.registeredArguments.length)?.toLowerCase() ?? '';
  const isPeriod = hasOption(command, '--period') && tryRead(() => parsePeriod(period)) !== undefined;
  return isPeriod ? `did you mean --period ${period}?` : undefined;
}
