/** Parses the options that transform records. */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { DATE_UNITS, MONDAY } from '../dates/date.ts';
import type { TransformOptions } from '../options/report-table.ts';
import type { RatioRequest } from '../transform/ratio.ts';
import { hasKeys, type Transform } from '../transform/transform-request.ts';
import { parseCondition } from './parse-condition.ts';

const AGGREGATES = ['sum', 'min', 'max', 'avg'] as const;

/** The transform of the options. Throws a usage error for options that need each other. */
export function parseTransform(options: TransformOptions): Transform {
  const aggregations = AGGREGATES.flatMap((kind) => (options[kind] ?? []).map((column) => ({ kind, column })));
  const request: Transform = {
    where: (options.where ?? []).map((text) => parseCondition(text)),
    groupBy: options.groupBy ?? [],
    by: options.by,
    // The plan sets that of the client.
    weekStart: MONDAY,
    aggregations,
    count: options.count === true,
    isCompared: options.compare !== undefined,
    ratios: parseAllRatios(options.ratio ?? []),
    shares: options.share ?? [],
    having: (options.having ?? []).map((text) => parseCondition(text, 'having')),
    alert: (options.alert ?? []).map((text) => parseCondition(text, 'alert')),
    pivot: options.pivot,
    top: options.top,
    sort: (options.sort ?? []).map(parseSortKey),
    limit: options.limit === 'all' ? undefined : options.limit,
  };
  assertGroups(options, request);
  assertPivot(request);
  return request;
}

/** Example values of options that need groups. */
const GROUP_OPTIONS = { having: " 'revenue>100'", alert: " 'revenue<100'", share: ' revenue', top: ' 10' };

/** Throws a usage error for options that need groups. */
function assertGroups(options: TransformOptions, request: Transform): void {
  const names = ['having', 'alert', 'share', 'top'] as const;
  const stray = hasKeys(request) ? undefined : names.find((name) => options[name] !== undefined);
  if (stray !== undefined) {
    throw new ReportingError('E-option-conflict', `${flagOf(stray)} goes with --group-by or --by`, {
      hint: `for example: --group-by campaign ${flagOf(stray)}${GROUP_OPTIONS[stray]}`,
    });
  }
}

/** Throws a usage error for a `--pivot` column that is not a key of the groups. */
function assertPivot({ pivot, groupBy, by }: Transform): void {
  if (pivot === undefined) return;
  const keys = [...groupBy, ...(by === undefined ? [] : [by])];
  if (keys.length === 0) {
    throw new ReportingError('E-option-conflict', '--pivot goes with --group-by or --by', {
      hint: 'for example: --group-by campaign --by month --pivot month',
    });
  }
  if (!keys.includes(pivot)) {
    throw new ReportingError('E-option-conflict', `--pivot ${pivot}: the groups have no such column`, {
      hint:
        by === undefined && DATE_UNITS.some((unit) => unit === pivot)
          ? `add --by ${pivot}`
          : `choose one of: ${keys.join(', ')}; or add a column with --group-by`,
    });
  }
}

function parseSortKey(name: string): { readonly column: string; readonly isDescending: boolean } {
  return name.startsWith('-') ? { column: name.slice(1), isDescending: true } : { column: name, isDescending: false };
}

function parseAllRatios(texts: readonly string[]): readonly RatioRequest[] {
  const ratios = texts.flatMap(parseRatios);
  const names = ratios.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return ratios;
  throw new ReportingError('E-option-value', `--ratio defines ${JSON.stringify(repeated)} twice`);
}

const NAME = String.raw`\s*(?:"((?:[^"]|"")+)"|([^",=*/][^,=*/]*?))\s*`;
const FACTOR = String.raw`(?:\s*(\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})\s*\*)?`;
const RATIO = `${NAME}=${FACTOR}${NAME}/${NAME},`;
const RATIOS = new RegExp(`^(?:${RATIO})+$`);

/**
 * Parses one ratio, or several with commas between them: `ctr=clicks/impressions,rpm=1000*revenue/impressions`. A name with
 * `,`, `=`, `*` or `/` must be in double quotation marks. Throws a usage error for other text.
 */
function parseRatios(text: string): readonly RatioRequest[] {
  if (!RATIOS.test(`${text},`)) {
    const hint =
      'write a name, and one column divided by another: --ratio ctr=clicks/impressions, --ratio rpm=1000*revenue/impressions';
    throw new ReportingError('E-option-value', `--ratio ${JSON.stringify(text)} is not a ratio`, { hint });
  }
  return Array.from(`${text},`.matchAll(new RegExp(RATIO, 'gy')), (match) => {
    const nameAt = (index: number): string => match[index]?.replaceAll('""', '"') ?? match[index + 1]!;
    return { name: nameAt(1), factor: match[3] ?? '1', numerator: nameAt(4), denominator: nameAt(6) };
  });
}
