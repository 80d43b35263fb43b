/** What a person may have meant by a date or a period that cannot be read. Each suggestion can itself be read. */

import { DATE_WORDS, parseDateExpression } from './date-expression.ts';
import { nearest } from './nearest.ts';
import { PERIOD_WORDS, parsePeriod } from './period.ts';

/** For `--from` and `--to`: another spelling, a word that is near, or the period of that name. */
export function suggestDate(text: string): string | undefined {
  for (const spelling of [...respellDay(text), ...respellAgo(text)]) {
    if (isReadable(parseDateExpression, spelling)) return spelling;
  }
  const word = nearest(text.trim(), DATE_WORDS);
  if (word !== undefined) return word;
  const period = isReadable(parsePeriod, text) ? text.trim().toLowerCase() : respellPeriod(text);
  return isReadable(parsePeriod, period) ? `--period ${period}` : undefined;
}

/** For `--period`: another spelling, a word that is near, or the start that is so named. */
export function suggestPeriod(text: string): string | undefined {
  const respelled = respellPeriod(text);
  for (const spelling of [respelled, ...respellDay(text)]) {
    if (isReadable(parsePeriod, spelling)) return spelling;
  }
  const [count] = /\d+/.exec(respelled) ?? [];
  const word = nearest(respelled, count === undefined ? PERIOD_WORDS : [`last-${count}-days`]);
  if (word !== undefined && isReadable(parsePeriod, word)) return word;
  for (const spelling of [text.trim(), ...respellAgo(text)]) {
    if (isReadable(parseDateExpression, spelling)) return `--from ${spelling}`;
  }
  return undefined;
}

/** What the calendar names, in the spelling that we read. A day and month that could be swapped are left alone. */
function respellDay(text: string): string[] {
  const bare = text.trim().replace(/t[\d:.+-]+z?$/i, '');
  const two = (digits: string | undefined): string => digits!.padStart(2, '0');
  const spellings: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
    [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([, y, m, d]) => `${y}-${two(m)}-${two(d)}`],
    [/^(\d{4})(\d{2})(\d{2})$/, ([, y, m, d]) => `${y}-${m}-${d}`],
    [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([, d, m, y]) => `${y}-${two(m)}-${two(d)}`],
    [/^(\d{4})[-/.](\d{1,2})$/, ([, y, m]) => `${y}-${two(m)}`],
    [/^(\d{4})(\d{2})$/, ([, y, m]) => `${y}-${m}`],
    [/^(\d{1,2})[-/.](\d{4})$/, ([, m, y]) => `${y}-${two(m)}`],
    [/^(\d{4})[-/. ]?q(\d)$/i, ([, y, q]) => `${y}-Q${q}`],
    [/^q(\d)[-/. ]?(\d{4})$/i, ([, q, y]) => `${y}-Q${q}`],
    [/^(\d{4})[-/. ]?(?:w|kw)(\d{1,2})$/i, ([, y, w]) => `${y}-W${two(w)}`],
  ];
  return spellings.flatMap(([pattern, spell]) => {
    const parts = pattern.exec(bare);
    return parts === null ? [] : [spell(parts)];
  });
}

/** `7 days ago`, `-7d`, `7days`: as `7d`. */
function respellAgo(text: string): string[] {
  const pattern = /^-?(\d+)[\s_-]*(d|w|m|y)(?:ays?|eeks?|onths?|ears?)?(?:[\s_-]*ago)?$/i;
  const [, count, unit] = pattern.exec(text.trim()) ?? [];
  return count === undefined ? [] : [`${count}${unit!.toLowerCase()}`];
}

/** `Last 7 days`, `past_month`, `7d`, `2w`: as `last-7-days`, `last-month`, `last-7-days`, `last-14-days`. */
function respellPeriod(text: string): string {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/^(past|prev|previous)-/, 'last-')
    .replace(/^(current)-/, 'this-');
  const [, count, unit] = /^(?:last-?)?(\d{1,6})-?(d|w)(?:ays?|eeks?)?$/.exec(words) ?? [];
  return count === undefined ? words : `last-${Number(count) * (unit === 'w' ? 7 : 1)}-days`;
}

/** What is no day of the calendar, or beyond its years, is no suggestion. */
function isReadable(parse: (text: string) => unknown, text: string): boolean {
  try {
    return parse(text) !== undefined;
  } catch {
    return false;
  }
}
