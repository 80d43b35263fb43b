/**
 * How many columns of a terminal a text takes. string-width knows, and this is the only file that knows it; but it takes
 * longer to load than all the rest of a run, so text of common letters is measured without it.
 */

export interface TextMeasure {
  /** Gets ready for these texts, before any of them is measured. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** Columns that `text` takes: two for CJK and emoji, none for combining marks. */
  width(text: string): number;
  /** `text`, or as much of its beginning as fits into `width` columns with an ellipsis behind it. */
  cut(text: string, width: number): string;
}

const ASCII = /^[\u0020-\u007e]*$/;
const ELLIPSIS = '…';
/** Texts whose width is remembered: names come again and again. */
const MAX_REMEMBERED = 5000;
const MAX_REMEMBERED_LENGTH = 1000;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

export function createTextMeasure(): TextMeasure {
  let stringWidth: ((text: string) => number) | undefined;
  const remembered = new Map<string, number>();

  function measure(text: string): number {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (stringWidth === undefined) throw new Error('a text is measured that nobody prepared for');
    const width = stringWidth(text);
    if (text.length > MAX_REMEMBERED_LENGTH) return width;
    if (remembered.size === MAX_REMEMBERED) remembered.clear();
    remembered.set(text, width);
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
  };
}

/**
 * The width of a text of letters that stand alone: Latin, Greek, Cyrillic, kana, CJK ideographs and Hangul syllables,
 * with common punctuation. Undefined for any other, in which characters may join.
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

/** Without the soft hyphen and combining marks. */
function isNarrow(code: number): boolean {
  return (
    (code >= 0xa0 && code <= 0x2ff && code !== 0xad) ||
    (code >= 0x391 && code <= 0x3ff) ||
    (code >= 0x400 && code <= 0x482) ||
    (code >= 0x48a && code <= 0x52f) ||
    (code >= 0x2010 && code <= 0x2027) ||
    code === 0x20ac
  );
}

/** Without combining marks and what may be an emoji. */
function isWide(code: number): boolean {
  return (
    (code >= 0x3001 && code <= 0x3029) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fe) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}
