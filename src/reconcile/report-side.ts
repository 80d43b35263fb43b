/** The amounts of a report by key: the sums of its main measure, or of the column that the user named. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { addDecimals, ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { cellText } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import { readRows } from '../records/rows.ts';
import type { PulledRows } from '../report/pull-rows.ts';
import { numberIn } from '../transform/aggregate.ts';
import { surveyColumns } from '../transform/column-kinds.ts';
import { chooseMeasure } from '../transform/main-measure.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import type { ComparedKeyName } from './amounts-file.ts';
import { type Amounts, identityOfKeys, type KeyedAmount } from './comparison.ts';

/** One side of a comparison. */
export interface Side {
  /** In the output: the report, or `file`. */
  readonly name: string;
  /** In messages: the report, or the file as typed. */
  readonly title: string;
  /** The name of its column in the output. */
  readonly column: string;
  readonly amounts: Amounts;
  /** The codes of the currencies that no key tells apart. */
  readonly codes: readonly string[];
  /** Warnings about amounts that are missing. */
  readonly warnings: readonly string[];
}

/** The side of a report whose rows are groups. Without keys, their amounts are added up. */
export async function sideOfReport(
  { plan, rows, result }: PulledRows,
  { sum, keys }: { readonly sum: string | undefined; readonly keys: readonly ComparedKeyName[] },
): Promise<Side> {
  const name = plan.fetch.report;
  const side = { name, title: name, column: `${name}_${sum ?? 'amount'}`, codes: [], warnings: [] };
  const { recordSet, keys: ofRows } = rows;
  if (recordSet.recordCount === 0) return { ...side, amounts: new Map() };
  const measure = await measureOf(rows, result.columns, name);
  const time = keys[0]?.unit === undefined ? [] : [ofRows.time!.column];
  const columns = [...time, ...ofRows.groups];
  const amounts = new Map<string, KeyedAmount>();
  const empty: string[] = [];
  for await (const batch of readRows(recordSet, [...columns, measure])) {
    for (const { cells } of batch) {
      const own = cells.slice(0, -1);
      const amount = numberIn(cells.at(-1));
      const identity = identityOfKeys(own);
      if (amount === undefined) empty.push(own.map(cellText).join(', '));
      else {
        const comparison = amounts.get(identity)?.amount ?? ZERO;
        amounts.set(identity, { keys: own, amount: addDecimals(comparison, amount) });
      }
    }
  }
  const [first] = empty;
  const example = first ? `, such as ${first}` : '';
  const found = {
    ...side,
    column: `${name}_${measure.name}`,
    amounts,
    codes: codesOf(rows, measure, columns),
    warnings:
      first === undefined
        ? []
        : [`${name} has no ${measure.name} in ${countOf(empty.length, 'row')}${example}`],
  };
  assertOneCurrency([found], keys);
  return found;
}

/** The main measure among the sums. Without a column to add up, the rows have the number of their records alone. */
async function measureOf(
  { recordSet, keys: { addable } }: TransformedRows,
  columns: readonly string[],
  report: string,
): Promise<Column> {
  const sums = recordSet.columns.filter(
    ({ name, path }) => addable?.has(columnKey(path)) === true && columns.includes(name),
  );
  if (sums.length > 0) return chooseMeasure(await surveyColumns([recordSet], sums), undefined);
  throw new ReportingError('E-column', `${report} has no column to add up`, {
    hint: `name one with --sum; \`reporting columns ${report}\` lists the columns`,
  });
}

/** The codes of the measure's amounts, unless a key tells them apart. */
function codesOf(
  { currencies }: TransformedRows,
  measure: Column,
  keys: readonly Column[],
): readonly string[] {
  if (currencies === undefined) return [];
  const { codes, separators } = currencies;
  const columns = separators.get(columnKey(measure.path));
  // Codes are those of other amounts if this one has no entry.
  if (columns === undefined) return separators.size === 0 ? codes : [];
  return columns.some((column) => keys.some((key) => isSameColumn(key, column))) ? [] : codes;
}

/** Throws a usage error for amounts of different currencies, which nobody can compare or add. */
export function assertOneCurrency(sides: readonly Side[], keys: readonly ComparedKeyName[]): void {
  const all = [...new Set(sides.flatMap(({ codes }) => codes))];
  const [code] = all;
  if (all.length < 2) return;
  const which = sides.flatMap(({ title, codes }) =>
    codes.length === 0 ? [] : [`${title} in ${listCodes(codes)}`],
  );
  const on = [...keys.map(({ name }) => name), 'currency'].join(',');
  throw new ReportingError('E-currencies', `amounts of different currencies: ${which.join(', ')}`, {
    hint: `compare each currency by its column: --on ${on}; or keep one: --where currency=${code}`,
  });
}
