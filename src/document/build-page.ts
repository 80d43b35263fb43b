/**
 * Builds a page: the answer and its reasons, tiles, the groups, lines over time, and the exact rows. All but the rows come from the
 * summaries of the report, which cover all records that meet the conditions.
 */

import { type Charted, chartOf } from '../charts/charted.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { formatDecimal, parseDecimal, percentText, signOf } from '../core/decimal.ts';
import { countOf, formatCount, signed, toVisibleLine, toVisibleText } from '../core/text.ts';
import { plainCell, type ShownCell } from '../core/tone.ts';
import { wordRange } from '../dates/range.ts';
import { headline, leadPhrases, sentenceStart } from '../findings/phrases.ts';
import type { CaptionFacts, EncoderInput, PageFacts } from '../formats/format.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { type Frame, measureNamed, type Summaries, surveyMeasures } from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import { mergeOthers, sortBySize } from '../frame/steps.ts';
import type { Cell } from '../records/cells.ts';
import { isQuantity } from '../records/schema.ts';
import { groupBars } from './bar-chart.ts';
import { captionParts, captionTexts, percentPerDay } from './caption.ts';
import { createCellShower, toneOfChange, visibleName } from './display-cells.ts';
import { groupThousands, roundRatio } from './display-number.ts';
import type { LinePart, Page, Table, Tiles } from './document.ts';
import { lineCharts } from './line-chart.ts';
import { figuresTable, linePart } from './line-part.ts';
import { medianNote, type ReadFindings, readFindings, unitsOf } from './read-findings.ts';
import { type FrameTable, frameTable, rowsTable } from './rows-table.ts';
import { hiddenNotes, totalLabel, withoutColumns } from './shown-columns.ts';

/** A browser shows this many rows without delay. */
const MAX_ROWS = 10_000;
const MAX_TILES = 6;
const MAX_BARS = 10;
/** Groups of a comparison; the table of the rows has the others. */
const MAX_MOVERS = 30;
/** Currencies that have a chart of their own. */
const MAX_LINES = 10;
/** Longest title; the rest would hide the report. */
const MAX_TITLE = 300;

export async function buildPage(given: EncoderInput, facts: PageFacts, caption: CaptionFacts): Promise<Page> {
  const omitted: string[] = [];
  const input: EncoderInput = {
    ...given,
    roundsNumbers: 'quotients',
    onTruncation: (text) => void omitted.push(text),
  };
  const { recordSet, keys } = input;
  const rows = await rowsTable({ ...input, roundsNumbers: 'thousands', maxRows: MAX_ROWS });
  const truncation = rows?.truncation?.();
  if (truncation !== undefined) omitted.push(truncation);
  const isEmpty = facts.summaries?.recordCount === 0 && input.recordSet.recordCount === 0;
  const summaries = isEmpty ? undefined : facts.summaries;
  const [main] = summaries?.measures ?? [];
  const figures = summaries && main?.isAdded === true ? { ...summaries, measure: main.column } : undefined;
  const found = figures && (await readFindings(input, figures));
  const groups = summaries && (await groupsOf(summaries, found, input));
  const lines = summaries === undefined ? [] : await linesOf(summaries, found, input);
  const hidden = hiddenRows(input, rows?.rowCount ?? 0);
  for (const message of [...hidden, ...omitted]) given.onTruncation(message);
  const isPivot = recordSet.columns.some(({ meaning }) => meaning !== undefined);
  const areGroups = keys?.areGroups === true && keys.time === undefined;
  const tables = [rows === undefined ? [] : [rows], lines];
  const title = titleOf(caption, input);
  return {
    title,
    windowTitle: title + (input.range === undefined ? '' : `, ${wordRange(input.range)}`),
    isSandbox: caption.clients.length === 0,
    // A picture of the first screen must name the range, the client and the conditions.
    about: captionTexts(captionParts(input, found !== undefined)).flat(),
    headline: found && headline(found.findings, found.wording),
    lead: found === undefined ? [] : leadPhrases(found.findings, found.wording),
    notes: [
      ...hidden.flatMap((message) => [message, `All rows as CSV: ${facts.csvCommand}`]),
      ...facts.warnings,
      ...facts.rangeNotes,
      ...hiddenNotes(input).map((note) => `${note}. Tiles and charts cover all records.`),
      ...omitted,
    ],
    parts: [
      ...(summaries === undefined ? [] : [tilesOf(summaries, input)]),
      ...(groups === undefined ? [] : [groups.table]),
      // The rows of a pivot show what groups do.
      ...(isPivot ? tables : tables.toReversed()).flat(),
    ],
    repeatsRows: groups?.isWhole === true && areGroups && recordSet.recordCount <= groups.table.rowCount,
    noRows: `${withoutColumns(input).replace(/^n/, 'N')}.`,
    facts: factsOf(facts, input),
    command: toVisibleText(facts.command),
  };
}

