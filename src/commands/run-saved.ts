/** Saves, runs, shows and removes saved reports. */

import { alignRows } from '../config/resolve-credentials.ts';
import { checkReportName, type SavedReports } from '../config/saved-reports.ts';
import { ReportingError, SeveralFailures } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import type { RunOptions, SavedListOptions, SavedOptions, SaveOptions } from '../options/access-table.ts';
import type { TypedOption } from '../options/flag.ts';
import type { Services } from '../services.ts';
import { assertSafe, type CommandLines, mergeArguments, showArguments, wordsOf } from './saved-arguments.ts';

interface Runner {
  readonly lines: CommandLines;
  readonly services: Services;
}

/** Throws a usage error without `--`: options of the report would count as options of `save`. */
export function assertSeparated(argv: readonly string[]): void {
  if (argv.includes('--')) return;
  throw new ReportingError('E-saved-report', 'the command to save comes after --', {
    hint: 'for example: reporting save monday -- revenue -p last-week',
  });
}

/** Saves arguments under a name, after the checks that a run makes. */
export async function saveReport(
  name: string,
  args: readonly string[],
  { clobber, file }: SaveOptions,
  { lines, services }: Runner,
): Promise<void> {
  checkReportName(name);
  if (lines.takenNames.includes(name)) {
    throw new ReportingError('E-saved-report', `"${name}" is already a command or a help topic`, {
      hint: 'choose another name',
    });
  }
  assertSafe(await lines.read(args));
  const saved = await services.savedReports(file);
  await saved.change((reports) => {
    if (reports.has(name) && clobber !== true) {
      throw new ReportingError('E-saved-report', `${saved.file} already has a saved report "${name}"`, {
        hint: `overwrite it with --clobber; \`reporting saved show ${name}\` prints it`,
      });
    }
    return new Map([...reports, [name, args]]);
  });
  services.messages.summary(`Saved ${name} in ${saved.file}.`);
}

interface RunRequest extends RunOptions {
  /** The arguments after the name, as typed. */
  readonly args: readonly string[];
  /** The options of every command, which commander has removed from the arguments. */
  readonly globals: readonly TypedOption[];
}

/** Runs a saved report, or shows what it runs. Its errors name it. */
export async function runSavedReport(
  name: string | undefined,
  { file, help, args, globals }: RunRequest,
  { lines, services }: Runner,
): Promise<void> {
  if (name === undefined || name.startsWith('-')) {
    throw new ReportingError('E-saved-report', 'the name of a saved report is missing', {
      hint: 'it comes before the options of the report: reporting run monday --dry-run. `reporting saved` lists the names',
    });
  }
  const store = await services.savedReports(file);
  const [command = '', ...own] = findReport(name, store);
  if (help) return services.print(`${describeReport(name, store)}\n`);
  try {
    const saved = await lines.read([command, ...own]);
    assertSafe(saved);
    const later = [...args, ...globals.flatMap(wordsOf)];
    const { options } = await lines.read([command, ...saved.operands, ...later]);
    const merged = mergeArguments(command, saved, { options, args: later });
    const isDryRun = [...saved.options, ...options].some((each) => each.name === 'dryRun');
    if (isDryRun) services.messages.note(`${name} runs: ${showArguments(merged)}`);
    await lines.run(merged);
  } catch (error) {
    throw nameReport(error, name);
  }
}

/** The error with the name of the saved report before its message. */
function nameReport(error: unknown, name: string): unknown {
  const named = (message: string): string => `saved report ${name}: ${message}`;
  if (error instanceof SeveralFailures) return new SeveralFailures(error.failures, named(error.message));
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  return error.with({}, { message: named(error.message) });
}

/** A saved report and the command that it runs, for help. */
export function describeReport(name: string, store: SavedReports): string {
  return `${name} is a saved report (${store.file}). It runs:\n\n  $ ${showArguments(findReport(name, store))}`;
}

/** Prints the saved reports. */
export async function listReports({ format, file }: SavedListOptions, services: Services): Promise<void> {
  const store = await services.savedReports(file);
  const reports = store.read();
  if (format === 'json') return services.print(`${JSON.stringify(Object.fromEntries(reports))}\n`);
  if (format === 'names') return services.print([...reports.keys()].map((name) => `${name}\n`).join(''));
  if (reports.size === 0) {
    services.messages.note(`there are no saved reports in ${store.file}`);
    return;
  }
  await services.print(await alignRows([...reports].map(([name, args]) => [name, showArguments(args)])));
}

/** Prints the command that a saved report runs. */
export async function showReport(name: string, { file }: SavedOptions, services: Services): Promise<void> {
  const args = findReport(name, await services.savedReports(file));
  await services.print(`${showArguments(args)}\n`);
}

/** Removes all or none: an unknown name leaves the others as they are. */
export async function removeReports(
  names: readonly string[],
  { file }: SavedOptions,
  services: Services,
): Promise<void> {
  const store = await services.savedReports(file);
  for (const name of names) findReport(name, store);
  await store.change((reports) => new Map([...reports].filter(([name]) => !names.includes(name))));
  services.messages.summary(`Removed ${[...new Set(names)].join(', ')} from ${store.file}.`);
}

function findReport(name: string, store: SavedReports): readonly string[] {
  const reports = store.read();
  const found = reports.get(name);
  if (found !== undefined) return found;
  const near = closestMatch(name, [...reports.keys()]);
  throw new ReportingError(
    'E-saved-report',
    `there is no saved report ${JSON.stringify(name)} in ${store.file}`,
    {
      hint:
        near === undefined
          ? '`reporting saved` lists them; `reporting save <name> -- revenue …` saves one'
          : `did you mean ${near}?`,
    },
  );
}
