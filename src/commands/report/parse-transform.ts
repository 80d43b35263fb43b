/** From the options that transform records, as they were typed, to what they ask for. */

import { ReportingError } from '../../core/reporting-error.ts';
import { MONDAY } from '../../core/weekday.ts';
import { parseCondition } from '../../shaping/condition.ts';
import { parseRatio, type RatioRequest } from '../../shaping/ratio.ts';
import { isGrouped, type ShapeRequest } from '../../shaping/shape-request.ts';
import type { ShapeOptions } from './shape-options.ts';

const AGGREGATES = ['sum', 'min', 'max', 'avg'] as const;

/** Throws a usage error for options that need a group and have none. */
export function parseTransform(options: ShapeOptions): ShapeRequest {
  const aggregations = AGGREGATES.flatMap((kind) =>
    (options[kind] ?? []).map((column) => ({ kind, column })),
  );
  const request: ShapeRequest = {
    where: (options.where ?? []).map(parseCondition),
    groupBy: options.groupBy ?? [],
    by: options.by,
    asTrend: options.trend,
    weekStart: options.weekStart ?? MONDAY,
    aggregations,
    count: options.count === true,
    ratios: parseRatios(options.ratio ?? []),
    sort: (options.sort ?? []).map(parseSortKey),
    limit: options.limit,
    totals: options.totals === true,
  };
  const stray = [...AGGREGATES, 'count' as const, 'compare' as const].find(
    (key) => options[key] !== undefined,
  );
  if (stray !== undefined && !isGrouped(request)) {
    const [goesWith, example] =
      stray === 'compare' ? ['--group-by', '--group-by campaign'] : ['--group-by or --by', '--by month'];
    throw new ReportingError('usage', `--${stray} goes with ${goesWith}`, {
      hint: `for example: ${example} --${stray}${VALUES[stray]}`,
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

function parseRatios(texts: readonly string[]): readonly RatioRequest[] {
  const ratios = texts.map(parseRatio);
  const names = ratios.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return ratios;
  throw new ReportingError('usage', `--ratio makes ${JSON.stringify(repeated)} twice`);
}

const NAME = String.raw`\s*(?:"((?:[^"]|"")+)"|([^",=][^,=]*?))\s*`;
const RENAMES = new RegExp(`^(?:${NAME}=${NAME},)+$`);
const RENAME = new RegExp(`${NAME}=${NAME},`, 'gy');

/**
 * The names that `--rename` gives: pairs such as `a=b,c=d`. A name that holds `,` or `=` stands in double quotation marks. Throws a
 * usage error for what is not a pair, and for a column that gets two names.
 */
export function parseRenames(texts: readonly string[]): readonly (readonly [from: string, to: string])[] {
  const renames = new Map<string, string>();
  for (const text of texts) {
    if (!RENAMES.test(`${text},`)) {
      throw new ReportingError('usage', `--rename ${JSON.stringify(text)} is no pair of names`, {
        hint: 'the name that a column has, and the one that it is to have: --rename campaign=name',
      });
    }
    for (const [, quotedFrom, bareFrom, quotedTo, bareTo] of `${text},`.matchAll(RENAME)) {
      const from = quotedFrom?.replaceAll('""', '"') ?? bareFrom!;
      if (renames.has(from)) {
        throw new ReportingError('usage', `--rename names ${JSON.stringify(from)} twice`);
      }
      renames.set(from, quotedTo?.replaceAll('""', '"') ?? bareTo!);
    }
  }
  return [...renames];
}
