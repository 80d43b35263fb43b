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

function parseText(cell: string): string {
  if (!cell.includes('\\')) return cell.slice(1, -1);
  // Half a surrogate pair is no character, and UTF-8 has no bytes for it (RFC 3629, section 3).
  return (JSON.parse(cell) as string).toWellFormed();
}
