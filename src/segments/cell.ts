/**
 * A cell is the JSON text of a value, exactly as the service spelled it: `0.10`, `"Spring"`, `null`, `[1,2]`;
 * undefined where a record has no such member.
 */
export type Cell = string | undefined;

/** What a cell shows in a text format: a string's characters, nothing for null or missing, JSON text for the rest. */
export function cellText(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '';
  return isText(cell) ? parseText(cell) : cell;
}

export function isText(cell: string): boolean {
  return cell.charCodeAt(0) === 0x22;
}

/** True for a JSON number. */
export function isNumber(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return first === 0x2d || (first >= 0x30 && first <= 0x39);
}

/** True for what a text format shows as nothing: null, a missing member, the empty text. */
export function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === 'null' || cell === '""';
}

/** A figure that is sent as text: digits, perhaps with decimals, and no leading zero that a code or an id would have. */
const FIGURE = /^"-?(?:0|[1-9]\d*)(?:\.\d+)?"$/;

/** How a cell spells its number: a JSON number, or a text that is a plain figure, such as `"12.50"`. Undefined for anything else. */
export function figureIn(cell: Cell): string | undefined {
  if (cell === undefined) return undefined;
  if (!isText(cell)) return isNumber(cell) ? cell : undefined;
  if (FIGURE.test(cell)) return cell.slice(1, -1);
  // The same text with a digit escaped: as good, and never seen.
  return cell.includes('\\u00') ? figureIn(withoutEscapes(cell)) : undefined;
}

function withoutEscapes(cell: string): string {
  const spelled = JSON.stringify(JSON.parse(cell) as string);
  return spelled.includes('\\') ? '""' : spelled;
}

function parseText(cell: string): string {
  if (!cell.includes('\\')) return cell.slice(1, -1);
  // Half a surrogate pair is no character, and UTF-8 has no bytes for it (RFC 3629, section 3).
  return (JSON.parse(cell) as string).toWellFormed();
}
