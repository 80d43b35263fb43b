/** One run: from the command line to the exit code. The only place that tells errors and picks codes. */

import { CommanderError } from 'commander';
import type { Context } from './context.ts';
import { EXIT_CODES, ReportingError } from './core/reporting-error.ts';
import { SeveralFailures } from './core/several-failures.ts';
import { ReaderGone } from './core/sink.ts';
import { joinSignedValues, scanArguments } from './early-options.ts';
import type { usageError } from './help/usage-error.ts';
import { createMessages, type MessageLevel, type Messages } from './output/messages.ts';
import { hasColor } from './output/style.ts';
import { createPorts } from './ports.ts';
import { type CommonOptions, createProgram } from './program.ts';

/** Runs the command line `argv`, without the program's own name. Resolves with the exit code; never rejects. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const { stdout, stderr, env } = context;
  // What commander would say of a faulty command line depends on options in it.
  let options: CommonOptions = scanArguments(argv);
  const messages = createMessages(stderr, () => ({
    level: levelOf(options),
    errorFormat: options.errorFormat,
    hasColor: options.color && hasColor(stderr, env),
    isTerminal: stderr.isTTY === true,
  }));
  if (options.format !== undefined) messages.preferErrorsFor(options.format);
  if (env.REPORTING_API_TOKEN) messages.hide(env.REPORTING_API_TOKEN.trim());
  const ports = createPorts(context, messages, () => ({
    allowColor: options.color,
    showProgress: options.progress && levelOf(options) === 'normal',
  }));

  const onOptions = (parsed: CommonOptions): void => {
    options = parsed;
  };
  let help = '';
  const onHelp = (text: string): void => {
    help += text;
  };
  const program = createProgram(ports, { stdout, stderr, onHelp, onOptions });

  try {
    refuseToken(argv);
    await program.parseAsync(joinSignedValues(argv), { from: 'user' }).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      if (!isHelpShown(error)) throw await explain(error, program, argv);
      if (error.exitCode !== 0) throw new HelpOnStderr();
      return ports.print(help);
    });
    return 0;
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    return error instanceof HelpOnStderr ? EXIT_CODES.usage : tell(error, messages);
  }
}

/** What commander refused, in our words; they are loaded when they are needed. */
async function explain(...refused: Parameters<typeof usageError>): Promise<ReportingError> {
  return (await import('./help/usage-error.ts')).usageError(...refused);
}

/** True for what commander throws when it has shown help or the version; on stderr, if no command was given. */
function isHelpShown(error: CommanderError): boolean {
  return ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code);
}

/** No command was given, and help has said so. */
class HelpOnStderr extends Error {}

function tell(error: unknown, messages: Messages): number {
  if (error instanceof SeveralFailures) {
    for (const failure of error.failures) tell(failure, messages);
    // Whoever wants errors only wants to know what became of the rest.
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