/** Each main figure, its change, and its change a day. */
function tilesOf({ measures, totals }: Summaries, input: EncoderInput): Tiles {
  const show = createCellShower([], [], {});
  const tiles = measures.slice(0, MAX_TILES).map(({ column, role }) => {
    const isQuotient = role === 'avg' || role === 'ratio';
    const number = (exact: string): string => groupThousands(isQuotient ? roundRatio(exact, 2) : exact);
    const [total, before, change] = comparedColumns(column).map(({ path }) => totals.get(columnKey(path)));
    const shown = show(total, 0);
    // A total of several currencies is a text, and has no change.
    const isCompared = change !== undefined && total?.startsWith('"') !== true;
    return {
      name: visibleName(column, input.renames),
      unit: unitsOf(column, input)[0],
      total: { ...shown, text: number(shown.text || 'no data') },
      changes: isCompared ? tileChanges(column, [before, change], number, input) : [],
    };
  });
  return { kind: 'tiles', tiles };
}

/** The change in percent with its colour, the change in all, and that a day for ranges of different numbers of days. */
function tileChanges(
  column: Column,
  cells: readonly Cell[],
  number: (exact: string) => string,
  { changePerDay, hidden }: EncoderInput,
): readonly ShownCell[] {
  const [before, change] = cells.map(numberIn);
  const from = `from ${before === undefined ? 'no data' : number(formatDecimal(before))}`;
  if (change === undefined) return [plainCell(from)];
  const amount = signed(number(formatDecimal(change)));
  const percent = before && percentText(change, before);
  const [first, second] = percent === undefined ? [amount, from] : [`${signed(percent)}%`, `${amount} ${from}`];
  // Groups that a condition leaves out are among all records.
  const daily = hidden?.byConditions === 0 && changePerDay ? percentPerDay(column, changePerDay) : undefined;
  const tone = toneOfChange(signOf(change), column);
  return [
    { text: first, tone },
    plainCell(second),
    ...(daily === undefined ? [] : [plainCell(`a day: ${signed(daily)}%`)]),
  ];
}

interface Groups {
  readonly table: Table;
  /** True if it has every group. */
  readonly isWhole: boolean;
}

/** The groups that moved, or else bars; undefined without groups, and for a pivot. */
async function groupsOf(
  { byGroup, measures }: Summaries,
  found: ReadFindings | undefined,
  input: EncoderInput,
): Promise<Groups | undefined> {
  const changes = found && (await changesOf(found, byGroup, input));
  if (changes !== undefined || input.recordSet.columns.some(({ meaning }) => meaning !== undefined)) return changes;
  const charted = await chartOfSummary(byGroup, measures[0]!.column);
  if (charted === undefined) return undefined;
  const { table, otherCount } = await groupBars(charted, input, MAX_BARS);
  const name = visibleName(charted.measure.column, input.renames);
  const title = sentenceStart(name) + table.title!.slice(name.length);
  return table.rowCount < 2 ? undefined : { table: { ...table, title }, isWhole: otherCount === 0 };
}

