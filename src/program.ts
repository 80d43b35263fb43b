/** Builds the commander program from the commands. Commander prints only help; main.ts prints its errors. */

import { type Argument, type Command, Option } from 'commander';
import { REPORTS } from './api/reports.ts';
import { addColumnsCommand } from './commands/columns-command.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConfigCommand } from './commands/config.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addHelpCommand } from './commands/help.ts';
import { addLoginCommand } from './commands/login.ts';
import { addLogoutCommand } from './commands/logout.ts';
import { addProfilesCommand } from './commands/profiles.ts';
import { addRawCommand } from './commands/raw.ts';
import { addReportCommand } from './commands/report.ts';
import { ReportingCommand } from './commands/reporting-command.ts';
import { addSandboxCommand } from './commands/sandbox.ts';
import { addSyncCommand } from './commands/sync.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import type { OutputStream } from './context.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

/** The options of every command, and two that main.ts needs for messages. */
export interface CommonOptions {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly progress: boolean;
  readonly color: boolean;
  readonly errorFormat?: 'text' | 'json';
  /** The format of the command's output. */
  readonly format?: string;
  /** The output file of the command. */
  readonly output?: string;
}

export interface ProgramOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Receives help, or the version, for stdout. */
  readonly onHelp: (text: string) => void;
  /** Receives help for stderr, shown instead of an error. */
  readonly onErrorHelp: (text: string) => void;
  /** Receives the parsed options before a command runs. */
  readonly onOptions: (options: CommonOptions) => void;
  /** The name of a command. */
  readonly only?: string | undefined;
}

/** A new program with all commands, or with `only` this one. */
export function createProgram(
  services: Services,
  { stdout, stderr, onHelp, onErrorHelp, onOptions, only }: ProgramOptions,
): Command {
  const program = new ReportingCommand('reporting');
  program
    .description("Pulls a client's revenue reports from the reporting service: whole, exact, or not at all.")
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help; -h is short')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: onHelp,
      writeErr: onErrorHelp,
      getOutHelpWidth: () => stdout.columns || 80,
      getErrHelpWidth: () => stderr.columns || 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: describe,
      argumentDescription: describe,
    })
    .optionsGroup('Messages:')
    .option('-q, --quiet', 'print only errors and truncation warnings')
    .option('-v, --verbose', 'print details of each request')
    .option('--debug', 'print debugging details, without the token')
    .option('--no-progress', 'hide the progress bar')
    .option('--no-color', 'disable colors (also: NO_COLOR)')
    .addOption(
      new Option('--error-format <name>', 'format of messages')
        .choices(['text', 'json'])
        .default(undefined, 'json for JSON formats off a terminal, else text'),
    )
    .addHelpText(
      'after',
      ['\nExamples:', ...EXAMPLES.map((example) => `  $ reporting ${example}`)].join('\n'),
    )
    .hook('preAction', (_program, command) => onOptions(command.optsWithGlobals<CommonOptions>()));

  program.setBriefHelp(() => ({
    title: "Pulls a client's revenue reports: whole, exact, or not at all.",
    usage: '<command> [options]',
    rows: BRIEF_ROWS,
    examples: EXAMPLES,
    more: '`reporting --help` shows more; `reporting <command> -h` shows its main options.',
  }));
  const adders = only === undefined ? Object.values(COMMANDS) : [COMMANDS[only]!];
  for (const add of adders) add(program, services);
  // `reporting help` shows the help of subcommands.
  for (const command of program.commands) command.helpCommand(false);
  return program;
}

/** Adds each command, in the order of the help. */
const COMMANDS: Readonly<Record<string, (program: Command, services: Services) => void>> = {
  ...Object.fromEntries(
    REPORTS.map((report) => [
      report.name,
      (program: Command, services: Services) => addReportCommand(program, report, services),
    ]),
  ),
  columns: addColumnsCommand,
  raw: addRawCommand,
  sync: addSyncCommand,
  verify: addVerifyCommand,
  login: addLoginCommand,
  logout: addLogoutCommand,
  whoami: addWhoamiCommand,
  profiles: addProfilesCommand,
  config: addConfigCommand,
  doctor: addDoctorCommand,
  sandbox: addSandboxCommand,
  completion: addCompletionCommand,
  help: addHelpCommand,
};

/** Commands that show others. */
const SHOW_ALL = ['completion', 'help'];

/**
 * The command that a command line runs, if its first word names one that works alone: to declare all of them takes a tenth of
 * the time of help. Undefined for other command lines, which need all commands.
 */
export function commandAlone([first = '']: readonly string[]): string | undefined {
  return Object.hasOwn(COMMANDS, first) && !SHOW_ALL.includes(first) ? first : undefined;
}

const EXAMPLES = [
  'login',
  'revenue -p last-month -g campaign --compare previous',
  'revenue --sandbox -p last-30-days -f chart',
];

/** The commands in the short help, in the order of use. */
const BRIEF_ROWS = [
  ...REPORTS.map(({ name, summary }) => [name, summary] as const),
  ['columns', 'list the columns that the service sends'],
  ['raw', "save the service's answers exactly as sent"],
  ['sync, verify', 'keep a directory of monthly files up to date; check it'],
  ['login, logout, whoami', 'store, remove and show credentials'],
  ['profiles, config', 'manage stored clients and defaults'],
  ['doctor', 'check everything between you and a report'],
  ['sandbox', 'serve made-up data on this machine'],
  ['completion, help', 'completion of a shell; help on a topic'],
] as const;

/** The description with choices and default: `output format (choices: text, json; default: text)`. */
function describe({
  description,
  argChoices,
  defaultValue,
  defaultValueDescription,
}: Option | Argument): string {
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean';
  const value = defaultValueDescription ?? (isShown ? String(defaultValue) : undefined);
  const notes = [argChoices && `choices: ${argChoices.join(', ')}`, value && `default: ${value}`].filter(
    Boolean,
  );
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
