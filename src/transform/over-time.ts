/** Changes, running sums and moving averages: columns that depend on the rows of the same group in earlier units of time. */

import { type Column, createColumn } from '../core/columns.ts';
import { type Decimal, ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { assertNewName } from './ratio.ts';
import { type Columns, resolveColumn } from './resolve-column.ts';
import { createDelta, createMovingAverage, createRunningSum, type SeriesFactory } from './series.ts';

/** A figure of the rows, and the columns to compute from it. The kind is the name of the option. */
export type OverTimeRequest =
  | { readonly kind: 'delta' | 'running'; readonly column: string }
  | { readonly kind: 'movingAvg'; readonly column: string; readonly units: number };

/** Columns that follow one figure of a group from unit to unit. */
export interface OverTime {
  readonly kind: OverTimeRequest['kind'];
  readonly figure: Column;
  readonly columns: readonly Column[];
  readonly createSeries: SeriesFactory;
}

const MOVING_AVERAGE = /^\s*(\d+)\s*:\s*(\S.*)$/s;
/** The number of days in a leap year. */
const MAX_UNITS = 366;

/** Parses `7:revenue`, the number of units and a column. Throws a usage error for other text. */
export function parseMovingAverage(text: string): OverTimeRequest {
  const [, count, column] = MOVING_AVERAGE.exec(text) ?? [];
  const units = Number(count);
  if (column !== undefined && units >= 2 && units <= MAX_UNITS) return { kind: 'movingAvg', column, units };
  throw new ReportingError(
    'E-option-value',
    `--moving-avg takes a number of units from 2 to ${MAX_UNITS} and a column, not ${JSON.stringify(text)}`,
    { hint: 'for example: --moving-avg 7:revenue' },
  );
}

interface Figures {
  /** The names of sums, counts and shares: a group without records has 0 of them. */
  readonly zeroIfAbsent: ReadonlySet<string>;
  /** The names of sums and counts. */
  readonly sums: ReadonlySet<string>;
  /** The names of averages, ratios and shares. */
  readonly quotients: ReadonlySet<string>;
  /** True for a document that rounds quotients again. */
  readonly isMarked?: boolean | undefined;
}

/**
 * Resolves requests to the columns of grouped rows. Throws a usage error for a running sum of another figure than a sum or a
 * count, and for a name that a column has already.
 */
export function resolveOverTime(
  requests: readonly OverTimeRequest[],
  available: Columns,
  { zeroIfAbsent, sums, quotients, isMarked = false }: Figures,
): readonly OverTime[] {
  const added: Column[] = [];
  return requests.map((request) => {
    const { kind } = request;
    const figure = resolveColumn(request.column, available, kind);
    if (kind === 'running' && !sums.has(figure.name)) {
      throw new ReportingError(
        'E-option-value',
        `${flagOf(kind)} ${figure.name}: only sums and counts can be added up over time`,
        { hint: `name a column of the records, to add up its sums: ${flagOf(kind)} revenue` },
      );
    }
    const absent = zeroIfAbsent.has(figure.name) ? ZERO : undefined;
    const isQuotient = quotients.has(figure.name);
    const { names, createSeries } = planSeries(request, figure, { absent, isQuotient, isMarked });
    const own = names.map((name) => createColumn([name]));
    for (const { name } of own) {
      const taken = { ...available, columns: [...available.columns, ...added] };
      assertNewName(name, taken, {
        source: `${flagOf(kind)} ${figure.name}`,
        hint: `leave out ${flagOf(kind)}, or the column: --sum revenue`,
      });
    }
    added.push(...own);
    return { kind, figure, columns: own, createSeries };
  });
}

/** The names of the columns, and the function that computes their cells. */
function planSeries(
  request: OverTimeRequest,
  { name }: Column,
  {
    absent,
    isQuotient,
    isMarked,
  }: {
    readonly absent: Decimal | undefined;
    readonly isQuotient: boolean;
    readonly isMarked: boolean;
  },
): { readonly names: readonly string[]; readonly createSeries: SeriesFactory } {
  switch (request.kind) {
    case 'delta':
      return {
        names: [`${name}_delta`, `${name}_delta_percent`],
        createSeries: (units) => createDelta(units, absent, isQuotient, isMarked),
      };
    case 'running':
      return { names: [`${name}_running`], createSeries: createRunningSum };
    case 'movingAvg':
      return {
        names: [`${name}_moving_avg_${request.units}`],
        createSeries: (units) => createMovingAverage(units, absent, request.units, isMarked),
      };
  }
}
