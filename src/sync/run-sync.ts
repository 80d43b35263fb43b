/** Runs `sync`: resolves the dataset, plans, pulls several months at once, and reports what changed. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ConfigSources } from '../config/load-config.ts';
import { NO_DATE_COLUMN } from '../config/settings.ts';
import { mapConcurrent } from '../core/async.ts';
import { isInterruption, nameProfile, ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { noticeText, prefixed } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { makeDirectories, removeOldStagedFiles, writeDurably } from '../fs/durable-files.ts';
import { strictError } from '../report/pull.ts';
import type { Uses } from '../services.ts';
import { DATASET_FILE, type Dataset, formatDataset, isSandbox, NEVER_CHANGES } from './dataset.ts';
import { type DatasetSchema, keysOfColumns } from './dataset-schema.ts';
import { assertChosenTypes } from './extend-schema.ts';
import { createFetcher } from './fetch-records.ts';
import { daysOfMonth, keyOf, labelOf, type Partition } from './months.ts';
import { type PullContext, pullMonth } from './pull-month.ts';
import { resolveDataset, type SyncClients, type SyncRequest } from './resolve-dataset.ts';
import {
  listPartitions,
  type PlannedMonth,
  type PlannedPull,
  planMonths,
  planSettings,
  throwFailures,
} from './sync-plan.ts';
import { acquireOwnLock, createTree, LOCK_FILE, readDataset, type Tree } from './tree.ts';

/** What became of a month; `elsewhere`: another run has pulled it; `skipped`: its client was refused; or why it failed. */
type Outcome = 'settled' | 'written' | 'unchanged' | 'elsewhere' | 'skipped' | ReportingError;

/** A month of the run. Its outcome is undefined before its pull. */
type Step = PlannedMonth & { outcome: Outcome | undefined };

/** Runs `sync` once. Throws `SeveralFailures` if months failed and the others are complete. */
export async function runSync(
  request: SyncRequest,
  services: ConfigSources & PullContext['services'] & Parameters<typeof createFetcher>[1] & Uses<'targetOf' | 'print'>,
): Promise<void> {
  const shown = request.directory;
  const root = await services.targetOf(shown);
  const { messages, signal } = services;
  const { zoneWarning, dataset, scope, extend, isNew, clients } = await resolveDataset(request, root, services);
  const expected = planSettings(dataset, services, request);
  assertForced(request.forced, listPartitions(scope, expected.yesterday));
  if (zoneWarning !== undefined) {
    if (request.checks.strict) throw strictError(noticeText(zoneWarning), zoneWarning);
    messages.show(zoneWarning);
  }
  const planned = createTree(root, shown, dataset);
  if (request.dryRun) return showPlan(await planMonths(scope, planned, expected, signal), services);
  const tree = createTree(root, shown, await saveDataset(planned, extend, services));
  // Another run may have created the dataset meanwhile, with its own zone.
  const settings = planSettings(tree.dataset, services, request);
  if (isNew && zoneWarning === undefined) {
    const { timeZone } = tree.dataset;
    messages.summary(`New dataset in ${timeZone}, where yesterday is ${settings.yesterday}: this zone never changes.`);
  }
  // Those of killed runs above the months, whose pulls remove theirs.
  for (const folder of ['', ...tree.dataset.reports.map((report) => `report=${report}`)])
    await removeOldStagedFiles(path.join(root, folder));
  const steps = (await planMonths(scope, tree, settings, signal)).map(
    (month): Step => ({ ...month, outcome: month.error ?? (month.pull ? undefined : 'settled') }),
  );
  const pullCount = countIn(steps, undefined);
  const fetcher = createFetcher({ dataset: tree.dataset, request, pullCount }, services);
  try {
    const context = { ...settings, request, services, tree, fetcher, columnsAtStart: new Map(), inTurn: createTurns() };
    const summary = summaryOf(steps, await pullSteps(steps, clients, context));
    fetcher.hideProgress();
    throwFailures(
      steps.flatMap(({ outcome }) => (outcome instanceof ReportingError ? [outcome] : [])),
      summary,
    );
    if (countIn(steps, 'written') > 0) messages.note(summary);
    else messages.summary(summary);
    if (isSandbox(tree.dataset) && services.stdout.isTerminal) messages.summary('Sandbox data.');
  } finally {
    await fetcher.close();
  }
}

/** Adds what the run adds to the dataset on disk, under a lock: other runs may do so at the same time. */
async function saveDataset(
  tree: Tree,
  extend: (known: Dataset | undefined) => Dataset,
  services: Uses<'signal' | 'now' | 'sleep'>,
): Promise<Dataset> {
  const { root, shown } = tree;
  const known = readDataset(root, shown);
  // A lock that is there may be that of a killed run: taking it removes it.
  const isLocked = existsSync(tree.place(LOCK_FILE)[0]);
  if (!isLocked && known !== undefined && formatDataset(extend(known)) === formatDataset(known)) return known;
  await makeDirectories(path.dirname(root), path.basename(root), shown);
  const file = tree.place(DATASET_FILE);
  const held = await acquireOwnLock(tree.place(LOCK_FILE), services, { what: file[1], doing: 'writing' });
  try {
    const extended = extend(readDataset(root, shown));
    await writeDurably(...file, formatDataset(extended));
    return extended;
  } finally {
    await held.release();
  }
}

