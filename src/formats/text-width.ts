/**
 * Measures texts in columns of a terminal with string-width. Only this file imports it. It takes longer to load than the rest
 * of a run, so texts of common letters are measured without it.
 */

import { isAscii } from '../core/text.ts';

/** Measures and cuts texts. */
export interface TextMeasure {
  /** Must be called with these texts before any of them is measured or cut. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** The width of `text`: two columns for each CJK character or emoji, none for combining marks. */
  width(text: string): number;
  /** `text`, or as much of its beginning as fits into `width` columns with an ellipsis. */
  cut(text: string, width: number): string;
  /** The texts, each cut to its width: at the end, or in the middle if another one has the same beginning. */
  cutApart(texts: readonly string[], widths: readonly number[]): readonly string[];
}

export const ELLIPSIS = '…';
/** Size of the cache of widths: the same names occur again and again. */
const MAX_CACHED = 5000;
const MAX_CACHED_LENGTH = 1000;

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
    cut(text, maxWidth) {
      if (width(text) <= maxWidth) return text;
      if (isAscii(text)) return text.slice(0, maxWidth - 1) + ELLIPSIS;
      const characters =
        simpleWidth(text) === undefined
          ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
          : text;
      let cut = '';
      let used = 0;
      for (const character of characters) {
        used += width(character);
        if (used > maxWidth - 1) break;
        cut += character;
      }
      return cut + ELLIPSIS;
    },
    cutApart(texts, widths) {
      return texts.map((text, index) => {
        const cut = this.cut(text, widths[index]!);
        const beginning = cut.slice(0, -ELLIPSIS.length);
        const isShared = cut !== text && texts.some((each) => each !== text && each.startsWith(beginning));
        // The middle is known of texts with one column for each character.
        return isShared && simpleWidth(text) === text.length ? cutMiddle(text, widths[index]!) : cut;
      });
    },
  };
}

/** A text of narrow characters without its middle. */
export function cutMiddle(name: string, width: number): string {
  if (name.length <= width) return name;
  const tail = Math.ceil((width - 1) / 2);
  return name.slice(0, width - 1 - tail) + ELLIPSIS + name.slice(name.length - tail);
}

/**
 * The width of a text of characters that never join: Latin, Greek, Cyrillic, kana, CJK ideographs and Hangul syllables,
 * with common punctuation. Undefined for other texts.
 */
export function simpleWidth(text: string): number | undefined {
  let width = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && code <= 0x7e) continue;
    if (isWide(code)) width++;
    else if (!isNarrow(code)) return undefined;
  }
  return width;
}

/** Excludes the soft hyphen and combining marks. */
function isNarrow(code: number): boolean {
  return (
    (code >= 0xa0 && code <= 0x2ff && code !== 0xad) ||
    (code >= 0x391 && code <= 0x482) ||
    (code >= 0x48a && code <= 0x52f) ||
    (code >= 0x2010 && code <= 0x2027) ||
    code === 0x20ac ||
    code === 0x2500 ||
    code === 0x25b2 ||
    code === 0x25bc
  );
}

/** Excludes combining marks and characters that may be emoji. */
function isWide(code: number): boolean {
  return (
    (code >= 0x3001 && code <= 0x3029) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fe) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}
