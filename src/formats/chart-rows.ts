/** Reads the rows of a report for a chart. They are read as often as necessary, so that memory holds no rows. */

import type { TopSums } from '../charts/top-sums.ts';
import { type Column, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { type ChartColumns, chooseChartColumns } from './chart-columns.ts';
import type { EncoderInput } from './format.ts';
import type { CellCutter } from './short-cell.ts';
import { columnsToShow } from './shown-columns.ts';

/** The rows of a report, and the columns that a chart draws. */
export interface ChartSource {
  readonly columns: readonly Column[];
  readonly schemas: readonly ColumnSchema[];
  readonly chosen: ChartColumns;
  readonly input: EncoderInput;
  /** Cuts long texts, for one pass over the rows. */
  readonly newCutter: () => CellCutter;
}

/** Bytes of a text that are enough to distinguish labels. */
export const MAX_LABEL_BYTES = 1000;

/** Reads the kinds of the columns to show, and chooses those to chart. Throws a usage error if no column holds numbers. */
export async function createChartSource(
  input: EncoderInput,
  newCutter: ChartSource['newCutter'],
): Promise<ChartSource> {
  const shown = columnsToShow(input);
  // A chart separates the currencies also if the user chose other columns.
  const columns = uniteColumns([shown, ...(input.currencies?.separators.values() ?? [])]);
  const schemas = await readSchemas(input, columns);
  return { columns, schemas, chosen: chooseChartColumns(columns, schemas, input), input, newCutter };
}

/** The source of another chart of the same rows: of the measure that `requestedMeasures` names. */
export function withMeasure(
  source: ChartSource,
  options: Pick<EncoderInput, 'requestedMeasures' | 'onTruncation'>,
): ChartSource {
  const { columns, schemas } = source;
  const input = { ...source.input, ...options };
  return { ...source, input, chosen: chooseChartColumns(columns, schemas, input) };
}

async function readSchemas(
  { recordSet }: EncoderInput,
  columns: readonly Column[],
): Promise<readonly ColumnSchema[]> {
  const survey = createSchemaSurvey(columns);
  for await (const rows of scanRows(recordSet, columns)) while (rows.next()) survey.addRow(rows);
  return survey.schemas();
}

/** A row, as far as a chart is concerned. */
export interface ChartRow {
  readonly label: string;
  readonly number: string | undefined;
  readonly earlier: string | undefined;
  readonly time: Cell;
  /** The unit of the earlier range that the row is compared with. */
  readonly earlierTime: Cell;
}

/** The rows in blocks. */
export async function* readChartRows({
  columns,
  chosen: { measure, earlier, labels, time },
  input: { recordSet, keys },
  newCutter,
}: ChartSource): AsyncGenerator<readonly ChartRow[]> {
  const pair = earlier === undefined || time === undefined ? undefined : keys?.time?.earlier;
  const numbers = [measure, ...(earlier === undefined ? [] : [earlier])];
  const used = [...numbers, ...labels, ...(time === undefined ? [] : [time.index])].map(
    (index) => columns[index]!,
  );
  const all = pair === undefined ? used : [...used, pair];
  const timePlace = numbers.length + labels.length;
  const labelOf = (cells: readonly Cell[]): string | undefined => {
    if (labels.length < 2) return labels.length === 0 ? undefined : visibleText(cells[numbers.length]);
    return cells.slice(numbers.length, timePlace).map(visibleText).join(SEPARATOR);
  };
  let place = 0;
  const cutter = newCutter();
  function readRow({ block, starts, ends }: ScannedRows): ChartRow {
    place++;
    const cells = all.map((_, index) => cutter.cellAt(block, starts[index]!, ends[index]!));
    return {
      label: labelOf(cells) ?? String(place),
      number: numberIn(cells[0]),
      earlier: earlier === undefined ? undefined : numberIn(cells[1]),
      time: time && cells[timePlace],
      earlierTime: pair && cells[timePlace + 1],
    };
  }

  for await (const scanned of scanRows(recordSet, all)) {
    let rows: ChartRow[] = [];
    while (scanned.next()) {
      rows.push(readRow(scanned));
      if (rows.length < BLOCK_ROWS) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
}

const BLOCK_ROWS = 500;

/** Not visible text: it separates labels that differ only in where one ends. */
const SEPARATOR = '\n';

/** The label of records that have none. */
const NO_LABEL = '(none)';

function numberIn(cell: Cell): string | undefined {
  return cell !== undefined && isNumber(cell) ? cell : undefined;
}

/** The label as a chart shows it. */
export function readLabel(label: string): string {
  return label.split(SEPARATOR).filter(Boolean).join(' ') || NO_LABEL;
}

/**
 * Adds all rows to `top`, in as many passes as it needs. Without `useNumbers`, only the labels count. Returns the name of all
 * labels that `top` does not keep.
 */
export async function rankLabels(source: ChartSource, top: TopSums, useNumbers: boolean): Promise<string> {
  let isTaken = false;
  do {
    for await (const rows of readChartRows(source)) {
      for (const { label, number } of rows) {
        isTaken ||= isNameOfOthers(firstOf(label));
        top.add(label, useNumbers ? number : undefined);
      }
    }
  } while (top.endPass());
  return nameOthers(isTaken);
}

function firstOf(label: string): string {
  const end = label.indexOf(SEPARATOR);
  return end === -1 ? label : label.slice(0, end);
}

/** The title of a chart: `revenue by campaign`. */
export function titleOf({ columns, chosen: { measure } }: ChartSource, keys: readonly string[]): string {
  return `${toVisibleText(columns[measure]!.name)} by ${keys.join(', ') || 'record'}`;
}

/** The names of the columns that give the labels. */
export function labelNames({ columns, chosen: { labels } }: ChartSource): readonly string[] {
  return labels.map((index) => toVisibleText(columns[index]!.name));
}

/** The range as text; empty without a range. */
export function rangeName(range: EncoderInput['range']): string {
  return range === undefined ? '' : formatRange(range);
}

/** The error for numbers of one label, where a sum means nothing. */
export function sumError({
  columns,
  chosen: { measure, canAdd },
}: ChartSource): ((label: string) => Error) | undefined {
  if (canAdd) return undefined;
  const { name } = columns[measure]!;
  return (label) =>
    new ReportingError(
      'usage',
      `a chart would add up ${name} of several records${label === '' ? '' : ` for ${readLabel(label)}`}, and that sum would mean nothing`,
      {
        hint: 'choose another column with --columns, or make the number of each group: --avg or --ratio',
      },
    );
}

/** Reports that the chart has no bar or line for all others. `shown` names the shown ones. */
export function reportOmitted({ columns, chosen: { measure }, input }: ChartSource, shown: string): void {
  const { name } = columns[measure]!;
  input.onTruncation(
    `only ${shown} are shown: a sum of ${name} for all others would mean nothing (--format csv -o <file> keeps all)`,
  );
}
