/** Readers of option values: each gives the value, or throws a usage error that names the option and what it takes. */

import { parseDuration } from '../core/duration.ts';
import { MAX_DURATION_MS } from '../core/limits.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseWeekday, WEEKDAY_NAMES, type Weekday } from '../core/weekday.ts';
import { parseWholeNumber } from '../core/whole-number.ts';

/** A whole number from `least` to `most`. */
export function wholeNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => parseWholeNumber(option, text, least, most);
}

/** Seconds, more than none and at most a day, as milliseconds. */
export function seconds(option: string): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0 && value <= 86_400) return Math.ceil(value * 1000);
    throw invalid(option, text, 'seconds up to 86400, such as 30 or 0.5');
  };
}

/** A length of time up to a day, as milliseconds. */
export function duration(option: string): (text: string) => number {
  return (text) => {
    const value = parseDuration(text) ?? Number.NaN;
    if (value <= MAX_DURATION_MS) return value;
    throw invalid(option, text, 'a duration up to 24h, such as 90s, 30m or 2h');
  };
}

/** A value that is not empty. */
export function text(option: string): (text: string) => string {
  return (value) => {
    if (value !== '') return value;
    throw invalid(option, value, 'a value that is not empty');
  };
}

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** One character that is no part of a number or a word, and begins no formula; or the name of one. */
export function delimiter(option: string): (text: string) => string {
  return (text) => {
    const character = DELIMITER_NAMES.get(text.toLowerCase()) ?? text;
    if (/^[\t,;:|!#&*^~]$/.test(character)) return character;
    throw invalid(option, text, 'one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe');
  };
}

/** A day of the week, in full or by three letters. */
export function weekday(option: string): (text: string) => Weekday {
  return (text) => {
    const day = parseWeekday(text);
    if (day !== undefined) return day;
    throw invalid(option, text, 'a day of the week, such as monday or sun', nearest(text, WEEKDAY_NAMES));
  };
}

function invalid(option: string, value: string, takes: string, near?: string): ReportingError {
  return new ReportingError('usage', `${option} takes ${takes}, not ${JSON.stringify(value)}`, {
    hint: near && `did you mean ${near}?`,
  });
}
