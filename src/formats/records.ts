import type { Column } from '../core/column.ts';
import { renameColumns, selectColumns, selectMembers } from '../core/column-selection.ts';
import { createRowScanner } from '../segments/row-scanner.ts';
import { refuseTooManyColumns } from './columns.ts';
import type { EncoderInput } from './format.ts';

/**
 * The records' JSON texts for the formats that are JSON themselves: as the service sent them, without the white space,
 * in blocks of whole lines. With `--columns`, each holds those members in that order, called as they were asked for, and leaves out what the record has not.
 */
export async function* encodeRecords({
  dataset,
  columnNames,
  renames,
}: EncoderInput): AsyncGenerator<Buffer> {
  if ((columnNames === undefined && renames === undefined) || dataset.recordCount === 0) {
    yield* dataset.lines();
    return;
  }
  refuseTooManyColumns({ dataset });
  const columns = membersToShow(columnNames ?? ['*'], renames ?? new Map(), dataset.columns);
  const names = columns.map((column) => Buffer.from(`${JSON.stringify(column.name)}:`));
  const { scan, starts, ends } = createRowScanner(columns, { wholeObjects: true });
  const namesBytes = names.reduce((sum, name) => sum + name.length, 0);
  let bytes = Buffer.allocUnsafe(0);
  let length = 0;

  function addRecord(block: Buffer): void {
    let sizeBytes = namesBytes + columns.length + BRACES_AND_LINE_FEED;
    for (let index = 0; index < ends.length; index++) {
      if (ends[index] !== 0) sizeBytes += ends[index]! - starts[index]!;
    }
    if (length + sizeBytes > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + sizeBytes));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    bytes[length++] = OPENING_BRACE;
    let isFirst = true;
    for (let index = 0; index < ends.length; index++) {
      if (ends[index] === 0) continue;
      if (!isFirst) bytes[length++] = COMMA;
      isFirst = false;
      length += names[index]!.copy(bytes, length);
      length += block.copy(bytes, length, starts[index], ends[index]);
    }
    bytes[length++] = CLOSING_BRACE;
    bytes[length++] = LINE_FEED;
  }

  for await (const block of dataset.lines()) {
    length = 0;
    for (let start = 0; start < block.length; ) {
      start = scan(block, start);
      addRecord(block);
    }
    yield bytes.subarray(0, length);
  }
}

const BRACES_AND_LINE_FEED = 3;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Objects stay whole, unless one that is in them is to be called otherwise. */
function membersToShow(
  names: readonly string[],
  renames: ReadonlyMap<string, string>,
  available: readonly Column[],
): readonly Column[] {
  const members = selectMembers(names, available);
  const isWithin = [...renames.keys()].every((name) => members.some((member) => member.name === name));
  return renameColumns(isWithin ? members : selectColumns(names, available), renames, available);
}
