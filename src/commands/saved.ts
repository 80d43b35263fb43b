/** Declares the commands for saved reports. Their code is loaded when one of them runs. */

import type { Command } from 'commander';
import {
  RUN,
  type RunOptions,
  SAVE,
  SAVED,
  SAVED_LIST,
  type SavedListOptions,
  type SavedOptions,
  type SaveOptions,
} from '../options/access-table.ts';
import { declareFlags, Operand, recordTypedOptions } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { CommandLines } from './saved-arguments.ts';

export function declareSave(command: Command, load: LoadServices, lines: CommandLines): void {
  command
    .usage('[options] <name> -- <command> [options of the command]')
    .description(
      'Saves a report under a name, as its arguments: they are checked, and kept as typed. `reporting run <name>` runs it. ' +
        'Options that run a program or send the token elsewhere are refused; --profile is not.',
    )
    .allowUnknownOption()
    .argument('<name>', 'a name for the report')
    .argument('<arguments...>', 'after --: the command and its options');
  declareFlags(command, SAVE);
  command
    .addHelpText('after', SAVE_EXAMPLES)
    .action(async (name: string, args: readonly string[], options: SaveOptions) => {
      const { assertSeparated, saveReport } = await import('./run-saved.ts');
      assertSeparated(command.parent!.rawArgs);
      await saveReport(name, args, options, { lines, services: await load() });
    });
}

const SAVE_EXAMPLES = `
Examples:
  $ reporting save monday -- revenue -p last-week -g campaign \\
      --compare previous
  $ reporting run monday
  $ reporting save --clobber monday -- revenue -p last-week -g source`;

export function declareRun(command: Command, load: LoadServices, lines: CommandLines): void {
  command
    .usage('[options] <name> [more options]')
    .description('Runs a saved report. More options replace saved ones.')
    // Its own option shows the saved report.
    .helpOption(false)
    .allowUnknownOption()
    .addArgument(new Operand('[name]', 'a saved report', 'saved'))
    .argument('[arguments...]', 'options of the report');
  declareFlags(command, RUN);
  const globals = recordTypedOptions(command.parent!);
  command
    .addHelpText('after', RUN_EXAMPLES)
    .action(async (name: string | undefined, args: readonly string[], options: RunOptions) => {
      if (name === undefined && options.help) command.help();
      const { runSavedReport } = await import('./run-saved.ts');
      await runSavedReport(name, { ...options, args, globals }, { lines, services: await load() });
    });
}

const RUN_EXAMPLES = `
Examples:
  $ reporting run monday
  $ reporting run monday --period last-month -o month.csv
  $ reporting run monday --dry-run
  $ reporting run monday --help
  $ reporting run monday --file reports.json`;

export function declareSaved(saved: Command, load: LoadServices): void {
  saved
    .description('Lists, shows and removes saved reports.')
    .addHelpText('after', '\nExamples:\n  $ reporting saved\n  $ reporting saved show monday');
  const list = saved
    .command('list', { isDefault: true })
    .summary('list the saved reports')
    .description('Shows the saved reports and the commands that they run.');
  declareFlags(list, SAVED_LIST);
  list
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting saved list\n  $ reporting saved list --file reports.json',
    )
    .action(async (options: SavedListOptions) =>
      (await import('./run-saved.ts')).listReports(options, await load()),
    );
  const show = saved
    .command('show')
    .summary('print the command that a saved report runs')
    .description('Prints the command that a saved report runs.')
    .addArgument(new Operand('<name>', 'a saved report', 'saved'));
  declareFlags(show, SAVED);
  show
    .addHelpText('after', '\nExamples:\n  $ reporting saved show monday')
    .action(async (name: string, options: SavedOptions) =>
      (await import('./run-saved.ts')).showReport(name, options, await load()),
    );
  const remove = saved
    .command('remove')
    .summary('remove saved reports')
    .description('Removes saved reports. If one of the names is unknown, it removes none.')
    .addArgument(new Operand('<name...>', 'saved reports', 'saved'));
  declareFlags(remove, SAVED);
  remove
    .addHelpText('after', '\nExamples:\n  $ reporting saved remove monday')
    .action(async (names: readonly string[], options: SavedOptions) =>
      (await import('./run-saved.ts')).removeReports(names, options, await load()),
    );
}