/** The groups of a comparison by the size of their changes. */
async function changesOf(
  { findings, wording, measure }: ReadFindings,
  frame: Frame | undefined,
  input: EncoderInput,
): Promise<Groups | undefined> {
  const { total, movers } = findings;
  if (frame === undefined || total?.change === undefined) return undefined;
  const groupCount = frame.rows.length;
  const measures = comparedColumns(measure).flatMap((column) => measureNamed(frame, column) ?? []);
  const sorted = await sortBySize({ ...frame, measures, form: 'shown' }, measures[2]!.column);
  const figures = [total.now, total.before ?? 'null', total.change, total.percent ?? 'null'];
  const options: FrameTable = { totals: groupCount > 1 ? [totalLabel(groupCount), ...figures] : undefined };
  const shown = await mergeOthers(sorted, MAX_MOVERS, countOf(groupCount - MAX_MOVERS, 'other'));
  const table = await frameTable(shown, options, input, movers);
  const isZero = signOf(parseDecimal(total.change)!) === 0;
  const medians = groupCount > 1 && total.before !== undefined ? medianNote(input) : [];
  // Medians do not explain their total.
  const hasSource = !isZero && medians.length === 0;
  const title = hasSource ? `Where the ${signed(wording.number(total.change))} came from` : 'What changed';
  const notes = () => [...medians, ...table.notes()];
  return { table: { ...table, id: 'movers', title, notes }, isWhole: table.rowCount === groupCount };
}

/** The main measure over time, or one part for each currency, and the exact numbers. */
async function linesOf(
  { byTime, byCurrency, measures }: Summaries,
  found: ReadFindings | undefined,
  input: EncoderInput,
): Promise<readonly (LinePart | Table)[]> {
  const { column } = measures[0]!;
  const charted = await chartOfSummary(byCurrency ?? byTime, column);
  const charts = charted && (await lineCharts(charted, input, MAX_LINES, MAX_LINES));
  if (charts === undefined) return [];
  const name = visibleName(column, input.renames);
  const ofAll = byCurrency === undefined ? found : undefined;
  return [...charts.map((chart) => linePart(chart, name, input, ofAll)), figuresTable(charts, name)];
}

/** The chart of a measure of a summary; undefined without rows, and if it has no numbers. */
async function chartOfSummary(frame: Frame | undefined, { name }: Column): Promise<Charted | undefined> {
  const measure = frame?.measures.find(({ column }) => column.name === name);
  if (frame === undefined || measure === undefined || frame.rows.length === 0) return undefined;
  const [schema] = await surveyMeasures(frame, [measure]);
  return isQuantity(schema!) ? chartOf(frame, measure, schema!) : undefined;
}

/** The report with the keys of its rows: `Revenue by campaign, month`. */
function titleOf({ report }: CaptionFacts, { keys }: EncoderInput): string {
  const columns = keys?.areGroups === true ? [...keys.groups, ...(keys.time ? [keys.time.column] : [])] : [];
  const by = columns.length === 0 ? '' : ` by ${columns.map(({ name }) => toVisibleText(name)).join(', ')}`;
  return toVisibleLine(report.charAt(0).toUpperCase() + report.slice(1) + by, MAX_TITLE);
}

function factsOf({ pulled: [first, last], summaries }: PageFacts, input: EncoderInput): Page['facts'] {
  const { recordCount, comparedCount } = summaries ?? {};
  const compared = comparedCount === undefined ? '' : `, and ${formatCount(comparedCount)} of the compared range`;
  return [
    ...captionParts(input),
    ...(recordCount === undefined ? [] : [{ name: 'Records', value: formatCount(recordCount) + compared }]),
    { name: 'Pulled', value: first === last ? last : `${first} to ${last}` },
  ];
}

function hiddenRows({ recordSet: { recordCount } }: EncoderInput, shownCount: number): readonly string[] {
  if (recordCount <= shownCount) return [];
  const which = `${formatCount(shownCount)} of ${countOf(recordCount, 'row')}`;
  return [`the page has ${which} (--format csv -o <file> keeps all)`];
}
