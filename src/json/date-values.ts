/**
 * Dates in JSON values: `"2026-01-31"`, `"2026/01/31"` and `"20260131"`, alone or before a time, and the number `20260131`.
 * Other spellings (`2026-01`, `31.01.2026`, seconds since 1970) are not dates here. `dateRole` says what a column's name suggests
 * about its dates.
 */

import {
  BACKSLASH,
  COLON,
  LOWER_CASE,
  LOWER_E,
  LOWER_T,
  NINE,
  PLUS,
  POINT,
  QUOTATION_MARK,
  SPACE,
  ZERO,
} from '../core/bytes.ts';
import { splitWordsOnly } from '../core/name-words.ts';
import type { CalendarDate } from '../dates/date.ts';

/** The result of `readDate`, which fills it in place. */
export interface FoundDate {
  /** The date as a number: 20260131. */
  date: number;
  /** Minutes after midnight; 0 without a time. */
  minutes: number;
  hasTime: boolean;
  isText: boolean;
  /** The text between year, month and day, as JSON spells it: `-`, `/`, `\/` or nothing. */
  separator: string;
}

/** The length of the beginning of a value that decides whether it is a date. */
const DATE_LENGTH = 32;
const scratch = Buffer.alloc(DATE_LENGTH + 1);

/** Reads the date of the JSON value at `start` into `found`. False if it has none, or a day that does not exist. */
export function readDate(bytes: Uint8Array, start: number, found: FoundDate): boolean {
  const isText = bytes[start] === QUOTATION_MARK;
  let at = isText ? start + 1 : start;
  const year = readTwo(bytes, at) * 100 + readTwo(bytes, at + 2);
  if (!(year >= 0)) return false;
  at += 4;
  const separator = isText ? separatorAt(bytes, at) : '';
  at += separator.length;
  const month = readTwo(bytes, at);
  at += 2;
  if (!startsWith(bytes, at, separator)) return false;
  at += separator.length;
  const day = readTwo(bytes, at);
  at += 2;
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return false;
  const minutes = isText ? readAfterText(bytes, at) : readAfterNumber(bytes, at);
  if (minutes === NOT_A_DATE) return false;
  found.date = year * 10_000 + month * 100 + day;
  found.minutes = minutes === NO_TIME ? 0 : minutes;
  found.hasTime = minutes !== NO_TIME;
  found.isText = isText;
  found.separator = separator;
  return true;
}

/** A value that `readDate` can fill. */
export function createFoundDate(): FoundDate {
  return { date: 0, minutes: 0, hasTime: false, isText: false, separator: '' };
}

/** Like `readDate`, for a value as text. */
export function readDateIn(text: string, found: FoundDate): boolean {
  const first = text.charCodeAt(text.charCodeAt(0) === QUOTATION_MARK ? 1 : 0);
  if (!(first >= ZERO && first <= NINE)) return false;
  const length = scratch.write(text, 0, DATE_LENGTH, 'utf8');
  scratch[length] = 0;
  return readDate(scratch, 0, found);
}

const plain = createFoundDate();
const DIGITS = 8;

/** The date in the JSON text of a value; undefined if the value is not a date. */
export function dateIn(cell: string | undefined): CalendarDate | undefined {
  return cell !== undefined && readDateIn(cell, plain) ? spellDate(plain.date) : undefined;
}

/**
 * The date of the JSON value from `start` to `end`, without a time and a zone: `"2026-01-31"`, `"2026/01/31"`, `20260131`. Undefined
 * for other values. The result is valid until the next call.
 */
export function readPlainDate(bytes: Uint8Array, start: number, end: number): Readonly<FoundDate> | undefined {
  if (!readDate(bytes, start, plain) || plain.hasTime) return undefined;
  const length = DIGITS + 2 * plain.separator.length + (plain.isText ? 2 : 0);
  return end - start === length ? plain : undefined;
}

