/** Parsers of option values. Each returns the value, or throws a usage error that names the option and valid values. */

import type { Command, Option } from 'commander';
import { ReportingError } from '../../core/errors.ts';
import { MAX_DURATION_MS } from '../../core/limits.ts';
import { type OptionName, option, phrase } from '../../core/message.ts';
import { closestMatch, parseDuration } from '../../core/text.ts';
import { parseWholeNumber } from '../../core/whole-number.ts';
import { parseWeekday, WEEKDAY_NAMES, type Weekday } from '../../dates/date.ts';
import type { TypedOption } from '../../report/request.ts';

/** A list that receives each option of `command` as typed while commander parses the command line. All must be declared already. */
export function recordTypedOptions(command: Command): readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      typed.push({ name: option.attributeName(), flag: option.long!, value: value ?? undefined });
    });
  }
  return typed;
}

/** `option` with these choices, in upper or lower case. */
export function anyCase(option: Option, choices: readonly string[]): Option {
  const { parseArg } = option.choices(choices);
  return option.argParser((text: string, earlier: unknown) =>
    parseArg!(text.toLowerCase(), earlier as never),
  );
}

/** A whole number from `least` to `most`. */
export function wholeNumber(name: OptionName, least: number, most: number): (text: string) => number {
  return (text) => parseWholeNumber(phrase`${option(name)}`, text, least, most);
}

/** Seconds, more than 0 and at most a day, as milliseconds. */
export function seconds(name: OptionName): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0 && value <= 86_400) return Math.ceil(value * 1000);
    throw invalid(name, text, 'seconds up to 86400, such as 30 or 0.5');
  };
}

/** A duration up to a day, as milliseconds. */
export function duration(name: OptionName): (text: string) => number {
  return (text) => {
    const value = parseDuration(text) ?? Number.NaN;
    if (value <= MAX_DURATION_MS) return value;
    throw invalid(name, text, 'a duration up to 24h, such as 90s, 30m or 2h');
  };
}

/** A value that is not empty. */
export function text(name: OptionName): (text: string) => string {
  return (value) => {
    if (value !== '') return value;
    throw invalid(name, value, 'a value that is not empty');
  };
}

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** A character, or its name. Rejects characters of numbers, of words, and at the start of formulas. */
export function delimiter(name: OptionName): (text: string) => string {
  return (text) => {
    const character = DELIMITER_NAMES.get(text.toLowerCase()) ?? text;
    if (/^[\t,;:|!#&*^~]$/.test(character)) return character;
    throw invalid(name, text, 'one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe');
  };
}

/** A day of the week: its name or the first three letters. */
export function weekday(name: OptionName): (text: string) => Weekday {
  return (text) => {
    const day = parseWeekday(text);
    if (day !== undefined) return day;
    throw invalid(name, text, 'a day of the week, such as monday or sun', closestMatch(text, WEEKDAY_NAMES));
  };
}

function invalid(name: OptionName, value: string, takes: string, near?: string): ReportingError {
  return new ReportingError('usage', phrase`${option(name)} takes ${takes}, not ${JSON.stringify(value)}`, {
    hint: near && `did you mean ${near}?`,
  });
}
