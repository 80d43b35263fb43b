/** The options that say what is to be made of a report's records before they leave. */

import { type Command, Option } from 'commander';
import { parseColumnNames } from '../core/column-selection.ts';
import { type ComparisonRequest, parseComparison } from '../core/compared-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { MONDAY, type Weekday } from '../core/weekday.ts';
import { type Condition, parseCondition } from '../shaping/condition.ts';
import { DATE_UNITS, type DateUnit } from '../shaping/date-unit.ts';
import { parseRatio, type RatioRequest } from '../shaping/ratio.ts';
import { isGrouped, type ShapeRequest } from '../shaping/shape-request.ts';
import { wholeNumber } from './option-values.ts';

type Names = readonly string[];

export interface ShapeOptions {
  readonly where?: readonly Condition[];
  readonly groupBy?: Names;
  readonly by?: DateUnit;
  readonly sum?: Names;
  readonly min?: Names;
  readonly max?: Names;
  readonly avg?: Names;
  readonly count?: boolean;
  readonly ratio?: readonly RatioRequest[];
  readonly sort?: Names;
  readonly limit?: number;
  readonly totals?: boolean;
  readonly compare?: ComparisonRequest;
  readonly rename?: ReadonlyMap<string, string>;
  readonly weekStart?: Weekday;
}

const AGGREGATES = ['sum', 'min', 'max', 'avg'] as const;

export function addShapeOptions(command: Command): Command {
  const list = (flag: string) => (text: string, earlier?: Names) => parseColumnNames(text, earlier, flag);
  return command
    .optionsGroup('Rows, of all windows together:')
    .option(
      '--where <condition>',
      "only records that meet it: 'revenue>100', country=US, name~spring",
      gather(parseCondition),
    )
    .option('--group-by <a,b>', 'one row for each value of these columns', list('--group-by'))
    .addOption(new Option('--by <unit>', `one row for each ${DATE_UNITS.join(', ')}`).choices(DATE_UNITS))
    .option('--sum <a,b>', 'of each group (default: all that can be added)', list('--sum'))
    .option('--min <a,b>', 'of each group', list('--min'))
    .option('--max <a,b>', 'of each group', list('--max'))
    .option('--avg <a,b>', 'of each group', list('--avg'))
    .option('--count', 'records of each group')
    .option(
      '--compare <range>',
      'beside each group, another range: previous, year, FROM..TO',
      parseComparison,
    )
    .option('--ratio <name=a/b>', 'a further column: one divided by another', gather(parseRatio))
    .option('--sort <a,-b>', 'by these columns, - for the largest first', list('--sort'))
    .option('--limit <n>', 'only the first rows', wholeNumber('--limit', 1, 1_000_000_000))
    .option('--totals', 'close a table with the sums of what can be added')
    .option('--rename <a=b>', 'call a column otherwise', parseRename);
}

/** Throws a usage error for options that need a group and have none. */
export function shapeRequest(options: ShapeOptions): ShapeRequest {
  const aggregations = AGGREGATES.flatMap((kind) =>
    (options[kind] ?? []).map((column) => ({ kind, column })),
  );
  const request: ShapeRequest = {
    where: options.where ?? [],
    groupBy: options.groupBy ?? [],
    by: options.by,
    weekStart: options.weekStart ?? MONDAY,
    aggregations,
    count: options.count === true,
    ratios: options.ratio ?? [],
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

function gather<T>(parse: (text: string) => T): (text: string, earlier?: readonly T[]) => readonly T[] {
  return (text, earlier = []) => [...earlier, parse(text)];
}

function parseSortKey(name: string): { readonly column: string; readonly isDescending: boolean } {
  return name.startsWith('-')
    ? { column: name.slice(1), isDescending: true }
    : { column: name, isDescending: false };
}

function parseRename(
  text: string,
  earlier: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const renames = new Map(earlier);
  for (const part of text.split(',')) {
    const [, from, to] = /^\s*([^=]+?)\s*=\s*([^=]+?)\s*$/.exec(part) ?? [];
    if (from === undefined || to === undefined) {
      throw new ReportingError('usage', `--rename ${JSON.stringify(text)} is no pair of names`, {
        hint: 'the name that a column has, and the one that it is to have: --rename campaign=name',
      });
    }
    renames.set(from, to);
  }
  return renames;
}
