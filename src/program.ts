/** Builds the commander program from the commands. Commander prints only help; main.ts prints its errors. */

import type { Argument, Command, Option } from 'commander';
import { COMMANDS, COMPLETE, type CommandEntry } from './commands/command-table.ts';
import { ReportingCommand } from './commands/reporting-command.ts';
import type { Context } from './context.ts';
import { examples, TOPIC_NAMES, TOPIC_SUMMARIES, table } from './help/blocks.ts';
import { type CommonOptions, MESSAGES } from './options/access-table.ts';
import { declared, recordTypedOptions } from './options/declare-flags.ts';
import type { LoadServices } from './services.ts';
import { version } from './version.ts';

interface ProgramOptions {
  /** For the width of help; 80 columns without it. */
  readonly context?: Pick<Context, 'stdout' | 'stderr'>;
  /** Receives help, or the version, for stdout. */
  readonly onHelp?: (text: string) => void;
  /** Receives help for stderr, shown instead of an error. */
  readonly onErrorHelp?: (text: string) => void;
  /** Receives the parsed options before a command runs. */
  readonly onOptions?: (options: CommonOptions) => void;
}

const ignore = (): void => undefined;

/** A new program. */
export function createProgram(
  load: LoadServices,
  { context, onHelp = ignore, onErrorHelp = ignore, onOptions = ignore }: ProgramOptions = {},
): Command {
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
      getOutHelpWidth: () => context?.stdout.columns || 80,
      getErrHelpWidth: () => context?.stderr.columns || 80,
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
      examples(...EXAMPLES),
      table(
        'Topics:',
        TOPIC_NAMES.map((name) => [`help ${name}`, TOPIC_SUMMARIES[name]]),
      ),
    )
    .hook('preAction', (_program, command) => onOptions(command.optsWithGlobals<CommonOptions>()));
  program.brief = () => ({
    title: "Pulls a client's revenue reports: whole, exact, or not at all.",
    usage: '<command> [options]',
    rows: program
      .createHelp()
      .visibleCommands(program)
      .map((each) => [each.name(), each.summary()]),
    // A screen has no room for more.
    examples: EXAMPLES.slice(-1),
    more: '`reporting --help` shows more; `reporting <command> -h` shows its main options.',
  });
  for (const [name, entry] of Object.entries(COMMANDS)) addCommand(program, name, entry, load);
  return program.hook('preSubcommand', (_program, command) => void declared(command));
}

/** Adds a command by its name and summary. The rest is declared when something reads it: for all, it takes longer than other help. */
function addCommand(parent: ReportingCommand, name: string, entry: CommandEntry, load: LoadServices): ReportingCommand {
  const { summary, description, usage, operands = [], sections = [], notes = [], commands = {} } = entry;
  const { examples: lines = [] } = entry;
  // `reporting help` shows the help of subcommands.
  const command = parent
    .command(name, { hidden: name === COMPLETE })
    .summary(summary)
    .helpCommand(false);
  command.declare = () => {
    command.declare = undefined;
    command.description(description);
    if (usage !== undefined) command.usage(usage);
    for (const operand of operands) command.addArgument(operand);
    command
      .flags(
        sections,
        entry.hasBrief && {
          title: `${description.split(',', 1)[0]}.`,
          usage: `${name} [options]`,
          examples: lines.slice(0, 2),
        },
      )
      .closing(...notes, ...(lines.length === 0 ? [] : [examples(...lines)]));
    const typed = recordTypedOptions(command);
    command.action(async () => {
      const given = { options: command.optsWithGlobals(), operands: command.processedArgs, typed, command };
      await entry.run(given as never, await load());
    });
    if (Object.keys(commands).length > 0) command.enablePositionalOptions();
    for (const [below, each] of Object.entries(commands)) addCommand(command, below, each, load).declare?.();
  };
  return command;
}

const EXAMPLES = [
  'reporting login',
  'reporting revenue -p last-month -g campaign --compare previous',
  'reporting revenue --sandbox -p last-30-days -f chart',
];

/** The description with choices and default: `output format (choices: text, json; default: text)`. */
function describe({ description, argChoices, defaultValue, defaultValueDescription }: Option | Argument): string {
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean';
  const value = defaultValueDescription ?? (isShown ? String(defaultValue) : undefined);
  const notes = [argChoices && `choices: ${argChoices.join(', ')}`, value && `default: ${value}`].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
