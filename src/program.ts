/** A fresh commander program out of the commands. Commander prints help and nothing else: its errors are told in our words. */

import { Command, Option } from 'commander';
import { addCompletionCommand } from './commands/completion.ts';
import { addConfigCommand } from './commands/config.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addHelpCommand } from './commands/help.ts';
import { addLoginCommand } from './commands/login.ts';
import { addLogoutCommand } from './commands/logout.ts';
import type { Ports } from './commands/ports.ts';
import { addProfilesCommand } from './commands/profiles.ts';
import { addReportCommand } from './commands/report.ts';
import { addSandboxCommand } from './commands/sandbox.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import type { OutputStream } from './context.ts';
import { REPORTS } from './reports/registry.ts';
import { version } from './version.ts';

/** The options that every command takes. */
export interface CommonOptions {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly progress: boolean;
  readonly color: boolean;
  readonly errorFormat?: 'text' | 'json';
  /** Of the command, if it has one. */
  readonly format?: string;
  /** The same. */
  readonly output?: string;
}

export interface ProgramOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Told the help or the version that is to be shown on stdout. */
  readonly onHelp: (text: string) => void;
  /** Called with help that takes the place of an error. */
  readonly onErrorHelp: (text: string) => void;
  /** Told the common options before a command begins. */
  readonly onOptions: (options: CommonOptions) => void;
}

export function createProgram(
  ports: Ports,
  { stdout, stderr, onHelp, onErrorHelp, onOptions }: ProgramOptions,
): Command {
  const program = new Command('reporting');
  program
    .description("Pulls a client's revenue reports from the reporting service: whole, exact, or not at all.")
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: onHelp,
      writeErr: onErrorHelp,
      outputError: () => undefined,
      getOutHelpWidth: () => stdout.columns || 80,
      getErrHelpWidth: () => stderr.columns || 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: describeOption,
      argumentDescription: ({ description }) => description,
    })
    .optionsGroup('Messages:')
    .option('-q, --quiet', 'errors only, and what the output leaves out')
    .option('-v, --verbose', 'say what is asked, and what came')
    .option('--debug', 'say all that may help to find a fault, without the token')
    .option('--no-progress', 'no moving line on a terminal')
    .option('--no-color', 'no colours (also: NO_COLOR)')
    .addOption(
      new Option(
        '--error-format <name>',
        'text, or json: an object for each message (default: json with JSON formats off a terminal)',
      ).choices(['text', 'json']),
    )
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (_program, command) => onOptions(command.optsWithGlobals<CommonOptions>()));

  for (const report of REPORTS) addReportCommand(program, report, ports);
  addLoginCommand(program, ports);
  addLogoutCommand(program, ports);
  addWhoamiCommand(program, ports);
  addProfilesCommand(program, ports);
  addConfigCommand(program, ports);
  addDoctorCommand(program, ports);
  addSandboxCommand(program, ports);
  addCompletionCommand(program, ports);
  addHelpCommand(program, ports);
  return program;
}

const EXAMPLES = `
Sign in, and pull a report:
  $ reporting login
  $ reporting revenue --period last-month

Try it without an account:
  $ reporting revenue --sandbox --from 2026-01 --to 2026-03 --limit 10
  $ reporting revenue --sandbox --period last-month --compare previous \\
      --group-by campaign --sum revenue --sort -revenue --limit 10`;

/** The descriptions name the choices where they matter; commander would name them again. */
function describeOption({ description, defaultValue, defaultValueDescription }: Option): string {
  if (defaultValue === undefined || typeof defaultValue === 'boolean') return description;
  return `${description} (default: ${defaultValueDescription ?? String(defaultValue)})`;
}
