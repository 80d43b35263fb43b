/** How the cells of a report's columns are written into a sheet. */

import { type Column, columnKey } from '../core/columns.ts';
import type { Tone } from '../core/tone.ts';
import { countDays } from '../dates/range.ts';
import { toneOfChange } from '../document/change-tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type SurveyedColumn, surveyTypes } from '../parquet/type-survey.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isChange, partOf } from '../records/row-keys.ts';
import type { ColumnKind } from '../records/schema.ts';
import type { Styles } from './cell-styles.ts';

/**
 * - `number`: JSON numbers, and numbers that the service sends as texts
 * - `date`: calendar dates
 * - `text`: every cell is a text, also a number: ids
 * - `any`: the cell's own type decides
 */
type CellKind = 'number' | 'date' | 'text' | 'any';

/** A column of a sheet. */
export interface SheetColumn extends Column {
  readonly cells: CellKind;
  /** True for percentages that this program computed: a spreadsheet stores their hundredth. */
  readonly isPercent: boolean;
  /** The number format of its numbers and dates; undefined for the general one. */
  readonly format: string | undefined;
  /** The decimals of its numbers. */
  readonly decimals: number;
  /** True if thousands are grouped. */
  readonly isGrouped: boolean;
}

/** The sheet of the rows. */
export interface Sheet {
  readonly name: string;
  readonly recordSet: RecordSet;
  readonly columns: readonly SheetColumn[];
  readonly styles: Styles;
}

/** The format of a calendar date. */
const DATE_FORMAT = 'yyyy-mm-dd';
/** With more decimals, the general format is easier to read. */
const MAX_DECIMALS = 15;

const NUMBERS: ReadonlySet<ColumnKind> = new Set(['money', 'count', 'quantity', 'ratio']);

/** Reads all records once, and decides how each column is written. */
export async function planColumns(
  recordSet: RecordSet,
  columns: readonly Column[],
  input: EncoderInput,
): Promise<readonly SheetColumn[]> {
  const surveyed = await surveyTypes(recordSet, columns);
  const hasColors = areColored(input);
  return surveyed.map((column): SheetColumn => {
    const { kind } = column.schema;
    // The measure of a pivoted column is its meaning.
    const own = { ...column, path: column.meaning ?? column.path };
    const isPercent = ['percent', 'share'].includes(partOf(input.keys, own) ?? '');
    const hasTone = hasColors && isChange(input.keys, own);
    const measure = input.keys?.derived?.get(columnKey(column.path))?.measure ?? column;
    const tone = hasTone ? toneOfChange(1, measure) : 'plain';
    const cells = cellKind(column);
    const isGrouped = NUMBERS.has(kind);
    const { name, path, spelledDecimals: decimals } = column;
    const format =
      cells === 'date'
        ? DATE_FORMAT
        : cells === 'number' && isGrouped
          ? numberFormat({ decimals, isPercent, tone })
          : undefined;
    return { name, path, cells, isPercent, format, decimals, isGrouped };
  });
}

function cellKind({ schema: { kind }, type }: SurveyedColumn): CellKind {
  if (kind === 'id') return 'text';
  if (type === 'DATE') return 'date';
  return NUMBERS.has(kind) ? 'number' : 'any';
}

/** The color of a change would mislead if the ranges have different numbers of days: more days have larger sums. */
function areColored({ range, comparedRange }: EncoderInput): boolean {
  return (
    range === undefined ||
    comparedRange === undefined ||
    comparedRange.weeks !== undefined ||
    countDays(range) === countDays(comparedRange)
  );
}

/** `#,##0.00`, or `+0.0%;[Red]-0.0%;[Black]0.0%` for changes, whose font is green. `tone` is that of a rise. */
function numberFormat({
  decimals,
  isPercent,
  tone,
}: Pick<SheetColumn, 'decimals' | 'isPercent'> & { readonly tone: Tone }): string | undefined {
  if (decimals > MAX_DECIMALS) return undefined;
  const number = `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}${isPercent ? '%' : ''}`;
  if (tone === 'plain') return number;
  const [rise, fall] = tone === 'gain' ? ['', '[Red]'] : ['[Red]', ''];
  return `${rise}+${number};${fall}-${number};[Black]${number}`;
}

/** The letters of a column, by its index from 0: `A`, `Z`, `AA`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