/** Throws a usage error for a forced month that the run does not have. */
function assertForced(forced: readonly string[], partitions: readonly Partition[]): void {
  const unknown = forced.find((key) => !partitions.some((partition) => keyOf(partition) === key));
  if (unknown === undefined) return;
  const example = partitions[0] === undefined ? 'revenue/acme/2026-01' : keyOf(partitions[0]);
  throw new ReportingError('E-dataset-option', `--force ${unknown}: the run has no such month`, {
    hint: `name report, profile and month: --force ${example}`,
  });
}

async function showPlan(
  months: readonly PlannedMonth[],
  { messages, print }: Uses<'messages' | 'print'>,
): Promise<void> {
  const pulls = months.flatMap(({ pull, error }) => (pull && error === undefined ? [pull] : []));
  await print(pulls.map((pull) => `${labelOf(pull)}  ${formatRange(pull.range)}  ${pull.reason}\n`).join(''));
  messages.note(
    `--dry-run: nothing was requested; the run would pull ${pulls.length} of ${countOf(months.length, 'month')}`,
  );
  throwFailures(
    months.flatMap(({ error }) => error ?? []),
    'nothing was requested',
  );
}

/** Pulls the months that need it. A failure of one does not affect the others. Returns the number of records of written months. */
async function pullSteps(steps: readonly Step[], clients: SyncClients, context: PullContext): Promise<number> {
  const { tree, columnsAtStart, services } = context;
  const { types, dateColumns, requests } = context.request;
  const { messages, signal } = services;
  let recordCount = 0;
  /** Clients whose other months are not requested. */
  const refused = new Set<string>();

  async function outcomeOf(pull: PlannedPull, abort: AbortSignal): Promise<Outcome> {
    if (refused.has(pull.profile)) return 'skipped';
    try {
      const client = clients.get(pull.profile)!;
      if (client instanceof ReportingError) throw client;
      const { kind, notices = [], records = 0 } = await pullMonth(pull, client, context, abort);
      recordCount += records;
      for (const notice of notices) messages.show(prefixed(labelOf(pull), notice));
      return kind;
    } catch (error) {
      if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
      // Several months at once are refused together.
      if (error.kind === 'auth' && refused.has(pull.profile)) return 'skipped';
      if (error.kind === 'auth') refused.add(pull.profile);
      return nameProfile(error, pull.profile) as ReportingError;
    }
  }

  const pullAtOnce = (some: readonly Step[]): Promise<unknown> =>
    mapConcurrent(
      some.filter(({ outcome }) => outcome === undefined),
      async (step, _index, abort) => {
        step.outcome = await outcomeOf(step.pull!, abort);
      },
      { concurrency: requests.concurrency, signal },
    );
  try {
    await pullAtOnce(firstOfReports(steps, tree));
    const schemas = new Map(tree.dataset.reports.map((report) => [report, tree.readSchema(report)] as const));
    const known = [...schemas.values()].filter((schema) => schema !== undefined);
    if (known.length === schemas.size) assertChosenTypes(types, known);
    for (const [report, schema] of schemas) {
      assertChosenDateColumn(dateColumns[report], report, schema);
      columnsAtStart.set(report, keysOfColumns(schema));
    }
    await pullAtOnce(steps);
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const done = `${countIn(steps, 'written')} of ${countOf(steps.filter(({ pull }) => pull).length, 'month')} written`;
    const hint = `continue with \`reporting sync ${shellWord(tree.shown)}\``;
    throw error.with({}, { message: `${error.message}, ${done}`, hint });
  }
  return recordCount;
}

/** Throws a usage error for a chosen date column that differs from that of a schema, by which days are compared and read. */
function assertChosenDateColumn(chosen: string | undefined, report: string, schema: DatasetSchema | undefined): void {
  const known = schema?.dateColumn;
  if (known === undefined || chosen === undefined || chosen === known || chosen === NO_DATE_COLUMN) return;
  const message = `--date-column ${chosen}: the dataset has ${known} as the date column of ${report}`;
  throw new ReportingError('E-dataset-option', message, { hint: NEVER_CHANGES });
}

/** The newest whole month of each report without a schema: it decides the types of the columns. */
function firstOfReports(steps: readonly Step[], tree: Tree): readonly Step[] {
  return tree.dataset.reports.flatMap((report) => {
    if (tree.readSchema(report) !== undefined) return [];
    const own = steps.filter(({ pull }) => pull?.report === report);
    const whole = own.filter(({ pull }) => pull!.range.to === daysOfMonth(pull!.month).to);
    const newest = [...own, ...whole].at(-1)?.pull?.month;
    return own.filter(({ month }) => month === newest).slice(0, 1);
  });
}

function countIn(steps: readonly Step[], kind: Step['outcome']): number {
  return steps.filter(({ outcome }) => outcome === kind).length;
}

function summaryOf(steps: readonly Step[], records: number): string {
  const kinds = ['written', 'unchanged', 'elsewhere', 'skipped', 'settled'] as const;
  const [written, unchanged, elsewhere, skipped, settled] = kinds.map((kind) => countIn(steps, kind));
  const parts = [
    `${countOf(written!, 'month')} written${written === 0 ? '' : ` (${countOf(records, 'record')})`}`,
    `${unchanged} unchanged`,
    elsewhere !== 0 && `${elsewhere} pulled by another run`,
    skipped !== 0 && `${skipped} not requested after a refusal`,
    `${settled} settled`,
  ];
  return parts.filter((each) => each !== false).join(', ');
}

/** Runs pieces of work one after the other, in the order of the calls. */
function createTurns(): PullContext['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
