/** One run: from the command line to the exit code. The only place that tells errors and picks codes. */

import { CommanderError } from 'commander';
import type { Context } from './context.ts';
import { EXIT_CODES, ReportingError } from './core/reporting-error.ts';
import { SeveralFailures } from './core/several-failures.ts';
import { ReaderGone } from './core/sink.ts';
import { joinSignedValues, scanArguments } from './early-options.ts';
import type { meantFormat } from './help/meant-format.ts';
import type { usageError } from './help/usage-error.ts';
import { createMessages, type MessageLevel, type Messages } from './output/messages.ts';
import { hasColor } from './output/style.ts';
import { createPorts } from './ports.ts';
import { type CommonOptions, createProgram } from './program.ts';

/** Runs the command line `argv`, without the program's own name. Resolves with the exit code; never rejects. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const { stdout, stderr, env } = context;
  // What commander would say of a faulty command line depends on options in it.
  let options: CommonOptions = scanArguments(joinSignedValues(argv));
  const messages = createMessages(stderr, () => ({
    level: levelOf(options),
    errorFormat: options.errorFormat,
    hasColor: options.color && hasColor(stderr, env),
    isTerminal: stderr.isTTY === true,
  }));
  messages.settleFormat(options.format);
  if (env.REPORTING_API_TOKEN) messages.hide(env.REPORTING_API_TOKEN.trim());
  const ports = createPorts(context, messages, () => ({
    allowColor: options.color,
    showProgress: options.progress && levelOf(options) === 'normal',
  }));

  const onOptions = (parsed: CommonOptions): void => {
    options = parsed;
    messages.settleFormat(options.format);
  };
  let help = '';
  const onHelp = (text: string): void => {
    help += text;
  };
  let errorHelp = '';
  const onErrorHelp = (text: string): void => {
    errorHelp += text;
  };
  const program = createProgram(ports, {
    stdout,
    stderr,
    onHelp,
    onErrorHelp,
    onOptions,
  });

  try {
    refuseToken(argv);
    await program.parseAsync(joinSignedValues(argv), { from: 'user' }).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      if (!isHelpShown(error)) {
        messages.settleFormat(await formatMeant(program, argv, options, env));
        throw await explain(error, program, argv);
      }
      if (error.exitCode !== 0) throw new HelpOnStderr();
      return ports.print(help);
    });
    return 0;
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (!(error instanceof HelpOnStderr)) return tell(error, messages);
    messages.errorHelp(errorHelp);
    return EXIT_CODES.usage;
  } finally {
    messages.release();
  }
}

/** What commander refused, in our words; they are loaded when they are needed. */
async function explain(...refused: Parameters<typeof usageError>): Promise<ReportingError> {
  return (await import('./help/usage-error.ts')).usageError(...refused);
}

/** The format of the report that a faulty command line means; its errors have the form of the others. */
async function formatMeant(...line: Parameters<typeof meantFormat>): Promise<string | undefined> {
  return (await import('./help/meant-format.ts')).meantFormat(...line);
}

/** True for what commander throws when it has shown help or the version; on stderr, if no command was given. */
function isHelpShown(error: CommanderError): boolean {
  return ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code);
}

/** No command was given: help takes the place of an error. */
class HelpOnStderr extends Error {}

function tell(error: unknown, messages: Messages): number {
  if (error instanceof SeveralFailures) {
    for (const failure of error.failures) tell(failure, messages);
    // With --quiet too: the errors alone do not say which reports are there.
    messages.omission(error.message, 'note');
    return error.exitCode;
  }
  const told = error instanceof ReportingError ? error : faultOfOurs(error);
  messages.error(told);
  if (error instanceof Error) messages.debug(stackOf(error));
  return told.exitCode;
}

function faultOfOurs(error: unknown): ReportingError {
  const message = error instanceof Error ? error.message : String(error);
  return new ReportingError('fault', `this is a fault of reporting itself, sorry: ${message}`, {
    hint: 'please report it, with what the same command says with --debug',
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `; caused by ${stackOf(error.cause)}` : '';
  return (error.stack ?? error.message) + cause;
}

function levelOf({ quiet, verbose, debug }: CommonOptions): MessageLevel {
  if (debug === true) return 'debug';
  if (verbose === true) return 'verbose';
  return quiet === true ? 'quiet' : 'normal';
}

/** A token on the command line shows in process lists and shell histories. It is not taken, and not repeated. */
function refuseToken(argv: readonly string[]): void {
  if (!argv.some((argument) => /^--(api-)?token(=|$)/.test(argument))) return;
  throw new ReportingError('usage', 'there is no --token: process lists and shell histories would show it', {
    hint: 'run `reporting login`, or set REPORTING_API_TOKEN, or name a file with --token-file',
  });
}
