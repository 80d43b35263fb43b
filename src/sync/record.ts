/** `_data.json` and `_days.json`: the record of a partition's data file, and the figures of its days. */

import type { StoredDataset, StoredMonth } from '../config/stored-input.ts';
import { hashOf } from '../core/hash.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { formatWarning, isListOfWarnings } from '../core/warnings.ts';
import { parseCalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { assertVersion, damaged } from './dataset.ts';
import { type Month, monthOf } from './months.ts';

/** The record of a partition. */
export const RECORD_FILE = '_data.json';
/** The figures of a partition's days. */
export const DAYS_FILE = '_days.json';

/** The name of a partition's data file. */
export function dataFileOf(format: StoredDataset['format']): string {
  return `data.${format}`;
}

const VERSION = 1;

/** The record of a partition. Without warnings and columns, its file has less than 420 bytes. */
export interface PartitionRecord extends Omit<StoredMonth, 'folder'> {
  /** Hash of the records that ignores their order and the spelling of numbers. */
  readonly content: string;
  /** The client that the records were pulled for, and the end date of the requests: see `sourceOf`. */
  readonly source: string;
  /** The hash of the schema of the data file; undefined without a data file. */
  readonly schema: string | undefined;
  /** With warnings: when an earlier pull first got equal records; undefined without one. */
  readonly equalSince?: Date | undefined;
  /** What a later pull lost beyond `--max-drop`, so that it did not replace the files; undefined without one. */
  readonly refused?: string | undefined;
}

/** The text of a record. */
export function formatRecord(record: PartitionRecord): string {
  return `${JSON.stringify({ version: VERSION, ...record, warnings: record.warnings?.map(formatWarning) })}\n`;
}

/**
 * Parses a text of `formatRecord` for `month`. `file` names it in errors. Throws a damaged error, also for the record of
 * another month.
 */
export function parseRecord(text: string, file: string, month: Month): PartitionRecord {
  const { range, found } = parseFile(text, file, month);
  const { records, bytes, sha256, content, days, source, schema, warnings, columns, refused } = found;
  const pulledAt = new Date(String(found.pulledAt));
  const equalSince = found.equalSince === undefined ? undefined : new Date(String(found.equalSince));
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isValid =
    (warnings === undefined || isListOfWarnings(warnings)) &&
    Array.isArray(columns) &&
    columns.every(isText) &&
    [pulledAt, equalSince].every((time) => !Number.isNaN(time?.getTime())) &&
    [records, bytes].every(isCount) &&
    [content, days].every(isHash) &&
    (isHash(sha256) || (sha256 === '' && records === 0)) &&
    [source, refused ?? ''].every(isText) &&
    typeof schema === (records === 0 ? 'undefined' : 'string');
  if (!isValid) throw damaged(file, 'is broken');
  return { ...(found as unknown as PartitionRecord), ...range, pulledAt, equalSince };
}

/** The records of one day. */
export interface DayRecord {
  readonly records: number;
  /** Hash of the day's records, as for the whole partition. */
  readonly hash: string;
  /**
   * Exact sums in plain notation, by name of the column. Null for numbers that are too long to add up, such as `1e400`. A column
   * without numbers on that day is absent.
   */
  readonly sums: ReadonlyMap<string, string | null>;
}

/** The days of a partition that have records, ascending. `NO_DAY` stands for records without a date. */
export type Days = ReadonlyMap<string, DayRecord>;

/** The key of the records without a date. */
export const NO_DAY = '';

/** The days of the range that was pulled. A day of the range without an entry had no records. */
export interface PulledDays extends DateRange {
  readonly days: Days;
}

/** One day a line. */
export function formatDays({ from, to, days }: PulledDays): string {
  const lines = [...days].map(
    ([day, { sums, ...rest }]) =>
      `${JSON.stringify(day)}:${JSON.stringify({ ...rest, sums: Object.fromEntries(sums) })}`,
  );
  const head = JSON.stringify({ version: VERSION, from, to }).slice(0, -1);
  return `${head},"days":{${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`}}}\n`;
}

/** Parses a text of `formatDays` for `month`. `file` names it in errors. Throws a damaged error. */
export function parseDays(text: string, file: string, month: Month): PulledDays {
  const { range, found } = parseFile(text, file, month);
  const days = asObject(found.days);
  if (days === undefined) throw damaged(file, 'is broken');
  const entries = Object.entries(days).map(([day, value]): [string, DayRecord] => {
    const { records, hash, sums } = asObject(value) ?? {};
    const object = asObject(sums);
    const figures = Object.entries(object ?? {});
    const isValid = Number.isSafeInteger(records) && (records as number) > 0 && isHash(hash);
    const areSums = object !== undefined && figures.every(([, sum]) => isSum(sum));
    if (!isValid || !areSums || (day !== NO_DAY && parseCalendarDate(day) === undefined))
      throw damaged(file, 'is broken');
    return [day, { records, hash, sums: new Map(figures) } as DayRecord];
  });
  return { ...range, days: new Map(entries) };
}

/** The content hash of a partition: of the records of its days. */
export function contentHash(days: Days): string {
  const lines = [...days].map(([day, { records, hash }]) => `${day} ${records} ${hash}\n`);
  return hashOf(lines.sort().join(''));
}

/** The number of records of all days. */
export function countRecords(days: Days): number {
  return [...days.values()].reduce((sum, { records }) => sum + records, 0);
}

/** The members of a file of a month, and its range: not empty, and of days of this month only. */
function parseFile(text: string, file: string, month: Month) {
  const object = parseObject(text);
  if (object === undefined) throw damaged(file, 'is broken');
  const { version, ...found } = object;
  assertVersion(version, VERSION, file);
  const [from, to] = [found.from, found.to].map((each) => parseCalendarDate(String(each)));
  const isValid = from !== undefined && to !== undefined && from <= to;
  if (!isValid || [from, to].some((day) => monthOf(day) !== month)) throw damaged(file, 'is broken');
  return { found, range: { from, to } };
}

function isSum(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
