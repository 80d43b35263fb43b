/** Quotients of two columns, `--ratio ctr=clicks/impressions`, made anew wherever the two are: of a record, a group, a total. */

import { type Column, createColumn } from '../core/column.ts';
import { type Decimal, divideDecimals, formatDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, figureIn, isEmpty } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { QUOTIENT_DECIMALS } from './aggregate.ts';
import { numberIn } from './cell-number.ts';
import { type Columns, resolveColumn } from './resolve-column.ts';
import { readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

export interface RatioRequest {
  readonly name: string;
  readonly numerator: string;
  readonly denominator: string;
}

export interface Ratio {
  readonly column: Column;
  readonly numerator: Column;
  readonly denominator: Column;
  /** What a quotient of two cells is shown as. */
  readonly quotientOf: (numerator: Cell, denominator: Cell) => string;
}

const NAME = '\\s*(?:"((?:[^"]|"")+)"|([^"=/][^=/]*?))\\s*';
const PATTERN = new RegExp(`^${NAME}=${NAME}/${NAME}$`);

/** A name that holds `=` or `/` stands in double quotation marks. Throws a usage error for what is not `name=column/column`. */
export function parseRatio(text: string): RatioRequest {
  const match = PATTERN.exec(text);
  if (match === null) {
    throw new ReportingError('usage', `--ratio ${JSON.stringify(text)} is no ratio`, {
      hint: 'a name, and one column divided by another: --ratio ctr=clicks/impressions',
    });
  }
  const [, ...names] = match;
  const nameAt = (index: number): string => names[index]?.replaceAll('""', '"') ?? names[index + 1]!;
  return { name: nameAt(0), numerator: nameAt(2), denominator: nameAt(4) };
}

/**
 * A ratio of columns of the rows, which were made of `records`. Throws a usage error for a column that no row has, and for a
 * name that is taken.
 */
export function resolveRatio(
  { name, numerator, denominator }: RatioRequest,
  available: Columns,
  records: Columns,
): Ratio {
  if (available.columns.some((column) => column.path[0] === name || column.name === name)) {
    throw new ReportingError(
      'usage',
      `--ratio ${name}: the records have a column ${JSON.stringify(name)} already`,
      {
        hint: `choose another name: --ratio ${name}_new=${numerator}/${denominator}`,
      },
    );
  }
  return {
    column: createColumn([name]),
    numerator: resolvePart(numerator, available, records),
    denominator: resolvePart(denominator, available, records),
    quotientOf,
  };
}

function resolvePart(name: string, available: Columns, records: Columns): Column {
  const isIn = ({ columns }: Columns): boolean => columns.some((column) => column.name === name);
  if (isIn(available) || !isIn(records)) return resolveColumn(name, available, '--ratio');
  throw new ReportingError('usage', `--ratio: the groups have no column ${JSON.stringify(name)}`, {
    hint: `add it to what is made of them: --sum ${name}`,
  });
}

/** To six decimals; `null` where a cell holds no number, or the divisor is zero. */
function quotientOf(numerator: Cell, denominator: Cell): string {
  const [top, bottom] = [numberIn(numerator), numberIn(denominator)];
  const quotient = top && bottom && divideDecimals(top, bottom, QUOTIENT_DECIMALS);
  return quotient === undefined ? 'null' : formatDecimal(trimDecimal(quotient));
}

/** The change in percent of what was before, to two decimals; `null` where there was nothing, or zero. */
export function percentOf(change: Cell, before: Cell): string {
  const [top, bottom] = [numberIn(change), numberIn(before)];
  if (top === undefined || bottom === undefined) return 'null';
  const hundredfold: Decimal = { units: top.units * 100n, scale: top.scale };
  const size: Decimal = { units: bottom.units < 0n ? -bottom.units : bottom.units, scale: bottom.scale };
  const percent = divideDecimals(hundredfold, size, 2);
  return percent === undefined ? 'null' : formatDecimal(percent);
}

/** Each record with its quotients behind it, as further members. */
export async function addRatios(dataset: Dataset, ratios: readonly Ratio[], file: string): Promise<Dataset> {
  const columns = ratios.flatMap(({ numerator, denominator }) => [numerator, denominator]);
  const names = ratios.map(({ column }) => JSON.stringify(column.name));
  const added = ratios.map(({ column }) => column);
  const { columns: all, hasMoreColumns } = dataset;
  return storeRows(file, { columns: [...all, ...added], hasMoreColumns }, async (stored) => {
    for await (const rows of readRows(dataset, columns)) {
      for (const { cells, block, start, end } of rows) {
        for (let index = 0; index < cells.length; index++) {
          refuseText(cells[index], columns[index]!, ratios[index >> 1]!);
        }
        const members = ratios.map(
          ({ quotientOf }, index) => `${names[index]}:${quotientOf(cells[2 * index], cells[2 * index + 1])}`,
        );
        const head = block.toString('utf8', start, end - 1);
        stored.addText(`${head}${head === '{' ? '' : ','}${members.join(',')}}`);
      }
      await stored.settle();
    }
  });
}

/** A text is no figure to divide: an empty quotient would look like one of nothing. */
function refuseText(cell: Cell, { name }: Column, { column }: Ratio): void {
  if (isEmpty(cell) || figureIn(cell) !== undefined) return;
  throw new ReportingError(
    'usage',
    `--ratio ${column.name}: a record holds ${cell!.slice(0, 60)} in ${name}, which is no number`,
    { hint: 'leave such records out with --where, or choose another column' },
  );
}
