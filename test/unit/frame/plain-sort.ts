/** A sort to compare with: slow, and without the code of the tool. */

interface PlainKey {
  /** 0 for numbers, 1 for texts, 2 for empty cells. */
  readonly rank: number;
  /** The number times 10^700. */
  readonly number: bigint;
  readonly text: string;
}

/** The records in the order of `keys`, such as `a,-b`, computed independently with whole numbers and parsed texts. */
export function plainSort(records: readonly string[], keys: string): readonly string[] {
  const orders = keys.split(',').map((key) => ({ name: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }));
  const rows = records.map((record, index) => ({
    record,
    index,
    cells: orders.map(({ name }) => plainKey(cellOf(record, name))),
  }));
  rows.sort((left, right) => {
    for (const [index, { sign }] of orders.entries()) {
      const [a, b] = [left.cells[index]!, right.cells[index]!];
      if (a.rank !== b.rank) return a.rank === 2 || b.rank === 2 ? a.rank - b.rank : sign * (a.rank - b.rank);
      if (a.number !== b.number) return sign * (a.number < b.number ? -1 : 1);
      if (a.text !== b.text) return sign * (a.text < b.text ? -1 : 1);
    }
    return left.index - right.index;
  });
  return rows.map(({ record }) => record);
}

/** The JSON text of a member: `a`, `b`, `n` and `k` follow each other in this order. */
function cellOf(record: string, name: string): string {
  return new RegExp(`[{,]"${name}":(.*?)(?:,"[bn]":.*|,"n":.*|\\})$`, 's').exec(record)?.[1] ?? 'null';
}

function plainKey(cell: string): PlainKey {
  const isString = cell.startsWith('"');
  const text = isString ? (JSON.parse(cell) as string).toWellFormed() : cell;
  // An object with members is not a cell.
  if (cell === 'null' || text === '' || cell.startsWith('{"')) return { rank: 2, number: 0n, text: '' };
  // A date sorts as the number 20260131.
  const day = isString && /^\d{4}-\d\d-\d\d$/.test(text) ? BigInt(text.replaceAll('-', '')) : undefined;
  if (day !== undefined) return { rank: 0, number: day * 10n ** 700n, text: '' };
  const number = isString ? /^(-?)(\d+)(?:\.(\d+))?()$/ : /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
  const [, sign, whole = '', fraction = '', power = ''] = number.exec(text) ?? [];
  if (sign === undefined || (isString && /^0\d/.test(whole))) return { rank: 1, number: 0n, text };
  const size = BigInt(whole + fraction) * 10n ** BigInt(700 - fraction.length + Number(power));
  return { rank: 0, number: sign === '-' ? -size : size, text: '' };
}
