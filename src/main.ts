/** One run, from the command line to the exit code. The only place that prints errors and chooses exit codes. */

import { CommanderError } from 'commander';
import { CommandLineError } from './commands/reporting-command.ts';
import type { Context } from './context.ts';
import { EXIT_CODES } from './core/error-codes.ts';
import { ReportingError, SeveralFailures } from './core/errors.ts';
import { hasColor } from './core/tone.ts';
import type { CommonOptions } from './options/access-table.ts';
import { createMessages, type MessageLevel, type Messages } from './output/messages.ts';
import { print } from './output/stdout-sink.ts';
import { createProgram } from './program.ts';
import type { LoadServices, Services } from './services.ts';

/** Runs the command line `argv`, without the program's name. Resolves with the exit code; never rejects. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const { env } = context;
  // Until commander has parsed the command line, messages depend on a scan of it.
  const words = joinSignedValues(argv);
  let options = scanArguments(words);
  const messages = createMessages(context, () => ({
    level: levelOf(options),
    isJson: options.errorFormat === 'json',
    hasColor: options.color && hasColor(context.stderr, env),
  }));
  if (env.REPORTING_API_TOKEN) messages.hide(env.REPORTING_API_TOKEN.trim());
  let services: Services | undefined;
  const load: LoadServices = async () => {
    const { createServices } = await import('./services.ts');
    services ??= createServices(context, await context.directories(), messages, {
      allowColor: options.color,
      showsProgress: levelOf(options) === 'normal',
    });
    return services;
  };

  let help = '';
  let errorHelp = '';
  const program = createProgram(load, {
    context,
    onHelp(text) {
      help += text;
    },
    onErrorHelp(text) {
      errorHelp += text;
    },
    onOptions(parsed) {
      options = parsed;
    },
  });
  /** Parses and runs the command line, or shows help. Throws a usage error if it is wrong. */
  async function parse(): Promise<number> {
    try {
      await program.parseAsync(words, { from: 'user' });
    } catch (error) {
      if (error instanceof CommandLineError) throw (await import('./help/usage-error.ts')).usageError(error);
      // Commander's other errors end a run that shows help, on stderr if a command is missing.
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) {
        messages.errorHelp(errorHelp);
        return EXIT_CODES.usage;
      }
      await print(help, context);
    }
    return 0;
  }

  return parse().catch((error: unknown) => reportError(error, messages));
}

/** Prints an error, and returns its exit code. */
function reportError(error: unknown, messages: Messages): number {
  if (error instanceof SeveralFailures) {
    for (const failure of error.failures) reportError(failure, messages);
    // Also with --quiet: the errors alone do not show which reports were written.
    messages.show({ level: 'note', text: error.message, isAlways: true });
    return error.exitCode;
  }
  const reported = error instanceof ReportingError ? error : internalError(error);
  // The user has the line of an alert already.
  if (reported.code !== 'E-alerts') messages.error(reported);
  if (error instanceof Error) messages.debug(stackOf(error, messages));
  return reported.exitCode;
}

function internalError(error: unknown): ReportingError {
  const message = error instanceof Error ? error.message : String(error);
  return new ReportingError('E-internal', `internal error: ${message}`, {
    hint: 'this is a bug in reporting: please report it in the issue tracker of the project, with the output of the same command with -vv',
  });
}

function stackOf(error: Error, messages: Messages): string {
  const cause = error.cause instanceof Error ? `; caused by ${stackOf(error.cause, messages)}` : '';
  if (!(error instanceof ReportingError)) return (error.stack ?? error.message) + cause;
  const frames = error.stack?.match(/^ {4}at .*$/gm) ?? [];
  return [`${error.name}: ${error.message}`, ...frames].join('\n') + cause;
}

function levelOf({ quiet, verbose = 0 }: CommonOptions): MessageLevel {
  if (verbose > 0) return verbose > 1 ? 'debug' : 'verbose';
  return quiet === true ? 'quiet' : 'normal';
}

/**
 * The common options in `argv`, found without its grammar, for errors about a command line that cannot be parsed. An
 * argument that may be an option counts as one.
 */
function scanArguments(argv: readonly string[]): CommonOptions {
  return {
    color: !argv.includes('--no-color'),
    verbose: argv.includes('-vv') ? 2 : 0,
    errorFormat: /(?:^|\0)--error-format[=\0]json(?:\0|$)/.test(argv.join('\0')) ? 'json' : 'text',
  };
}

/** Options with values that may begin with a hyphen: `--sort -views`, `--columns -id`. */
const SIGNED = ['--sort', '--columns'];

/**
 * `argv` with such values joined to their options. Commander parses the program's own options first, and would read
 * `-views` as `-v` and other short options.
 */
function joinSignedValues(argv: readonly string[]): readonly string[] {
  const joined: string[] = [];
  const end = argv.indexOf('--');
  for (const [index, argument] of argv.entries()) {
    const last = end === -1 || index < end ? joined.at(-1) : undefined;
    const isValue = last !== undefined && SIGNED.includes(last) && /^-[^-]/.test(argument);
    if (isValue) joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}
