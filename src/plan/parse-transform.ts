/** Parses the options that transform records, with their conditions: `revenue>100`, `country=US`, `campaign~spring`, `country in US,DE`. */

import type { Report } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { DATE_UNITS, MONDAY } from '../dates/date.ts';
import type { TransformOptions } from '../options/report-table.ts';
import type { Condition, ConditionSource, ConditionValue } from '../transform/condition.ts';
import type { RatioRequest } from '../transform/ratio.ts';
import type { Transform } from '../transform/transform-request.ts';

const AGGREGATES = ['sum', 'min', 'max', 'avg'] as const;

/** The transform of the options. Throws a usage error for options that need each other. */
export function parseTransform(options: TransformOptions, { key }: Pick<Report, 'key'>): Transform {
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
    sort: (options.sort ?? []).map((text) => parseSortKey(text, options.columns)),
    limit: options.limit === 'all' ? undefined : options.limit,
  };
  assertGroups(options, request, key);
  return request;
}

/** Throws a usage error for options that need groups, and for a `--pivot` column that is not a key of them. */
function assertGroups(options: TransformOptions, { pivot, groupBy, by }: Transform, key: string): void {
  const keys = [...groupBy, ...(by === undefined ? [] : [by])];
  const names = ['having', 'alert', 'share', 'top', 'pivot'] as const;
  const stray = keys.length > 0 ? undefined : names.find((name) => options[name] !== undefined);
  if (stray !== undefined) {
    throw new ReportingError('E-option-conflict', `${flagOf(stray)} goes with --group-by or --by`, {
      hint: `for example: --group-by ${key}${stray === 'pivot' ? ` --pivot ${key}` : ''}`,
    });
  }
  if (pivot === undefined || keys.includes(pivot)) return;
  throw new ReportingError('E-option-conflict', `--pivot ${pivot}: the groups have no such column`, {
    hint:
      by === undefined && DATE_UNITS.some((unit) => unit === pivot)
        ? `add --by ${pivot}`
        : `choose one of: ${keys.join(', ')}`,
  });
}

/** A key is the name of a column, or its new name in `columns`. */
function parseSortKey(text: string, columns: TransformOptions['columns'] = []): Transform['sort'][number] {
  const name = text.replace(/^-/, '');
  const column = columns.find(({ newName }) => newName === name)?.name ?? name;
  return { column, isDescending: name !== text };
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

/**
 * A name in double quotation marks may hold operators; a bare name ends at the first operator. A bare value that begins like an
 * operator does not match: `==`, `<>` and `=>` are most likely mistakes.
 */
const PATTERN = /^\s*(?:"((?:[^"]|"")*)"|([^"=!<>~][^=!<>~]*?))\s*(!=|!~|<=|>=|=|<|>|~)\s*([^=<>~\s].*?|)\s*$/s;

/** A value in quotation marks, which are doubled inside. */
const QUOTED = `"(?:[^"]|"")*"|'(?:[^']|'')*'`;
/** A bare value of a list has no operator: `check in date=5` is a condition on the column `check in date`. */
const LIST_VALUE = String.raw`(?:${QUOTED}|[^"=<>~,\s](?:[^=<>~,]*[^=<>~,\s])?)`;
const LIST_PATTERN = new RegExp(
  String.raw`^\s*(?:"((?:[^"]|"")*)"\s*|([^"=!<>~][^=!<>~]*?)\s+)in(?:\s+|(?=["']))(${LIST_VALUE}(?:\s*,\s*${LIST_VALUE})*)\s*$`,
  'is',
);
const LIST_VALUES = new RegExp(LIST_VALUE, 'gs');
/** A quoted text inside a condition: an apostrophe in a word quotes nothing. */
const QUOTED_PART = new RegExp(`(?<=^|[\\s,=<>~])(?:${QUOTED})(?=$|[\\s,])`, 'gs');
/** Two conditions as in SQL and in programs. */
const CONNECTIVE = /\s+(and|or|&&|\|\|)\s+/i;
/** A list as in SQL. */
const PARENTHESES = /^\(.*,.*\)$/s;

/** Throws a usage error if `text` is not one condition. */
export function parseCondition(text: string, source: ConditionSource = 'where'): Condition {
  const list = LIST_PATTERN.exec(text);
  const match = list ?? PATTERN.exec(text);
  const isSeveral = CONNECTIVE.test(text.replace(QUOTED_PART, (quoted) => '"'.repeat(quoted.length)));
  const isOtherList = list !== null && (/\snot$/i.test(list[2] ?? '') || PARENTHESES.test(list[3]!));
  if (match === null || isSeveral || isOtherList) {
    const flag = flagOf(source);
    const hint = `write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: ${flag} 'revenue>100', ${flag} 'name="R and D"' (a quotation mark inside is doubled); or several values: ${flag} 'country in US,DE'; and give each condition its own option`;
    throw new ReportingError('E-condition', `${flag} ${JSON.stringify(text)} is not a condition`, { hint });
  }
  const column = match[1]?.replaceAll('""', '"') ?? match[2]!;
  return list === null
    ? { source, column, operator: match[3] as Condition['operator'], values: [parseValue(match[4]!)] }
    : { source, column, operator: 'in', values: list[3]!.match(LIST_VALUES)!.map(parseValue) };
}

function parseValue(typed: string): ConditionValue {
  const [, double, single] = /^(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)')$/.exec(typed) ?? [];
  const text = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? typed;
  return { text, isQuoted: /^["']/.test(typed) };
}
