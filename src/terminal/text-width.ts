/**
 * Measures texts in columns of a terminal with string-width. Only this file imports it. It takes longer to load than the rest
 * of a run, so texts of common letters are measured without it.
 */

import { isAscii } from '../core/text.ts';
import { ELLIPSIS } from '../document/display-cells.ts';

/** Measures and cuts texts. */
export interface TextMeasure {
  /** Must be called with these texts before any of them is measured or cut. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** The width of `text`: two columns for each CJK character or emoji, none for combining marks. */
  width(text: string): number;
  /** `text`, or as much of its beginning as fits into `width` columns with an ellipsis. */
  cut(text: string, width: number): string;
  /** `text` in at most three lines of `width` columns. The last one loses its middle, or else its end. */
  wrap(text: string, width: number): readonly string[];
}

/** Size of the cache of widths: the same names occur again and again. */
const MAX_CACHED = 5000;
const MAX_CACHED_LENGTH = 1000;
/** Two names of equal beginnings may differ in their ends. */
const MAX_LINES = 3;

export function createTextMeasure(): TextMeasure {
  let stringWidth: ((text: string) => number) | undefined;
  const widths = new Map<string, number>();

  function measure(text: string): number {
    const known = widths.get(text);
    if (known !== undefined) return known;
    if (stringWidth === undefined) throw new Error('prepare was not called with this text');
    const width = stringWidth(text);
    if (text.length > MAX_CACHED_LENGTH) return width;
    if (widths.size === MAX_CACHED) widths.clear();
    widths.set(text, width);
    return width;
  }

  const width = (text: string): number => simpleWidth(text) ?? measure(text);
  return {
    async prepare(texts) {
      if (stringWidth !== undefined) return;
      for (const text of texts) {
        if (simpleWidth(text) !== undefined) continue;
        stringWidth = (await import('string-width')).default;
        return;
      }
    },
    width,
    cut,
    wrap,
  };

  function cut(text: string, maxWidth: number): string {
    return width(text) <= maxWidth ? text : startOf(text, maxWidth - 1) + ELLIPSIS;
  }

  function wrap(text: string, maxWidth: number, lines = MAX_LINES): readonly string[] {
    if (width(text) <= maxWidth) return [text];
    if (lines === 1) return [simpleWidth(text) === text.length ? cutMiddle(text, maxWidth) : cut(text, maxWidth)];
    const start = startOf(text, maxWidth);
    // The last space or underscore that leaves a line of some length, or else anywhere.
    const space =
      text[start.length] === ' ' ? start.length : Math.max(start.lastIndexOf(' '), start.lastIndexOf('_') + 1);
    const end = space > start.length / 3 ? space : start.length;
    return [text.slice(0, end), ...wrap(text.slice(end).trimStart(), maxWidth, lines - 1)];
  }

  /** As much of the beginning of `text` as fits into `maxWidth` columns. */
  function startOf(text: string, maxWidth: number): string {
    if (isAscii(text)) return text.slice(0, maxWidth);
    const characters =
      simpleWidth(text) === undefined ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : text;
    let start = '';
    let used = 0;
    for (const character of characters) {
      used += width(character);
      if (used > maxWidth) break;
      start += character;
    }
    return start;
  }
}

/** A text of narrow characters without its middle. */
function cutMiddle(name: string, width: number): string {
  if (name.length <= width) return name;
  const tail = Math.ceil((width - 1) / 2);
  return name.slice(0, width - 1 - tail) + ELLIPSIS + name.slice(name.length - tail);
}

/** Letters and punctuation of two columns: kana, CJK ideographs and Hangul syllables. None of them may be an emoji. */
const WIDE = /[\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]/g;
/** Latin, Greek, Cyrillic, common punctuation and bars, without the soft hyphen and combining marks. */
const NARROW =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0391-\u0482\u048a-\u052f\u2010-\u2027\u20ac\u2500\u2502\u2580-\u2590]*$/;

/** The width of a text of characters that never join; undefined for other texts. */
export function simpleWidth(text: string): number | undefined {
  const narrow = text.replace(WIDE, '');
  return NARROW.test(narrow) ? 2 * text.length - narrow.length : undefined;
}
