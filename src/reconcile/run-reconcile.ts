/** Runs a comparison: pulls the sides, compares their amounts, and writes the keys that differ. */

import { loadConfig, type StoredConfig } from '../config/load-config.ts';
import { formatDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT, writeDocument } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import type { Weekday } from '../dates/date.ts';
import { formatRange } from '../dates/range.ts';
import { FORMATS } from '../formats/registry.ts';
import type { Messages } from '../output/messages.ts';
import { storedFormat } from '../plan/format-choice.ts';
import type { ReportPlan } from '../plan/report-plan.ts';
import type { ReportRequest } from '../plan/request.ts';
import { cellText } from '../records/cells.ts';
import { checkReachable, showPlans } from '../report/dry-run.ts';
import { type OpenDocument, openDocument } from '../report/open-document.ts';
import { planRequest, pullRows } from '../report/pull-rows.ts';
import { assertNoWarnings, writeWhole } from '../report/run.ts';
import type { Services } from '../services.ts';
import { type AmountsFile, type ComparedKeyName, parseAmounts } from './amounts-file.ts';
import { compareAmounts, maySeparateThousands, sumOf, type Tolerance } from './comparison.ts';
import { assertOneCurrency, type Side, sideOfReport } from './report-side.ts';
import { type Comparison, resultRows, summaryOf } from './result-rows.ts';

/** What to compare: the sums of two reports, or of a report and a file. */
export interface ReconcileRequest {
  /** One report if there is a file, or else two. */
  readonly reports: readonly RequestedReport[];
  readonly keys: readonly ComparedKeyName[];
  readonly weekStart: Weekday;
  readonly file: AmountsFile | undefined;
  readonly tolerance: Tolerance;
  /** True to write the keys that agree, too. */
  readonly showsAll: boolean;
}

interface RequestedReport {
  readonly request: ReportRequest;
  /** The column to add up; undefined for the main measure. */
  readonly sum: string | undefined;
}

/** Compares the sides, and writes the keys that differ. Throws an error if there are any, after the document is written. */
export async function runReconcile(request: ReconcileRequest, services: Services): Promise<void> {
  const { reports, file, keys } = request;
  const stored = await loadConfig(reports[0]!.request.fetch, services);
  const plans = await planReports(request, stored, services);
  const [plan] = plans as [ReportPlan];
  if (reports[0]!.request.mode === 'dry-run') {
    for (const each of plans) await checkReachable(each, stored, services);
    return showPlans(plans, services);
  }
  // They are about the name of the file, and say nothing about the amounts.
  for (const text of plan.document.warnings) services.messages.warning(text);
  const messages = shareMessages(services.messages);
  const own = { ...services, messages };
  const fileSides = file === undefined ? [] : [await sideOfFile(file, request, plan, services)];
  const names = [...plans.map(({ fetch }) => fetch.report), ...fileSides.map(({ title }) => title)];
  // The caption names both sides.
  const caption = { ...plan.fetch, report: names.join(' and ') };
  const document = await openDocument({ ...plan, fetch: caption }, WITHOUT_PROGRESS, services);
  const isOnStdout = plan.document.output === STDOUT;
  const isForPeople = FORMATS[plan.document.format].audience === 'people';
  const { comparison, rows } = await writeWhole(document.sink, async () => {
    const sides: Side[] = [];
    for (const [index, each] of plans.entries()) {
      const { sum } = reports[index]!;
      const side = { ...each, document: { ...each.document, warnings: [] } };
      sides.push(await pullRows(side, stored, own, (pulled) => sideOfReport(pulled, { sum, keys })));
    }
    const comparison = compareSides([...sides, ...fileSides] as [Side, Side], request, plan, messages);
    if (file !== undefined) noteThousands(comparison, file, messages);
    const rows = comparison.compared.filter(({ state }) => request.showsAll || state !== 'agrees');
    // A document for people without rows is the sentence that all agree.
    const pieces =
      isForPeople && rows.length === 0
        ? piecesOf(`${agreementOf(comparison, messages)}\n`)
        : document.encode(resultRows(comparison, rows, request.weekStart, isForPeople), []);
    await writeDocument(document.sink, pieces, services.signal);
    return { comparison, rows };
  });
  reportOutcome(comparison, document, { messages, isOnStdout });
  const isSaid = isForPeople && rows.length === 0 && isOnStdout;
  if (!isSaid) messages.summary(agreementOf(comparison, messages));
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}

const WITHOUT_PROGRESS = { stop: () => undefined, pulledBetween: () => undefined };

/** The formats that show rows alone. */
function assertFormat(format: ReportPlan['document']['format']): void {
  const { isPicture, unfitForTerminals } = FORMATS[format];
  if (isPicture !== true && unfitForTerminals === undefined) return;
  throw new ReportingError('E-format', `reconcile does not write ${format}`, {
    hint: 'use --format table, csv, json or markdown',
  });
}

