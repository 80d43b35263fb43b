/** Makes the schema of each report from the newest whole month with records. */

import path from 'node:path';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { prefixed } from '../core/warnings.ts';
import { NO_DATE_COLUMN } from '../report/checks/date-column.ts';
import type { Services } from '../services.ts';
import type { Dataset } from './dataset.ts';
import { type ExtendedSchema, extendSchema, keysOfColumns } from './extend-schema.ts';
import type { Fetcher, PartitionReport } from './fetch-records.ts';
import { daysOfMonth, monthOf, monthsBetween } from './months.ts';
import type { PullContext } from './pull-context.ts';
import type { SyncClient } from './resolve-dataset.ts';
import { typedColumns } from './schema-file.ts';
import type { PlanClock, PlannedPull } from './sync-plan.ts';
import { SCHEMA_FILE } from './tree.ts';

/** A report without records in this many months gets its schema when records appear. */
const MAX_MONTHS = 12;

interface SetUpParts {
  readonly clients: readonly SyncClient[];
  readonly fetcher: Fetcher;
  readonly context: PullContext;
  readonly clock: PlanClock;
}

/**
 * Makes the schemas of reports that have neither a schema nor files. True if every report has a schema afterwards. If a client
 * fails, tries the next one; if all fail, throws the first error. Throws a configuration error for data files without
 * a schema.
 */
export async function setUpSchemas(parts: SetUpParts, services: Services): Promise<boolean> {
  const { context } = parts;
  let areAll = true;
  for (const report of context.dataset.reports) {
    if ((await context.schemas.read(report)) !== undefined) continue;
    if (context.tree.hasData(report) && (await context.schemas.read(report)) === undefined)
      throw missingSchema(report, context);
    // Months without records have files, but no schema.
    if (!context.tree.hasMonths(report)) areAll = (await setUpReport(report, parts, services)) && areAll;
    else areAll = false;
  }
  return areAll;
}

/** The error for data files without their schema: the types of a new one could differ from theirs. */
function missingSchema(report: string, { shown }: PullContext): ReportingError {
  const file = path.join(shown, `report=${report}`, SCHEMA_FILE);
  return new ReportingError(
    'E-dataset-file',
    `${file} is missing: it has the types of the data files beside it`,
    {
      hint: 'restore it from a copy, or sync to a new directory; new files could get other types',
    },
  );
}

/** Throws a usage error for a chosen type that differs from the type in a schema, and for a column that no schema has. */
export async function assertChosenTypes({ context }: SetUpParts): Promise<void> {
  const schemas = await Promise.all(context.dataset.reports.map((report) => context.schemas.read(report)));
  if (schemas.some((schema) => schema === undefined)) return;
  const columns = schemas.flatMap((schema) => schema?.columns ?? []);
  for (const [name, type] of context.types) {
    const found = columns.filter((column) => column.path.join('.') === name);
    const other = found.find((column) => column.type !== undefined && column.type !== type);
    if (found.length > 0 && other === undefined) continue;
    const problem =
      other === undefined ? 'no report has the column' : `the dataset has ${other.type!} for it`;
    throw new ReportingError('E-dataset-option', `--type ${name}=${type.toLowerCase()}: ${problem}`, {
      hint:
        other === undefined
          ? `the columns are: ${columns.map((column) => column.path.join('.')).join(', ')}`
          : 'types do not change after the first run: sync to a new directory',
    });
  }
}

/** Throws a usage error for a chosen date column that differs from that of a schema, by which the days are compared. */
export async function assertChosenDateColumns(
  dateColumns: Readonly<Record<string, string>>,
  { context }: SetUpParts,
): Promise<void> {
  for (const report of context.dataset.reports) {
    const [known, chosen] = [(await context.schemas.read(report))?.dateColumn, dateColumns[report]];
    if (known === undefined || chosen === undefined || chosen === known || chosen === NO_DATE_COLUMN)
      continue;
    throw new ReportingError(
      'E-dataset-option',
      `--date-column ${chosen}: the dataset has ${known} as the date column of ${report}`,
      { hint: 'it does not change after the first run: leave the option out, or sync to a new directory' },
    );
  }
}

async function setUpReport(
  report: string,
  { clients, fetcher, context, clock }: SetUpParts,
  { messages, signal }: Services,
): Promise<boolean> {
  fetcher.showProgress(`set up ${report}`, 1);
  let firstError: ReportingError | undefined;
  const failed = new Set<SyncClient>();
  for (const pull of candidates(report, context.dataset, clients, clock)) {
    const client = clients.find(({ profile }) => profile === pull.profile)!;
    if (failed.has(client)) continue;
    try {
      const isMade = await fetcher.fetch(
        pull,
        client,
        { dateColumn: undefined, signal, onWarning: () => undefined },
        async (found) => {
          const made = await makeSchema(report, found, context);
          fetcher.hideProgress();
          for (const note of made?.notes ?? []) messages.note(`${report}: ${note}`);
          for (const warning of found.standing(made?.warnings ?? []))
            messages.warning(prefixed(report, warning));
          return made !== undefined;
        },
      );
      if (isMade) return true;
    } catch (error) {
      if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
      firstError ??= nameProfile(error, pull.profile) as ReportingError;
      failed.add(client);
    }
  }
  if (firstError !== undefined && failed.size === clients.length) throw firstError;
  return false;
}

/** Puts the first schema of a report; undefined for a month without any value, which would choose no date column. */
async function makeSchema(
  report: string,
  found: PartitionReport,
  { schemas, types }: PullContext,
): Promise<ExtendedSchema | undefined> {
  const { rows: recordSet } = found;
  if (recordSet.recordCount === 0) return undefined;
  const dateColumn = found.parts[0]!.dates.dateColumn?.column.name;
  for (;;) {
    const known = await schemas.read(report);
    const atStart = keysOfColumns(known);
    const made = await extendSchema(recordSet, known, { dateColumn, types, atStart });
    if (typedColumns(made.schema).length === 0) return undefined;
    found.assertNoWarnings(found.standing(made.warnings));
    if (!made.isNew || (await schemas.put(report, made.schema))) return made;
  }
}

/** Whole months, newest first, each of all clients; then the present month. */
function candidates(
  report: string,
  { from, to }: Dataset,
  clients: readonly SyncClient[],
  { yesterday }: PlanClock,
): readonly PlannedPull[] {
  const present = monthOf(yesterday);
  const last = to !== undefined && to < present ? to : present;
  const months = [...monthsBetween(from, last)].reverse().slice(0, MAX_MONTHS);
  const isWhole = (month: string): boolean => daysOfMonth(month).to <= yesterday;
  const ordered = [...months.filter(isWhole), ...months.filter((month) => !isWhole(month))];
  return ordered.flatMap((month) =>
    clients.map(({ profile }): PlannedPull => {
      const range = daysOfMonth(month);
      const end = range.to <= yesterday ? range.to : yesterday;
      return { report, profile, month, range: { ...range, to: end }, reason: 'missing' };
    }),
  );
}
