/**
 * Measures texts in columns of a terminal with string-width. Only this file imports it. It takes longer to load than the rest
 * of a run, so texts of common letters are measured without it.
 */

import { ELLIPSIS } from '../document/display-cells.ts';

const MAX_LINES = 3;

export type TextMeasure = ReturnType<typeof createTextMeasure>;

/** Measures and cuts texts. */
export function createTextMeasure() {
  let stringWidth: ((text: string) => number) | undefined;

  /** The width of `text`: two columns for each CJK character or emoji, none for combining marks. */
  function width(text: string): number {
    const simple = simpleWidth(text);
    if (simple !== undefined) return simple;
    if (stringWidth === undefined) throw new Error('prepare was not called with this text');
    return stringWidth(text);
  }

  return {
    /** Must be called with these texts before any of them is measured or cut. */
    async prepare(texts: readonly string[]): Promise<void> {
      if (stringWidth === undefined && texts.some((text) => simpleWidth(text) === undefined))
        stringWidth = (await import('string-width')).default;
    },
    width,
    cut,
    wrap,
  };

  /** `text`, or as much of its beginning as fits into `maxWidth` columns with an ellipsis. */
  function cut(text: string, maxWidth: number): string {
    return width(text) <= maxWidth ? text : startOf(text, maxWidth - 1) + ELLIPSIS;
  }

  /** `text` in at most three lines of `maxWidth` columns. The last one may lose its end. */
  function wrap(text: string, maxWidth: number, lines = MAX_LINES): readonly string[] {
    if (width(text) <= maxWidth) return [text];
    if (lines === 1) return [cut(text, maxWidth)];
    const start = startOf(text, maxWidth);
    // Before a bracket, or the last space or underscore that leaves a line of some length, or else anywhere.
    const space =
      text[start.length] === ' ' ? start.length : Math.max(start.lastIndexOf(' '), start.lastIndexOf('_') + 1);
    const bracket = start.lastIndexOf(' (');
    const end = [bracket, space].find((at) => at > start.length / 3) ?? start.length;
    return [text.slice(0, end), ...wrap(text.slice(end).trimStart(), maxWidth, lines - 1)];
  }

  /** As much of the beginning of `text` as fits into `maxWidth` columns. */
  function startOf(text: string, maxWidth: number): string {
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
