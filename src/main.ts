/** One run, from the command line to the exit code. The only place that prints errors and chooses exit codes. */

import { CommanderError } from 'commander';
import { CommandLineError } from './commands/reporting-command.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, ReportingError, SeveralFailures } from './core/errors.ts';
import { ReaderGone } from './core/sink.ts';
import { isJsonFormat } from './formats/registry.ts';
import { createMessages, type MessageLevel, type Messages } from './output/messages.ts';
import { hasColor } from './output/style.ts';
import { type CommonOptions, commandAlone, createProgram, type ProgramOptions } from './program.ts';
import { createServices } from './services.ts';

/** Runs the command line `argv`, without the program's name. Resolves with the exit code; never rejects. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const { stdout, stderr, env } = context;
  // Until commander has parsed the command line, messages depend on a scan of it.
  let options: CommonOptions = scanArguments(joinSignedValues(argv));
  const messages = createMessages(stderr, () => ({
    level: levelOf(options),
    errorFormat: options.errorFormat,
    hasColor: options.color && hasColor(stderr, env),
    isTerminal: stderr.isTTY === true,
    width: stderr.isTTY === true ? stderr.columns : undefined,
  }));
  messages.settleFormat(isJsonFormat(options.format));
  if (env.REPORTING_API_TOKEN) messages.hide(env.REPORTING_API_TOKEN.trim());
  const services = createServices(context, messages, () => ({
    allowColor: options.color,
    showProgress: options.progress && levelOf(options) === 'normal',
  }));

  let help = '';
  let errorHelp = '';
  const programOptions: ProgramOptions = {
    stdout,
    stderr,
    onHelp(text) {
      help += text;
    },
    onErrorHelp(text) {
      errorHelp += text;
    },
    onOptions(parsed) {
      options = parsed;
      messages.settleFormat(isJsonFormat(options.format));
    },
  };
  const parse = (only: string | undefined): Promise<unknown> =>
    createProgram(services, { ...programOptions, only }).parseAsync(joinSignedValues(argv), { from: 'user' });

  async function parseWithFewCommands(): Promise<unknown> {
    const only = commandAlone(argv);
    if (only === undefined) return parse(only);
    // No action has started. A hint may name any command.
    return parse(only).catch((error: unknown) => {
      if (error instanceof CommandLineError) return parse(undefined);
      throw error;
    });
  }

  try {
    rejectTokenOption(argv);
    await parseWithFewCommands().catch(async (error: unknown) => {
      if (error instanceof CommandLineError) {
        const { suggestFormat, usageError } = await import('./help/usage-error.ts');
        messages.settleFormat(isJsonFormat(suggestFormat(error, argv, options, env)));
        throw usageError(error, argv);
      }
      // Commander's other errors end a run that shows help.
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw new HelpOnStderr();
      return argv.includes('--no-pager') ? services.print(help) : services.page(help);
    });
    return 0;
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (!(error instanceof HelpOnStderr)) return reportError(error, messages);
    messages.errorHelp(errorHelp);
    return EXIT_CODES.usage;
  } finally {
    messages.release();
  }
}

/** Thrown without a command: help replaces an error message. */
class HelpOnStderr extends Error {}

/** Prints an error, and returns its exit code. */
function reportError(error: unknown, messages: Messages): number {
  if (error instanceof SeveralFailures) {
    for (const failure of error.failures) reportError(failure, messages);
    // Also with --quiet: the errors alone do not show which reports were written.
    messages.truncation(error.message, 'note');
    return error.exitCode;
  }
  const reported = error instanceof ReportingError ? error : internalError(error);
  messages.error(reported);
  if (error instanceof Error) messages.debug(stackOf(error, messages));
  return reported.exitCode;
}

function internalError(error: unknown): ReportingError {
  const message = error instanceof Error ? error.message : String(error);
  return new ReportingError('fault', `internal error: ${message}`, {
    hint: 'this is a bug in reporting: please report it in the issue tracker of the project, with the output of the same command with --debug',
  });
}

function stackOf(error: Error, messages: Messages): string {
  const cause = error.cause instanceof Error ? `; caused by ${stackOf(error.cause, messages)}` : '';
  if (!(error instanceof ReportingError)) return (error.stack ?? error.message) + cause;
  const frames = error.stack?.match(/^ {4}at .*$/gm) ?? [];
  return [`${error.name}: ${messages.word(error.text.message)}`, ...frames].join('\n') + cause;
}

function levelOf({ quiet, verbose, debug }: CommonOptions): MessageLevel {
  if (debug === true) return 'debug';
  if (verbose === true) return 'verbose';
  return quiet === true ? 'quiet' : 'normal';
}

/** Rejects a token on the command line without repeating it: process lists and shell histories show it. */
function rejectTokenOption(argv: readonly string[]): void {
  if (!argv.some((argument) => /^--(api-)?token(=|$)/.test(argument))) return;
  throw new ReportingError(
    'usage',
    '--token is not supported: process lists and shell histories would show it',
    {
      hint: 'run `reporting login`, or set REPORTING_API_TOKEN, or name a file with --token-file',
    },
  );
}

/**
 * The common options in `argv`, found without its grammar, for errors about a command line that cannot be parsed. An
 * argument that may be an option counts as one.
 */
function scanArguments(argv: readonly string[]): CommonOptions {
  const errorFormat = optionValue(argv, '--error-format');
  const format = optionValue(argv, '--format', /^-[qvhV]*f(.*)$/s);
  const output = optionValue(argv, '--output', /^-[qvhV]*o(.*)$/s);
  return {
    progress: !argv.includes('--no-progress'),
    color: !argv.includes('--no-color'),
    debug: argv.includes('--debug'),
    ...(errorFormat === 'json' || errorFormat === 'text' ? { errorFormat } : {}),
    ...(format === undefined ? {} : { format }),
    ...(output === undefined ? {} : { output }),
  };
}

/** `short` matches the short option, also after short options without a value; its group is a joined value: `-qfjson`. */
function optionValue(argv: readonly string[], long: string, short?: RegExp): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    const joined = argument === long ? '' : short?.exec(argument)?.[1];
    if (joined !== undefined) return joined === '' ? argv[index + 1] : joined;
  }
  return undefined;
}

/** Options with values that may begin with a hyphen: `--sort -views`, `--columns -id`. */
const SIGNED = ['--sort', '--columns'];

/**
 * `argv` with such values joined to their options. Commander parses the program's own options first, and would read
 * `-views` as `-v` and other short options.
 */
function joinSignedValues(argv: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const argument of argv) {
    const last = joined.at(-1);
    const isValue = last !== undefined && SIGNED.includes(last) && /^-[^-]/.test(argument);
    if (isValue) joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}
