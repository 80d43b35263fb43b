/** What a word may have been meant for that a command does not take: its options say it in another way. */

import type { Command } from 'commander';
import { parseCalendarDate } from '../core/calendar-date.ts';
import { parseDateExpression } from '../core/date-expression.ts';
import { suggestDate, suggestPeriod } from '../core/date-suggestion.ts';
import { parsePeriod } from '../core/period.ts';
import { formatOfFile } from '../formats/registry.ts';
import { findOption } from './command-line.ts';

/**
 * Options of `command` that say what `words` may have meant: `last-month` for `--period last-month`. Undefined if none does.
 * Of the words only those come back that were understood: one of the others may be a secret.
 */
export function spellAsOptions(command: Command, words: readonly string[]): string | undefined {
  if (findOption(command, 'period') !== undefined) {
    const range = spellRange(words) ?? spellPeriod(words.join(' '));
    if (range !== undefined) return range;
  }
  const [word = '', ...others] = words;
  // Editors make a dash of the two hyphens.
  const option = findOption(command, word.replace(/^[–—-]+/, ''));
  if (option !== undefined || others.length > 0) return option?.long;
  if (findOption(command, 'format')?.argChoices?.includes(word)) return `--format ${word}`;
  if (findOption(command, 'output') !== undefined && isFileOfFormat(word)) return `--output ${word}`;
  return isAboutProfile(command) && /^[\w.-]+$/.test(word) ? '--profile <name>' : undefined;
}

/** `2026-01-01 2026-01-31`, `2026-01-01..2026-01-31`, `2026-01-01 to yesterday`: as `--from` and `--to`. */
function spellRange(words: readonly string[]): string | undefined {
  const ends = words
    .flatMap((word) => word.split('..'))
    .filter((word) => !['', 'from', 'to', 'until', 'till', '-'].includes(word.toLowerCase()));
  if (ends.length !== 2) return undefined;
  const [from, to] = ends.map(readDay);
  return from === undefined || to === undefined ? undefined : `--from ${from} --to ${to}`;
}

function spellPeriod(text: string): string | undefined {
  const day = parseCalendarDate(text.trim());
  if (day !== undefined) return `--from ${day}, or --period ${day} for that day alone`;
  if (isReadable(parsePeriod, text)) return `--period ${text.trim().toLowerCase()}`;
  if (isReadable(parseDateExpression, text)) return `--from ${text.trim().toLowerCase()}`;
  const suggestion = suggestPeriod(text);
  return suggestion === undefined || suggestion.startsWith('--') ? suggestion : `--period ${suggestion}`;
}

/** A day as `--from` and `--to` take it, or undefined. */
function readDay(text: string): string | undefined {
  const day = isReadable(parseDateExpression, text) ? text : suggestDate(text);
  return day?.startsWith('--') ? undefined : day;
}

/** False too for what is beyond the years that can be written. */
function isReadable(parse: (text: string) => unknown, text: string): boolean {
  try {
    return parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** True for a command that is told a profile and no days: `reporting logout acme`. */
function isAboutProfile(command: Command): boolean {
  return findOption(command, 'profile') !== undefined && findOption(command, 'period') === undefined;
}

function isFileOfFormat(word: string): boolean {
  return formatOfFile(word) !== undefined && /^[\w./-]+$/.test(word);
}
