/** Texts for users and shells: escapes for terminals, cuts, counts, suggestions, quotes, durations. */

/**
 * Characters that control a terminal or are invisible: C0 and C1 controls, DEL, line and paragraph separators, zero width
 * spaces, direction marks and overrides, and lone surrogates. The zero width joiner is not here: emoji need it.
 */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u061c\ud800-\udfff]/gu;

const SHORT_NAMES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const ASCII = /^[\u0020-\u007e]*$/;

/** Drawings in the body of a page have titles of their own. */
export const END_OF_HEAD = /<\/head|<body/i;

/** `text` with control and invisible characters as escapes: `\n`, `\u001b`. Other text is unchanged. */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => SHORT_NAMES[character] ?? toEscape(character));
}

/** Text from outside as one line of at most `maxLength` visible characters. */
export function toVisibleLine(text: string, maxLength: number): string {
  return cutLine(toVisibleText(toLine(text)), maxLength);
}

/** The result of `toVisibleLine` as a JSON string. Quotation marks and escapes can make it longer than `maxLength`. */
export function quoteLine(text: string, maxLength: number): string {
  return toVisibleText(JSON.stringify(cutLine(toLine(text), maxLength)));
}

/** The title of an HTML page; empty without one. */
export function pageTitle(page: string): string {
  const [head = ''] = page.split(END_OF_HEAD);
  return /<title[^<>]*>([^<]*)/i.exec(head)?.[1]?.trim() ?? '';
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cutLine(line: string, maxLength: number): string {
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A number with its noun, whose plural must be regular: `1 window`, `1,000 windows`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** The end of a message about the first of `count` windows; empty for one. */
export function asInOthers(count: number): string {
  return count === 1 ? '' : ` (as in ${countOf(count - 1, 'other window')})`;
}

/** The number with digits in groups of three. For messages, not for data. */
export function formatCount(count: number): string {
  // toLocaleString would take a tenth of the program's start time.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * The candidate with the fewest edits from `text`: letters removed, added, changed, or swapped with their neighbor. Ignores
 * case. Undefined if no candidate is within two edits, or within one edit for a text of up to six letters.
 */
export function closestMatch(text: string, candidates: readonly string[]): string | undefined {
  const typed = text.toLowerCase();
  let best: string | undefined;
  let least = typed.length > 6 ? 3 : 2;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= least) continue;
    const edits = countEdits(typed, candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** The first two members with one key; none if all keys differ. Those without a key differ. */
export function findTwins<T>(all: readonly T[], keyOf: (each: T) => string | undefined): readonly T[] {
  const keys = all.map(keyOf);
  const index = keys.findIndex((key, at) => key !== undefined && keys.indexOf(key) < at);
  return index === -1 ? [] : [all[keys.indexOf(keys[index])]!, all[index]!];
}

/** A number with a sign, unless it is zero. */
export function signed(number: string): string {
  return /^(?:[-+]|[0.]+$)/.test(number) ? number : `+${number}`;
}

/** Optimal string alignment distance, computed one table row at a time. */
function countEdits(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length]!;
}

/**
 * `text` as one word that POSIX shells and PowerShell read alike, quoted if necessary: a page may be read on another system. They
 * differ in an apostrophe beside a character that is special between double quotation marks. The word is then for POSIX shells.
 */
export function shellWord(text: string): string {
  if (/^[\w./+:%-][\w./+,@:%-]*$/.test(text)) return text;
  if (text.includes("'") && !/["$`\\!]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Milliseconds for `90s`, `30m`, `2h`, or a plain number of seconds. Undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * UNITS_MS[unit]!);
}

/** A duration in at most two units: `2.1 s`, `46 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return inUnits(seconds, ['min', 's']);
  return inUnits(Math.round(seconds / 60), ['h', 'min']);
}

/** Splits `count` smaller units into larger and smaller ones. 60 smaller units make a larger one. */
function inUnits(count: number, [larger, smaller]: readonly [string, string]): string {
  const rest = count % 60;
  return `${Math.floor(count / 60)} ${larger}${rest === 0 ? '' : ` ${rest} ${smaller}`}`;
}

/** A number of bytes in decimal units: `999 B`, `12.3 kB`, `4.0 MB`. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  return sizeBytes < 1_000_000 ? `${(sizeBytes / 1000).toFixed(1)} kB` : `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}

/** True if every character is printable ASCII. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** The words of a text. A command in backticks is one word: users copy it. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/(?:`[^`]+`|\S)+/g) ?? [];
}

/**
 * `text` in lines of at most `width` characters, broken between words. A longer word gets its own line. Each line starts with
 * `indent` spaces, which do not count toward `width`.
 */
export function wrap(text: string, width: number, indent = 0): readonly string[] {
  const lines: string[] = [];
  let last = '';
  for (const word of wordsIn(text)) {
    const longer = last === '' ? word : `${last} ${word}`;
    if (last !== '' && columnsOf(longer) > width) {
      lines.push(last);
      last = word;
    } else last = longer;
  }
  return [...lines, last].map((line) => ' '.repeat(indent) + line);
}

/** The columns that a text takes on a terminal, or a few more: many scripts from U+1100 on have characters of two columns. */
function columnsOf(text: string): number {
  if (isAscii(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += character.codePointAt(0)! < 0x1100 ? 1 : 2;
  return columns;
}

/** The option with this member: `windowColumns` is `--window-columns`. */
export function flagOf(member: string): string {
  return `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A member in JSON: `baseUrl` is `base_url`. */
export function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
