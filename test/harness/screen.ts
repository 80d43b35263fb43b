/**
 * The rows that a terminal shows after `output`, without trailing spaces and empty rows. Supports only the escape
 * sequences that prompts use, and throws for others.
 */
export function screenOf(output: string, columns: number): readonly string[] {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;
  const moveTo = (nextRow: number, nextColumn: number): void => {
    row = nextRow;
    column = nextColumn;
    while (rows.length <= row) rows.push([]);
  };
  for (const [piece, amount, command] of output.matchAll(/\u001b\[([\d;]*)([A-Za-z])|./gs)) {
    if (command === 'G') moveTo(row, Math.min(Number(amount || 1), columns) - 1);
    else if (command === 'A') moveTo(Math.max(0, row - Number(amount || 1)), column);
    else if (command === 'C') moveTo(row, Math.min(column + Number(amount || 1), columns - 1));
    else if (command === 'D') moveTo(row, Math.max(0, column - Number(amount || 1)));
    else if (command === 'J') {
      rows.length = row + 1;
      rows[row]!.length = Math.min(rows[row]!.length, column);
    } else if (piece === '\r') moveTo(row, 0);
    else if (piece === '\n') moveTo(row + 1, 0);
    else if (piece === '\b') moveTo(row, Math.max(0, column - 1));
    else if (command === undefined && piece >= ' ') {
      if (column === columns) moveTo(row + 1, 0);
      while (rows[row]!.length < column) rows[row]!.push(' ');
      rows[row]![column] = piece;
      column += 1;
    } else if (command !== 'm') throw new Error(`unsupported escape sequence: ${JSON.stringify(piece)}`);
  }
  const texts = rows.map((cells) => cells.join('').trimEnd());
  while (texts.at(-1) === '') texts.pop();
  return texts;
}
