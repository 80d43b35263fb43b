/** A command line that commander refused, told in our words, with what was most likely meant. */

import type { Command, CommanderError } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { type CommandLine, readCommandLine, spellCommand } from './command-line.ts';
import { meantByCommand } from './meant-command.ts';
import { meantByOption } from './meant-option.ts';
import { meantByValue } from './meant-value.ts';
import { spellAsOptions } from './stray-word.ts';

/** The error for `argv`. The values of unknown options stay unsaid, and so do words that stand where none belongs: one may be a secret. */
export function usageError(error: CommanderError, program: Command, argv: readonly string[]): ReportingError {
  const line = readCommandLine(program, argv);
  const message = isUnknownBelow(error, line)
    ? `unknown command '${line.words[0]}'`
    : withoutOptionValue(error.message.replace(/^error: /, ''));
  const hint = hintFor(error.code, message, line);
  return new ReportingError('usage', hint === undefined ? withoutJoinedValue(message) : message, {
    hint: hint ?? `see \`${spellCommand(line.command)} --help\``,
  });
}

function hintFor(code: string, message: string, line: CommandLine): string | undefined {
  if (code === 'commander.unknownCommand') return meantByCommand(line);
  if (code === 'commander.unknownOption')
    return meantByOption(/^unknown option '(.*)'$/s.exec(message)?.[1] ?? '', line);
  if (code === 'commander.invalidArgument') return meantByValue(message, line);
  return code === 'commander.excessArguments' ? meantByWords(line) : undefined;
}

/** Commander takes a command that there is not for an argument, where another runs by default. */
function isUnknownBelow({ code }: CommanderError, { command }: CommandLine): boolean {
  return code === 'commander.excessArguments' && command.commands.length > 0;
}

function meantByWords(line: CommandLine): string | undefined {
  const { command, words } = line;
  if (command.commands.length > 0) return meantByCommand(line);
  const excess = words.slice(command.registeredArguments.length);
  const options = spellAsOptions(command, excess);
  return options === undefined ? undefined : `did you mean ${options}?`;
}

/** `unknown option '--tokn=secret'` without the secret. */
function withoutOptionValue(message: string): string {
  return message.replace(/^(unknown option '-[^=']*)=.*'$/s, "$1'");
}

/** `unknown option '-tsecret'` without the secret: no slip in a long option, or it would have been known. */
function withoutJoinedValue(message: string): string {
  return message.replace(/^(unknown option '-[^-]).+'$/s, "$1'");
}
