/** The error for a command line that commander rejects, with a suggestion of what the user meant. */

import type { Command } from 'commander';
import type { CommandLineError } from '../commands/reporting-command.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { parsePeriod } from '../dates/resolve-range.ts';
import { allCommands, hasOption, optionsOf, pathOf, rootOf } from '../options/declare-flags.ts';
import { TOPIC_NAMES } from './blocks.ts';

/** Process lists and shell histories would show a token on the command line. */
const TOKEN =
  'the token is no option, which others could read: run `reporting login`, or set REPORTING_API_TOKEN, REPORTING_API_TOKEN_FILE or REPORTING_API_TOKEN_COMMAND';
/** For words after a value: one with spaces, or a list that PowerShell has split. */
const QUOTES = "put a value with spaces, and in PowerShell a list, in quotation marks: --columns 'date,revenue'";

/** The usage error for a rejected command line. It never repeats values of unknown options or excess words: they can be secrets. */
export function usageError(failure: CommandLineError): ReportingError {
  const { command, code, message } = failure;
  return new ReportingError(code === 'commander.conflictingOption' ? 'E-option-conflict' : 'E-command-line', message, {
    hint: suggest(failure) ?? `see \`${pathOf(command)} --help\``,
  });
}

function suggest({ code, command, flag = '' }: CommandLineError): string | undefined {
  switch (code) {
    case 'commander.unknownCommand':
      return suggestCommand(command);
    case 'commander.unknownOption':
      return flag.startsWith('--') ? suggestOption(command, flag) : undefined;
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

function suggestCommand({ args: [word = ''], commands, parent }: Command): string | undefined {
  const topics = parent === null ? TOPIC_NAMES : [];
  const near = closestMatch(word, [...commands.map((each) => each.name()), ...topics]);
  return didYouMean(topics.some((name) => name === near) ? `\`reporting help ${near}\`` : near);
}

function suggestOption(command: Command, flag: string): string | undefined {
  if (/^--(api-)?token$/.test(flag)) return TOKEN;
  if (hasOption(command, flag)) return `${flag} takes no value`;
  const owners = allCommands(rootOf(command)).filter(({ options }) => options.some(({ long }) => long === flag));
  if (owners.length > 0) return `${flag} goes with ${owners.map((each) => `\`${pathOf(each)}\``).join(', ')}`;
  return didYouMean(
    closestMatch(
      flag,
      optionsOf(command).flatMap(({ long }) => long ?? []),
    ),
  );
}

/** `--period last-month` for the word `last-month` of a report. It repeats only periods: other words can be secrets. */
function suggestPeriod(command: Command): string | undefined {
  const period = command.args.at(command.registeredArguments.length)?.toLowerCase() ?? '';
  const isPeriod = hasOption(command, '--period') && tryRead(() => parsePeriod(period)) !== undefined;
  return isPeriod ? `did you mean --period ${period}?` : undefined;
}
