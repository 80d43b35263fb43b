/** string-width, which knows how many columns of a terminal a text takes; the only file that knows it. */

import stringWidth from 'string-width';

const ASCII = /^[\u0020-\u007e]*$/;
const ELLIPSIS = '…';

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Columns of a terminal that `text` takes: two for CJK and emoji, none for combining marks. */
export function textWidth(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}

/** `text`, or as much of its beginning as fits into `width` columns with an ellipsis behind it. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (isAscii(text)) return text.slice(0, width - 1) + ELLIPSIS;
  let cut = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += textWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return cut + ELLIPSIS;
}
