import type { Column } from '../core/column.ts';
import { renameColumns, selectColumns, selectMembers } from '../core/column-selection.ts';
import { createRowReader } from '../segments/row-reader.ts';
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
  const names = columns.map((column) => JSON.stringify(column.name));
  const readRow = createRowReader(columns, { wholeObjects: true });
  const project = (record: string): string => {
    const members = readRow(record).map((cell, index) =>
      cell === undefined ? undefined : `${names[index]}:${cell}`,
    );
    return `{${members.filter((member) => member !== undefined).join(',')}}`;
  };
  for await (const batch of dataset.records()) yield Buffer.from(`${batch.map(project).join('\n')}\n`);
}

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
