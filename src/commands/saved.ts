/** Declares the commands for saved reports. Their code is loaded when one of them runs. */

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
import { Operand, recordTypedOptions } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';
import type { CommandLines } from './saved-arguments.ts';

export function declareSave(command: ReportingCommand, load: LoadServices, lines: CommandLines): void {
  command
    .usage('[options] <name> -- <command> [options of the command]')
    .description(
      'Saves a report under a name, as its arguments: they are checked, and kept as typed. `reporting run <name>` runs it. ' +
        'Options that run a program or send the token elsewhere are refused; --profile is not.',
    )
    .allowUnknownOption()
    .argument('<name>', 'a name for the report')
    .argument('<arguments...>', 'after --: the command and its options')
    .flags(SAVE)
    .examples([
      'save monday -- revenue -p last-week -g campaign \\\n      --compare previous',
      'run monday',
      'save --clobber monday -- revenue -p last-week -g source',
    ])
    .action(async (name: string, args: readonly string[], options: SaveOptions) => {
      const { assertSeparated, saveReport } = await import('./run-saved.ts');
      assertSeparated(command.parent!.rawArgs);
      await saveReport(name, args, options, { lines, services: await load() });
    });
}

export function declareRun(command: ReportingCommand, load: LoadServices, lines: CommandLines): void {
  command
    .usage('[options] <name> [more options]')
    .description('Runs a saved report. More options replace saved ones.')
    // Its own option shows the saved report.
    .helpOption(false)
    .allowUnknownOption()
    .addArgument(new Operand('[name]', 'a saved report', 'saved'))
    .argument('[arguments...]', 'options of the report')
    .flags(RUN)
    .examples([
      'run monday',
      'run monday --period last-month -o month.csv',
      'run monday --dry-run',
      'run monday --help',
      'run monday --file reports.json',
    ]);
  const globals = recordTypedOptions(command.parent!);
  command.action(async (name: string | undefined, args: readonly string[], options: RunOptions) => {
    if (name === undefined && options.help) command.help();
    const { runSavedReport } = await import('./run-saved.ts');
    await runSavedReport(name, { ...options, args, globals }, { lines, services: await load() });
  });
}

export function declareSaved(saved: ReportingCommand, load: LoadServices): void {
  saved.description('Lists, shows and removes saved reports.').examples(['saved', 'saved show monday']);
  saved
    .command('list', { isDefault: true })
    .summary('list the saved reports')
    .description('Shows the saved reports and the commands that they run.')
    .flags(SAVED_LIST)
    .examples(['saved list', 'saved list --file reports.json'])
    .action(async (options: SavedListOptions) =>
      (await import('./run-saved.ts')).listReports(options, await load()),
    );
  saved
    .command('show')
    .summary('print the command that a saved report runs')
    .description('Prints the command that a saved report runs.')
    .addArgument(new Operand('<name>', 'a saved report', 'saved'))
    .flags(SAVED)
    .examples(['saved show monday'])
    .action(async (name: string, options: SavedOptions) =>
      (await import('./run-saved.ts')).showReport(name, options, await load()),
    );
  saved
    .command('remove')
    .summary('remove saved reports')
    .description('Removes saved reports. If one of the names is unknown, it removes none.')
    .addArgument(new Operand('<name...>', 'saved reports', 'saved'))
    .flags(SAVED)
    .examples(['saved remove monday'])
    .action(async (names: readonly string[], options: SavedOptions) =>
      (await import('./run-saved.ts')).removeReports(names, options, await load()),
    );
}
