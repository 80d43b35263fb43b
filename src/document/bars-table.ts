/** Groups, or units of time, as a table with bars. */

import type { ShownCell } from '../core/tone.ts';
import type { Table, TableColumn } from './document.ts';

/** A number in two forms: for its bar, and exact. `value` is undefined without a number, or without a common scale. */
interface BarNumber {
  readonly value: number | undefined;
  readonly shown: ShownCell;
}

export interface BarRow extends BarNumber {
  readonly label: string;
  readonly isOther?: boolean;
  /** Percent of all bars: `12.5%`. */
  readonly share?: string | undefined;
  /** The number of the compared range. */
  readonly comparison?: BarNumber | undefined;
}

interface BarsSource {
  readonly title: string;
  /** The headings of the names, of the numbers, and of those of the compared range. */
  readonly label: string;
  readonly number: string;
  readonly comparison?: string | undefined;
  /** In the order to show. */
  readonly bars: readonly BarRow[];
  readonly notes: readonly string[];
}

const BLANK: ShownCell = { text: '', tone: 'plain' };
const IMPORTANCE = { share: 1, bar: 2, comparison: 3, number: 12, label: 11 };

/** One row for each bar. A bar is as long as its part of the largest number, whatever its sign. */
export function barsTable({ title, label, number, comparison, bars, notes }: BarsSource): Table {
  const values = bars.flatMap(({ value = 0, comparison: other }) => [value, other?.value ?? 0]);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const hasShares = bars.some(({ share }) => share !== undefined);
  const hasBars = bars.some(({ value }) => value !== undefined);
  const sides = values.some((value) => value < 0) ? '│' : '';
  const columnOf = (heading: string, kind: TableColumn['kind'], importance: keyof typeof IMPORTANCE): TableColumn => ({
    heading,
    name: heading,
    kind,
    importance: IMPORTANCE[importance],
  });
  return {
    ...{ kind: 'table', id: 'bars', title },
    columns: [
      columnOf(label, 'key', 'label'),
      columnOf(number, 'number', 'number'),
      ...(comparison === undefined ? [] : [columnOf(comparison, 'number', 'comparison')]),
      ...(hasShares ? [columnOf('share', 'number', 'share')] : []),
      ...(hasBars ? [columnOf(sides, 'bar', 'bar')] : []),
    ],
    rowCount: bars.length,
    rows: [
      bars.map((bar) => ({
        isOther: bar.isOther === true,
        cells: [
          { ...BLANK, text: bar.label },
          bar.shown,
          ...(comparison === undefined ? [] : [bar.comparison?.shown ?? BLANK]),
          ...(hasShares ? [{ ...BLANK, text: bar.share ?? '' }] : []),
          ...(hasBars ? [{ ...BLANK, tone: bar.shown.tone, bar: barOf(bar, largest) }] : []),
        ],
      })),
    ],
    foot: [],
    notes: () => notes,
    truncation: () => undefined,
  };
}

function barOf({ value = 0, comparison }: BarRow, largest: number): ShownCell['bar'] {
  return comparison === undefined ? [value / largest] : [value / largest, (comparison.value ?? 0) / largest];
}