async function planReports(
  { reports, keys }: ReconcileRequest,
  stored: StoredConfig,
  services: Services,
): Promise<readonly ReportPlan[]> {
  const plans: ReportPlan[] = [];
  for (const { request } of reports) {
    const { document } = request;
    const { output, display } = document;
    const format = document.format ?? storedFormat(output.text, stored);
    assertFormat(format);
    if (output.placeholders.includes('profile') && stored.clients.length > 1) {
      throw new ReportingError(
        'E-output-name',
        '--output contains {profile}, but reconcile writes one file',
        {
          hint: 'remove {profile}; --on profile gives each profile rows of its own',
        },
      );
    }
    const transform = { ...document.transform, comparedKeys: keys.map(({ name }) => name) };
    const own = { ...document, format, transform };
    const plan = await planRequest({ ...request, document: own }, stored, services);
    // Rounded, a difference could look like none. A total has no units of time.
    const exact = { ...plan.document.display, decimals: display.decimals };
    const notes = keys.length === 0 ? [] : plan.document.notes;
    plans.push({ ...plan, document: { ...plan.document, display: exact, notes } });
  }
  return plans;
}

/** The side of the file, for the days of the plan. Shows which lines are of other days. */
async function sideOfFile(
  file: AmountsFile,
  { weekStart }: ReconcileRequest,
  { fetch: { range } }: ReportPlan,
  { readTextFile, messages }: Services,
): Promise<Side> {
  const text = await readTextFile(file.file, 'file');
  const { outside, ...found } = await parseAmounts(text, file, { range, weekStart });
  const [first] = outside;
  if (first !== undefined) {
    const total = formatDecimal(sumOf(outside.map(({ amount }) => amount)));
    messages.truncation(
      `${file.file}: ${countOf(outside.length, 'line')} outside ${formatRange(range)}, not compared: ${total} in all, first line ${first.line}`,
      'note',
    );
  }
  return { name: 'file', title: file.file, column: `file_${file.column}`, ...found };
}

/** Throws for warnings with `strict`, for amounts of different currencies, and if there is nothing to compare. */
function compareSides(
  sides: readonly [Side, Side],
  { keys, tolerance }: ReconcileRequest,
  { fetch }: ReportPlan,
  messages: Messages,
): Comparison {
  const [first, second] = sides;
  const { today } = fetch.range;
  const warnings = [
    ...(today === undefined ? [] : [`${today} is not over: its amounts may still change`]),
    ...sides.flatMap((side) => side.warnings),
  ];
  assertNoWarnings(
    fetch,
    warnings.map((text) => ({ text, namesReport: true })),
    messages,
  );
  for (const text of warnings) messages.warning(text);
  assertOneCurrency(sides, keys);
  const compared = compareAmounts(first.amounts, second.amounts, tolerance);
  if (compared.length > 0) return { keys, sides, compared };
  throw new ReportingError(
    'E-no-records',
    `nothing to compare: neither ${first.title} nor ${second.title} has amounts for ${formatRange(fetch.range)}`,
  );
}

/** Notes the first amount of the file that differs, and that may have a separator of thousands in place of a decimal sign. */
function noteThousands(
  { compared }: Comparison,
  { file, hasDecimalComma }: AmountsFile,
  messages: Messages,
): void {
  const row = compared.find(
    ({ state, first, second }) => state === 'differs' && maySeparateThousands(second!, first!),
  );
  if (row === undefined) return;
  const plain = formatDecimal(row.second!);
  const [sign, amount] = hasDecimalComma ? ['comma', plain.replace('.', ',')] : ['point', plain];
  messages.note(
    `${file}, ${row.keys.map(cellText).join(', ')}: the ${sign} in ${amount} is a decimal sign; if it separates thousands, write ${plain.replace('.', '')}`,
  );
}

/** The sentence that all keys agree, unless a warning puts that in doubt. */
function agreementOf(comparison: Comparison, { warningCount }: Pick<SharedMessages, 'warningCount'>): string {
  const warnings = warningCount();
  const doubt = warnings === 0 ? '' : `; ${countOf(warnings, 'warning')} may hide a difference`;
  return summaryOf(comparison) + doubt;
}

/** Throws an error if keys differ: a result if stdout has the rows, and otherwise the only sign of them. */
function reportOutcome(
  comparison: Comparison,
  { notes, truncations }: OpenDocument,
  { messages, isOnStdout }: { readonly messages: SharedMessages; readonly isOnStdout: boolean },
): void {
  if (truncations.length > 0) messages.truncation(truncations.join('; '), 'warning');
  for (const note of notes) messages.note(note);
  const warnings = messages.warningCount();
  const seeWarnings = warnings === 0 ? '' : `; ${countOf(warnings, 'warning')} above may be the reason`;
  if (comparison.compared.some(({ state }) => state !== 'agrees')) {
    throw new ReportingError('E-differs', summaryOf(comparison) + seeWarnings, { isResult: isOnStdout });
  }
}

interface SharedMessages extends Messages {
  /** The number of warnings so far. */
  readonly warningCount: () => number;
}

/** The messages of both sides. A note about the range appears once. */
function shareMessages(messages: Messages): SharedMessages {
  const notes = new Set<string>();
  let warnings = 0;
  return {
    ...messages,
    note(text) {
      if (!notes.has(text)) messages.note(text);
      notes.add(text);
    },
    warning(text) {
      warnings++;
      messages.warning(text);
    },
    warningCount: () => warnings,
  };
}
