/** From the options of shaping, as they were typed, to what they ask for. */

import { ReportingError } from '../core/reporting-error.ts';
import { MONDAY } from '../core/weekday.ts';
import { parseCondition } from '../shaping/condition.ts';
import { parseRatio } from '../shaping/ratio.ts';
import { isGrouped, type ShapeRequest } from '../shaping/shape-request.ts';
import type { ShapeOptions } from './shape-options.ts';

const AGGREGATES = ['sum', 'min', 'max', 'avg'] as const;

/** Throws a usage error for options that need a group and have none. */
export function shapeRequest(options: ShapeOptions): ShapeRequest {
  const aggregations = AGGREGATES.flatMap((kind) =>
    (options[kind] ?? []).map((column) => ({ kind, column })),
  );
  const request: ShapeRequest = {
    where: (options.where ?? []).map(parseCondition),
    groupBy: options.groupBy ?? [],
    by: options.by,
    asTrend: false,
    weekStart: options.weekStart ?? MONDAY,
    aggregations,
    count: options.count === true,
    ratios: (options.ratio ?? []).map(parseRatio),
    sort: (options.sort ?? []).map(parseSortKey),
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    totals: options.totals === true,
  };
  const stray = [...AGGREGATES, 'count' as const, 'compare' as const].find(
    (key) => options[key] !== undefined,
  );
  if (stray !== undefined && !isGrouped(request)) {
    throw new ReportingError('usage', `--${stray} goes with --group-by or --by`, {
      hint: `for example: --by month --${stray}${VALUES[stray]}`,
    });
  }
  return request;
}

const VALUES = {
  sum: ' revenue',
  min: ' revenue',
  max: ' revenue',
  avg: ' revenue',
  count: '',
  compare: ' previous',
};

function parseSortKey(name: string): { readonly column: string; readonly isDescending: boolean } {
  return name.startsWith('-')
    ? { column: name.slice(1), isDescending: true }
    : { column: name, isDescending: false };
}

/** The names that `--rename` gives, by the names that columns have. Throws a usage error for what is no pair. */
export function parseRenames(texts: readonly string[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [, from, to] = /^\s*([^=]+?)\s*=\s*([^=]+?)\s*$/.exec(part) ?? [];
    if (from === undefined || to === undefined) {
      throw new ReportingError('usage', `--rename ${JSON.stringify(part)} is no pair of names`, {
        hint: 'the name that a column has, and the one that it is to have: --rename campaign=name',
      });
    }
    renames.set(from, to);
  }
  return renames;
}
