/** A table as the program draws it, from the fields of its lines: those of the first one are the names of the columns. */
export function textTable(...lines: readonly string[]): string {
  const rows = lines.map((line) => line.split('|').map((field) => field.trim()));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const draw = (row: readonly string[]) =>
    `${row
      .map((field, column) => field.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()}\n`;
  const [names, ...others] = rows;
  return [names!, widths.map((width) => '─'.repeat(width)), ...others].map(draw).join('');
}

/** The table of `sync status`. */
export function statusTable(...lines: readonly string[]): string {
  return textTable('profile | report | status | when', ...lines);
}
