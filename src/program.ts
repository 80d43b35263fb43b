/** Builds the commander program from the commands. Commander prints only help; main.ts prints its errors. */

import type { Argument, Command, Option } from 'commander';
import { REPORTS } from './api/reports.ts';
import { ReportingCommand } from './commands/reporting-command.ts';
import type { Context } from './context.ts';
import { examples, table } from './help/blocks.ts';
import { TOPIC_NAMES, TOPIC_SUMMARIES } from './help/topic-names.ts';
import { type CommonOptions, MESSAGES } from './options/access-table.ts';
import type { LoadServices } from './services.ts';
import { version } from './version.ts';

interface ProgramOptions {
  /** For the width of help. */
  readonly context: Pick<Context, 'stdout' | 'stderr'>;
  /** Receives help, or the version, for stdout. */
  readonly onHelp: (text: string) => void;
  /** Receives help for stderr, shown instead of an error. */
  readonly onErrorHelp: (text: string) => void;
  /** Receives the parsed options before a command runs. */
  readonly onOptions: (options: CommonOptions) => void;
  readonly scope?: Scope;
}

/** All commands, all commands without their options and actions, or the commands of these names alone. */
export type Scope = 'all' | 'names' | { readonly only: readonly string[] };

/** A new program. Loads the declarations of its commands. */
export async function createProgram(
  load: LoadServices,
  { context, onHelp, onErrorHelp, onOptions, scope = 'all' }: ProgramOptions,
): Promise<Command> {
  const program = new ReportingCommand('reporting');
  program
    .description("Pulls a client's revenue reports from the reporting service: whole, exact, or not at all.")
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help; -h is short')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: onHelp,
      writeErr: onErrorHelp,
      getOutHelpWidth: () => context.stdout.columns || 80,
      getErrHelpWidth: () => context.stderr.columns || 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: true,
      // Help has no colors; commander looks for them in each word.
      displayWidth: (text) => text.length,
      subcommandTerm: (command) => command.name(),
      optionDescription: describe,
      argumentDescription: describe,
    });
  program
    .flags(MESSAGES)
    .closing(
      examples(...EXAMPLES.map((line) => `reporting ${line}`)),
      table(
        'Topics:',
        TOPIC_NAMES.map((name) => [`help ${name}`, TOPIC_SUMMARIES[name]]),
      ),
    )
    .hook('preAction', (_program, command) => onOptions(command.optsWithGlobals<CommonOptions>()));

  program.brief = () => ({
    title: "Pulls a client's revenue reports: whole, exact, or not at all.",
    usage: '<command> [options]',
    rows: SHOWN.map((name) => [name, COMMANDS[name]![0]]),
    // A screen has no room for more.
    examples: EXAMPLES.slice(-1),
    more: '`reporting --help` shows more; `reporting <command> -h` shows its main options.',
  });
  const names = typeof scope === 'object' ? scope.only : Object.keys(COMMANDS);
  for (const name of names) {
    const [summary, declaration] = COMMANDS[name]!;
    // `reporting help` shows the help of subcommands.
    const command = program
      .command(name, { hidden: name === COMPLETE })
      .summary(summary)
      .helpCommand(false);
    if (scope !== 'names') (await declaration())(command, load);
  }
  return program;
}

/** Declares the arguments, options and action of a command. */
type Declare = (command: ReportingCommand, load: LoadServices) => void;

/** The summary of a command, and its declaration. */
type CommandEntry = readonly [summary: string, load: () => Promise<Declare>];

/** The hidden command that the scripts of completion call. */
const COMPLETE = '__complete';

/** In the order of the help. The code of a command is loaded when it is declared. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  ...Object.fromEntries(
    REPORTS.map((report): [string, CommandEntry] => [
      report.name,
      [report.summary, async () => (await import('./commands/report.ts')).reportDeclaration(report)],
    ]),
  ),
  columns: [
    'list the columns of a report: kind, coverage, examples',
    async () => (await import('./commands/columns-command.ts')).declareColumns,
  ],
  raw: [
    "save the service's responses exactly as sent, as JSON or CSV",
    async () => (await import('./commands/raw.ts')).declareRaw,
  ],
  sync: ['keep a directory of monthly files up to date', async () => (await import('./commands/sync.ts')).declareSync],
  verify: ['check the files of a dataset, offline', async () => (await import('./commands/sync.ts')).declareVerify],
  login: [
    'check credentials against the service, and store them',
    async () => (await import('./commands/account.ts')).declareLogin,
  ],
  logout: ['remove a stored profile', async () => (await import('./commands/account.ts')).declareLogout],
  whoami: [
    'show the credentials that a report would use, and their sources',
    async () => (await import('./commands/account.ts')).declareWhoami,
  ],
  profiles: ['list the stored profiles', async () => (await import('./commands/account.ts')).declareProfiles],
  config: [
    'show and set defaults: format, time zone, profile, warnings',
    async () => (await import('./commands/config.ts')).declareConfig,
  ],
  doctor: [
    'check everything between you and a report',
    async () => (await import('./commands/doctor.ts')).declareDoctor,
  ],
  sandbox: [
    'serve the whole interface on loopback with sandbox data',
    async () => (await import('./commands/sandbox.ts')).declareSandbox,
  ],
  completion: [
    'print the completion script of a shell',
    async () => (await import('./commands/completion.ts')).declareCompletion,
  ],
  help: ['show the help of a command or a topic', async () => (await import('./commands/help.ts')).declareHelp],
  [COMPLETE]: [
    'print values for the scripts of completion',
    async () => (await import('./commands/complete.ts')).declareComplete,
  ],
};

/** The commands that help shows. */
const SHOWN = Object.keys(COMMANDS).filter((name) => name !== COMPLETE);

/** Commands that show others. */
const SHOW_ALL = ['completion', 'help', COMPLETE];

/**
 * The commands that a command line needs, as far as its first word shows: to load and declare all takes longer than the rest
 * of help.
 */
export function scopeOf([first = '', ...others]: readonly string[]): Scope {
  if (isHelp(first) && others.length === 0) return 'names';
  if (!Object.hasOwn(COMMANDS, first)) return 'all';
  if (first === COMPLETE) return scopeOfLine(others[0]);
  const isAlone = !SHOW_ALL.includes(first) || (others.length > 0 && others.every(isHelp));
  return isAlone ? { only: [first] } : 'all';
}

/** The commands that a typed line names: completion waits for no others. */
function scopeOfLine(line = ''): Scope {
  // The last word may not be complete.
  const named = line
    .split(/\s+/)
    .slice(1, -1)
    .filter((word) => Object.hasOwn(COMMANDS, word));
  const isAlone = named.length > 0 && !named.some((name) => SHOW_ALL.includes(name));
  return isAlone ? { only: [...new Set([...named, COMPLETE])] } : 'all';
}

function isHelp(word: string): boolean {
  return word === '-h' || word === '--help';
}

const EXAMPLES = [
  'login',
  'revenue -p last-month -g campaign --compare previous',
  'revenue --sandbox -p last-30-days -f chart',
];

/** The description with choices and default: `output format (choices: text, json; default: text)`. */
function describe({ description, argChoices, defaultValue, defaultValueDescription }: Option | Argument): string {
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean';
  const value = defaultValueDescription ?? (isShown ? String(defaultValue) : undefined);
  const notes = [argChoices && `choices: ${argChoices.join(', ')}`, value && `default: ${value}`].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
