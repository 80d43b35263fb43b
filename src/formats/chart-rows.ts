/** The rows of a report as those of a chart, and the words about them. */

import { type Column, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { columnsToShow } from '../document/shown-columns.ts';
import { groupRecords } from '../frame/group-records.ts';
import { type Cell, isNumber } from '../records/cells.ts';
import type { ColumnSchema } from '../records/schema.ts';
import { type ChartColumns, chooseChartColumns } from './chart-columns.ts';
import type { EncoderInput } from './format.ts';

/** The rows of a report, and the columns that a chart draws. */
export interface ChartSource {
  readonly columns: readonly Column[];
  readonly schemas: readonly ColumnSchema[];
  readonly chosen: ChartColumns;
  readonly input: EncoderInput;
}

/** Reads the kinds of the columns to show, and chooses those to chart. Throws a usage error if no column holds numbers. */
export async function createChartSource(input: EncoderInput): Promise<ChartSource> {
  const shown = columnsToShow(input);
  // A chart separates the currencies also if the user chose other columns.
  const columns = uniteColumns([shown, ...(input.currencies?.separators.values() ?? [])]);
  const { schemas } = await groupRecords([input.recordSet], { keys: [], states: [], surveyed: columns });
  const chosen = chooseChartColumns(columns, schemas, input);
  return { columns, schemas, chosen, input };
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
