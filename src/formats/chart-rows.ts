/** Reads the rows of a report for a chart. They are read as often as necessary, so that memory holds no rows. */

import { type Column, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { markOf, readRowBlocks } from '../document/display-cells.ts';
import { createCellCutter, isLongText } from '../document/short-cell.ts';
import { columnsToShow } from '../document/shown-columns.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import { partOf } from '../records/row-keys.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { type ChartColumns, chooseChartColumns } from './chart-columns.ts';
import type { EncoderInput } from './format.ts';

/** The rows of a report, and the columns that a chart draws. */
export interface ChartSource {
  readonly columns: readonly Column[];
  readonly schemas: readonly ColumnSchema[];
  readonly chosen: ChartColumns;
  readonly input: EncoderInput;
  /** The number of long texts in each column. */
  readonly longTexts: readonly number[];
}

/** Bytes of a text that are enough to distinguish labels. */
export const MAX_LABEL_BYTES = 1000;

/** Reads the kinds of the columns to show, and chooses those to chart. Throws a usage error if no column holds numbers. */
export async function createChartSource(input: EncoderInput): Promise<ChartSource> {
  const shown = columnsToShow(input);
  // A chart separates the currencies also if the user chose other columns.
  const columns = uniteColumns([shown, ...(input.currencies?.separators.values() ?? [])]);
  const survey = createSchemaSurvey(columns);
  const longTexts = columns.map(() => 0);
  for await (const rows of scanRows(input.recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      survey.addRow(rows);
      for (let index = 0; index < columns.length; index++) {
        if (isLongText(block, starts[index]!, ends[index]!, MAX_LABEL_BYTES)) longTexts[index]!++;
      }
    }
  }
  const schemas = survey.schemas();
  const chosen = chooseChartColumns(columns, schemas, input);
  return { columns, schemas, chosen, input, longTexts };
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

/** The number of long texts in the columns of a chart with these `labels`. */
export function countLongTexts({ chosen, longTexts }: ChartSource, labels: readonly number[]): number {
  const used = [chosen.measure, chosen.comparison, ...labels, chosen.time?.index];
  return used.reduce<number>((sum, index) => sum + (index === undefined ? 0 : longTexts[index]!), 0);
}

/** A row, as far as a chart is concerned. */
export interface ChartRow {
  readonly label: string;
  readonly number: string | undefined;
  /** The number that the size of its group is a sum of. */
  readonly rank: string | undefined;
  /** True if the label has several numbers whose sum would mean nothing. */
  readonly isRepeated: boolean;
  readonly comparison: string | undefined;
  /** The mark of a group of a comparison with usual figures. */
  readonly mark?: ReturnType<typeof markOf>;
  readonly time: Cell;
  /** The unit of the earlier range that the row is compared with. */
  readonly comparisonTime: Cell;
}

/** The rows in blocks. */
export async function* readChartRows({
  columns,
  chosen: { measure, comparison, ranked = measure, labels, time },
  input: { recordSet, keys },
}: ChartSource): AsyncGenerator<readonly ChartRow[]> {
  const pair = comparison === undefined || time === undefined ? undefined : keys?.time?.comparison;
  const numbers = [measure, ...(comparison === undefined ? [] : [comparison])];
  const used = [...numbers, ...labels, time?.index ?? measure, ranked].map((index) => columns[index]!);
  const all = pair === undefined ? used : [...used, pair];
  const timePlace = numbers.length + labels.length;
  const labelOf = (cells: readonly Cell[]): string | undefined => {
    if (labels.length < 2) return labels.length === 0 ? undefined : visibleText(cells[numbers.length]);
    return cells.slice(numbers.length, timePlace).map(visibleText).join(SEPARATOR);
  };
  const isUsual = comparison !== undefined && partOf(keys, columns[comparison]!) === 'usual';
  let place = 0;
  const cutter = createCellCutter(MAX_LABEL_BYTES);
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount, cutter)) {
    yield rows.map((cells): ChartRow => {
      place++;
      return {
        label: labelOf(cells) ?? String(place),
        number: numberIn(cells[0]),
        rank: numberIn(cells[timePlace + 1]),
        isRepeated: false,
        comparison: comparison === undefined ? undefined : numberIn(cells[1]),
        mark: isUsual ? markOf(cells[0], cells[1]) : undefined,
        time: time && cells[timePlace],
        comparisonTime: pair && cells[timePlace + 2],
      };
    });
  }
}

/** Not visible text: it separates labels that differ only in where one ends. */
export const SEPARATOR = '\n';

/** The label of records that have none. */
const NO_LABEL = '(none)';

/** The JSON number in a cell. */
export function numberIn(cell: Cell): string | undefined {
  return cell !== undefined && isNumber(cell) ? cell : undefined;
}

/** The label as a chart shows it. */
export function readLabel(label: string): string {
  return label.split(SEPARATOR).filter(Boolean).join(' ') || NO_LABEL;
}

/** The part of a label that names the currency; undefined if all numbers have one. */
export function currencyOf(label: string, { labels, currencies }: ChartColumns): string | undefined {
  if (currencies.length === 0) return undefined;
  const parts = label.split(SEPARATOR);
  return readLabel(currencies.map((index) => parts[labels.indexOf(index)]).join(SEPARATOR));
}

/** The text of the first column of a label. */
export function firstLabel(label: string): string {
  return label.split(SEPARATOR)[0]!;
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
      'E-chart',
      `a chart would add up ${name} of several records${label === '' ? '' : ` for ${readLabel(label)}`}, and that sum would mean nothing`,
      {
        hint: 'choose another column with --columns, or make the number of each group: --avg or --ratio',
      },
    );
}

/** Reports that the chart has no bar or line for all others. `noun` names one that is shown. */
export function reportOmitted(
  { columns, chosen: { measure }, input }: ChartSource,
  count: number,
  noun: 'bar' | 'line' | 'number',
): void {
  const { name } = columns[measure]!;
  input.onTruncation(
    `only ${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} shown: a sum of ${name} for all others would mean nothing (--format csv -o <file> keeps all)`,
  );
}
