/**
 * Ratios of two columns, such as `rpm=1000*revenue/impressions`, and shares, each group's percentage of all groups together:
 * computed for each row, and again from the sums for totals.
 */

import { inTurns } from '../core/async.ts';
import { type Column, createColumn } from '../core/columns.ts';
import { HUNDRED, multiplyDecimals, parseDecimal, ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { divide, numberIn, type Quotient } from '../frame/arithmetic.ts';
import { atAllRows, cellOf, columnAt, columnsOf, type Frame, measureNamed } from '../frame/frame.ts';
import type { Measure } from '../frame/measures.ts';
import { type Cell, figureIn, isEmpty } from '../records/cells.ts';
import { type RecordSet, storeRecords } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type Columns, resolveColumn } from './resolve-column.ts';

/** A ratio as the user typed it, in parts. */
export interface RatioRequest {
  readonly name: string;
  /** Multiplies the numerator: a decimal number, as the user typed it. */
  readonly factor: string;
  readonly numerator: string;
  readonly denominator: string;
}

/**
 * Resolves a ratio to columns of the `available` rows, and the column of its quotients. Throws a usage error for a column that no row has, and for a name that
 * a column has already.
 */
function resolveRatio({ name, factor, numerator, denominator }: RatioRequest, available: Columns) {
  const hint = `choose another name: --ratio ${name}_new=${numerator}/${denominator}`;
  assertNewName(name, available, `--ratio ${name}`, hint);
  const multiplier = parseDecimal(factor)!;
  return {
    column: createColumn([name]),
    numerator: resolveColumn(numerator, available, 'ratio'),
    denominator: resolveColumn(denominator, available, 'ratio'),
    /** `null` if one of the cells holds no number, or the divisor is zero. */
    quotientOf(top: Cell, bottom: Cell): Quotient {
      const number = numberIn(top);
      return divide(number && multiplyDecimals(multiplier, number), numberIn(bottom));
    },
  };
}

/** Throws a usage error if one of the `available` columns has the name of a computed one. */
function assertNewName(name: string, { columns }: Pick<Columns, 'columns'>, source: string, hint: string): void {
  if (!columns.some((column) => column.path[0] === name || column.name === name)) return;
  const message = `${source}: the records already have a column ${JSON.stringify(name)}`;
  throw new ReportingError('E-column', message, { hint });
}

/** The records, each with its quotients as last members. Throws a usage error for a text to divide. */
export async function addRatios(
  recordSet: RecordSet,
  requests: readonly RatioRequest[],
  form: keyof Quotient,
  newFile: () => string,
): Promise<RecordSet> {
  if (requests.length === 0) return recordSet;
  const ratios = requests.map((each) => resolveRatio(each, recordSet));
  const columns = ratios.flatMap(({ numerator, denominator }) => [numerator, denominator]);
  const names = ratios.map(({ column }) => JSON.stringify(column.name));
  const added = ratios.map(({ column }) => column);
  const { columns: all, hasMoreColumns } = recordSet;
  return storeRecords(newFile(), { columns: [...all, ...added], hasMoreColumns }, async (add) => {
    for await (const rows of scanRows(recordSet, columns)) {
      while (rows.next()) {
        const cells = rows.cells();
        for (let index = 0; index < columns.length; index++) {
          assertNumeric(cells[index], columns[index]!, ratios[index >> 1]!);
        }
        const members = ratios.map(
          ({ quotientOf }, index) => `${names[index]}:${quotientOf(cells[2 * index], cells[2 * index + 1])[form]}`,
        );
        const head = rows.block.toString('utf8', rows.start, rows.end - 1);
        add(Buffer.from(`${head}${head === '{' ? '' : ','}${members.join(',')}}`));
      }
    }
  });
}

/** The groups with these ratios of `available` columns as measures. Throws a usage error for a text to divide. */
export async function addRatioMeasures(
  frame: Frame,
  requests: readonly RatioRequest[],
  available: Columns = { columns: columnsOf(frame) },
): Promise<Frame> {
  const { rows, measures, endTurn } = frame;
  const ratios = requests.map((each) => resolveRatio(each, available));
  for (const ratio of ratios) {
    for (const column of [ratio.numerator, ratio.denominator]) {
      const cell = cellOf(frame, column);
      await inTurns(rows.length, endTurn, (index) => assertNumeric(cell(rows[index]!), column, ratio));
    }
  }
  const added = ratios.map(({ column, numerator, denominator, quotientOf }): Measure => {
    const [top, bottom] = [columnAt(frame, numerator), columnAt(frame, denominator)];
    return {
      ...{ column, role: 'ratio', of: [numerator, denominator] },
      at: (spot, form = 'exact') => quotientOf(top(spot), bottom(spot))[form],
    };
  });
  return { ...frame, measures: [...measures, ...added] };
}

/**
 * The groups with the shares of these sums as measures. A share is empty if the sum of all rows is zero. Throws a usage error for a
 * name that a column has already.
 */
export async function addShares(frame: Frame, shares: readonly Column[]): Promise<Frame> {
  if (shares.length === 0) return frame;
  const atAll = await atAllRows(frame);
  const added = shares.map((share): Measure => {
    const name = `${share.name}_share`;
    const hint = 'leave out --share, or the column: --sum revenue';
    assertNewName(name, { columns: columnsOf(frame) }, `--share ${share.name}`, hint);
    const measure = measureNamed(frame, share)!;
    const total = numberIn(atAll(measure)) ?? ZERO;
    return {
      ...{ column: createColumn([name]), role: 'share', of: [share] },
      at(spot, form = 'exact') {
        const part = numberIn(measure.at(spot));
        return divide(part && multiplyDecimals(HUNDRED, part), total)[form];
      },
    };
  });
  return { ...frame, measures: [...frame.measures, ...added] };
}

/** Throws a usage error for a text: an empty quotient would look like the quotient of an empty cell. */
function assertNumeric(cell: Cell, { name }: Column, { column }: { readonly column: Column }): void {
  if (isEmpty(cell) || figureIn(cell) !== undefined) return;
  const hint = 'exclude such records with --where, or choose another column';
  const message = `--ratio ${column.name}: a record holds ${cell!.slice(0, 60)} in ${name}, which is not a number`;
  throw new ReportingError('E-not-a-number', message, { hint });
}
