/** The error for a command line that commander rejects, with a suggestion of what the user meant. */

import type { Command } from 'commander';
import type { CommandLineError } from '../commands/reporting-command.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { allCommands, hasOption, optionsOf, pathOf, rootOf } from '../options/declare-flags.ts';
import { TOPIC_NAMES } from './blocks.ts';

/** Process lists and shell histories would show a token on the command line. */
const TOKEN =
  'the token is no option, which others could read: run `reporting login`, or set REPORTING_API_TOKEN, REPORTING_API_TOKEN_FILE or REPORTING_API_TOKEN_COMMAND';
/** For a value without its option, and words after a value: one with spaces, or a list that PowerShell has split. */
const QUOTES =
  "name the option of a value: --period last-month; put a value with spaces, and in PowerShell a list, in quotation marks: --columns 'date,revenue'";

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
      return QUOTES;
    case 'commander.conflictingOption':
      return 'leave out one of the two';
    default:
      return undefined;
  }
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