/** 20260131 as `2026-01-31`. */
export function spellDate(date: number): CalendarDate {
  const digits = String(date).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` as CalendarDate;
}

/** Days from 1970-01-01 to the day 20260131. */
export function epochDays(date: number): number {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100];
  return new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000;
}

/** `2026-01-31` as 20260131. */
export function dateNumber(date: CalendarDate): number {
  return Number(date.replaceAll('-', ''));
}

/**
 * The role of a column's dates, by its name alone. `record`: likely the day that a record is about (`date`, `report_day`).
 * `event`: likely the day of something else (`created_at`, `campaign_start`, `week`). `other`: the name suggests neither.
 */
export type DateRole = 'record' | 'event' | 'other';

/** Longer names are cut, which bounds the work. */
const MAX_NAME_LENGTH = 200;

const UNIT_WORDS = 'week month quarter year';
const EVENT_WORDS = new Set(
  (
    'created updated start stop end first last seen until valid expiry due payment invoice registered ' +
    `launched published generated ${UNIT_WORDS} ` +
    // Other forms of these words, and the days of requests and exports.
    'creation update modified modification changed registration expiration expires expired launch publish publication ' +
    'release released install installed signup join joined hire hired birth renewal activation cancellation ' +
    'cancelled canceled termination query queried request requested export exported download downloaded fetched ' +
    'retrieved extracted snapshot run'
  ).split(' '),
);
const RECORD_WORDS = new Set('date day dt ds datum fecha jour ymd yyyymmdd'.split(' '));

/**
 * The role of a column, by the words of its last key: `campaign.startDate` is `start` and `date`. An object that is named for an
 * event holds the event's date: `created.date`. Digits are not part of a word.
 */
export function dateRole(path: readonly string[]): DateRole {
  const words = wordsOf(path.at(-1) ?? '');
  if (words.some((word) => EVENT_WORDS.has(word))) return 'event';
  if (!RECORD_WORDS.has(words.at(-1) ?? '')) return 'other';
  // An object for a week may hold the record's date: `week.date`.
  const isEvent = (word: string): boolean => EVENT_WORDS.has(word) && !UNIT_WORDS.includes(word);
  return path.slice(0, -1).some((key) => wordsOf(key).some(isEvent)) ? 'event' : 'record';
}

function wordsOf(key: string): readonly string[] {
  return splitWordsOnly(key.slice(0, MAX_NAME_LENGTH));
}

function separatorAt(bytes: Uint8Array, at: number): string {
  if (bytes[at] === HYPHEN) return '-';
  if (bytes[at] === SLASH) return '/';
  return bytes[at] === BACKSLASH && bytes[at + 1] === SLASH ? '\\/' : '';
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

const NO_TIME = -1;
const NOT_A_DATE = -2;
/** After a date and a space, a string without a time ends like this. */
const ZONES = ['"', 'UTC"', 'GMT"'];

/** The minutes after midnight of the time after a date; `NO_TIME` without a time; `NOT_A_DATE` if the text cannot follow a date. */
function readAfterText(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte === QUOTATION_MARK) return NO_TIME;
  if ((byte | LOWER_CASE) === Z) return bytes[at + 1] === QUOTATION_MARK ? NO_TIME : NOT_A_DATE;
  if (byte === HYPHEN || byte === PLUS) return isOffset(bytes, at + 1) ? NO_TIME : NOT_A_DATE;
  if (byte === SPACE && ZONES.some((zone) => startsWith(bytes, at + 1, zone))) return NO_TIME;
  const hours = readTwo(bytes, at + 1);
  if (!(hours >= 0)) return NOT_A_DATE;
  const hasColon = bytes[at + 3] === COLON;
  const minutes = readTwo(bytes, hasColon ? at + 4 : at + 3);
  if ((byte | LOWER_CASE) === LOWER_T) return hours * 60 + (minutes >= 0 ? minutes : 0);
  return byte === SPACE && hasColon && minutes >= 0 ? hours * 60 + minutes : NOT_A_DATE;
}

/** True for `01:00"` and `0100"`, after the sign. */
function isOffset(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 2] === COLON ? at + 3 : at + 2;
  return readTwo(bytes, at) >= 0 && readTwo(bytes, next) >= 0 && bytes[next + 2] === QUOTATION_MARK;
}

function readAfterNumber(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  const goesOn = (byte >= ZERO && byte <= NINE) || byte === POINT || (byte | LOWER_CASE) === LOWER_E;
  return goesOn ? NOT_A_DATE : NO_TIME;
}

/** The value of two digits; NaN for other bytes. */
function readTwo(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The days of a month in the Gregorian calendar; 0 in the year 0, which no `CalendarDate` has. */
function daysIn(year: number, month: number): number {
  if (year === 0) return 0;
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const HYPHEN = 0x2d;
const SLASH = 0x2f;
const Z = 0x7a;
