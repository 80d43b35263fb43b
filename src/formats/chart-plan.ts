/** What a chart is drawn of: which column gives the numbers, which ones the labels, and whether they are a line of days. */

import { type CalendarDate, parseCalendarDate } from '../core/calendar-date.ts';
import type { Column } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { type ColumnSchema, isQuantity, mainMeasure } from '../records/schema.ts';
import { type Cell, isNumber } from '../segments/cell.ts';
import { dateSpelling } from '../segments/date-spelling.ts';
import { type ShownCell, visibleText } from './shown-cell.ts';

export interface ChartPlan {
  /** Names of the columns: `revenue by campaign`. */
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** True if the labels are days, each of them once. */
  readonly isOverDays: boolean;
}

export interface ChartPoint {
  readonly label: string;
  /** What is written beside it: the number as it was spelled, or grouped. */
  readonly shown: ShownCell;
  /** Share of the number that is farthest from zero, from -1 to 1; undefined where there is no number. */
  readonly share: number | undefined;
  /** The day of the label, where labels are days. */
  readonly day: CalendarDate | undefined;
}

/** Indexes of the columns that a chart can be drawn of. */
export interface ChartColumns {
  /** Gives the numbers. */
  readonly value: number;
  /** May give the labels, in order. */
  readonly labels: readonly number[];
}

export interface ChartInput extends ChartColumns {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly show: (cell: Cell, index: number) => ShownCell;
}

export function planChart(input: ChartInput): ChartPlan {
  const { columns, rows, show, value } = input;
  const labels = chooseLabels(input);
  const shares = sharesOf(rows.map((row) => row[value]));
  const days = labels.length === 0 ? [] : rows.map((row) => dayOf(row[labels[0]!]));
  const by = labels.map((index) => toVisibleText(columns[index]!.name)).join(', ');
  return {
    title: `${toVisibleText(columns[value]!.name)} by ${by || 'record'}`,
    points: rows.map((row, number) => ({
      label: labels.length === 0 ? String(number + 1) : labelOf(row, labels),
      shown: show(row[value], value),
      share: shares[number],
      day: days[number],
    })),
    isOverDays: days.length > 1 && !days.includes(undefined) && new Set(days).size === days.length,
  };
}

/** `isChosen` is true if the user named the columns. Throws a usage error if there is no column of numbers. */
export function chooseChartColumns(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  isChosen: boolean,
): ChartColumns {
  const value = chooseValue(columns, schemas, isChosen);
  return { value, labels: labelCandidates(schemas, value) };
}

/** The main measure; of columns that the user named, the first quantity, or the first one of other numbers. */
function chooseValue(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  isChosen: boolean,
): number {
  const quantity = isChosen ? schemas.find(isDrawable) : mainMeasure(schemas.filter(isShort));
  if (quantity !== undefined) return schemas.indexOf(quantity);
  const number = schemas.findIndex((schema) => schema.isNumeric && schema.kind !== 'date' && isShort(schema));
  if (isChosen && number !== -1) return number;
  throw new ReportingError('usage', 'no column holds numbers for a chart', {
    hint: `the columns are: ${columns.map(({ name }) => name).join(', ')}; --columns chooses, identifiers too`,
  });
}

/** Labels of more columns are too long to be read. */
const MAX_LABEL_COLUMNS = 4;

/** The first columns of text or dates; else an identifier. */
function labelCandidates(schemas: readonly ColumnSchema[], value: number): readonly number[] {
  const indexes = schemas.map((_, index) => index).filter((index) => index !== value);
  const texts = indexes.filter((index) => {
    const { isNumeric, kind } = schemas[index]!;
    return kind === 'date' || !isNumeric;
  });
  const others = indexes.filter((index) => !isQuantity(schemas[index]!));
  return texts.length > 0 ? texts.slice(0, MAX_LABEL_COLUMNS) : others.slice(0, 1);
}

/** Numbers of more digits are cut before they are drawn. */
const MAX_DIGITS = 1000;

function isShort({ cells }: ColumnSchema): boolean {
  return cells.digits <= MAX_DIGITS;
}

function isDrawable(schema: ColumnSchema): boolean {
  return isQuantity(schema) && isShort(schema);
}

/** The first of the candidates, with as many of the next as it takes to tell the records apart. */
function chooseLabels({ labels: candidates, rows }: ChartInput): readonly number[] {
  for (let count = 1; count < candidates.length; count++) {
    const labels = candidates.slice(0, count);
    if (new Set(rows.map((row) => labelOf(row, labels))).size === rows.length) return labels;
  }
  return candidates;
}

function labelOf(row: readonly Cell[], labels: readonly number[]): string {
  const texts = labels.map((index) => visibleText(row[index]));
  return texts.filter((text) => text !== '').join(' ');
}

function dayOf(cell: Cell): CalendarDate | undefined {
  const date = cell === undefined ? undefined : dateSpelling(cell)?.date;
  return date === undefined ? undefined : parseCalendarDate(date);
}

/** Only for places on the screen, for which a double is more than exact enough; what it cannot hold is drawn as its largest. */
function sharesOf(cells: readonly Cell[]): readonly (number | undefined)[] {
  const values = cells.map((cell) => {
    if (cell === undefined || !isNumber(cell)) return undefined;
    return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, Number(cell)));
  });
  const largest = values.reduce<number>((most, value = 0) => Math.max(most, Math.abs(value)), 0);
  return values.map((value) => (value === undefined || largest === 0 ? value : value / largest));
}
