/** Joins the windows of a report: their columns, and their records in order, read from the spool on each call. */

import { type Column, createColumn, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { COLUMN_LIMITS, MAX_COLUMNS } from '../json/record-survey.ts';
import type { Cell } from './cells.ts';
import { createLineWriter, readLines } from './spool.ts';
import type { WindowRecords } from './window-records.ts';

/** Records with their columns. They can be read any number of times. */
export interface RecordSet {
  readonly recordCount: number;
  /** The columns of all windows, in order of first appearance. */
  readonly columns: readonly Column[];
  /** True if the columns exceed `COLUMN_LIMITS`: only formats without columns can show the report. */
  readonly hasMoreColumns: boolean;
  /** The minified records in blocks of whole lines. A block is valid until the next one is requested. */
  lines(): AsyncIterable<Buffer>;
}

interface RecordSetOptions {
  /** True to begin each record with two members that name its window. */
  readonly windowColumns: boolean;
  /** True to begin each record, before the window, with a member that names its profile. */
  readonly profileColumn?: boolean;
  /** True to begin each record, after these, with a member that has the currency of its response. */
  readonly currencyColumn?: boolean;
}

/** The name of the column that `profileColumn` adds. */
export const PROFILE_COLUMN = 'profile';

/** The names of the columns that `windowColumns` adds. */
export const WINDOW_COLUMNS = ['window_from', 'window_to'] as const;

/** The name of the column that `currencyColumn` adds. */
export const CURRENCY_COLUMN = 'currency';

/**
 * The record set of all windows, in their order. Throws a usage error if an added column exists already, or if added columns are
 * too many.
 */
export function createRecordSet(recordsByWindow: readonly WindowRecords[], options: RecordSetOptions): RecordSet {
  const own = uniteColumns(recordsByWindow.map((windowRecords) => windowRecords.columns));
  const added = addedMembers(options).map(([name]) => name);
  const duplicate = added.find((name) => own.some(({ path }) => path[0] === name));
  if (duplicate !== undefined) {
    throw new ReportingError(
      'E-column',
      `${sourceOf(duplicate)} adds the column ${duplicate}, but the records have one already`,
      duplicate === PROFILE_COLUMN ? { hint: "write one file per profile instead: -o '{profile}.csv'" } : {},
    );
  }
  const hasMoreColumns =
    own.length > MAX_COLUMNS || recordsByWindow.some((windowRecords) => windowRecords.hasMoreColumns);
  if (added.length > 0 && hasMoreColumns) {
    throw new ReportingError('E-column', `${sourceOf(added[0]!)} needs records of at most ${COLUMN_LIMITS}`);
  }
  async function* lines(): AsyncGenerator<Buffer> {
    for (const windowRecords of recordsByWindow) {
      const members = addedMembers(options, windowRecords)
        .map(([name, value]) => `"${name}":${JSON.stringify(value ?? null)}`)
        .join(',');
      for await (const block of readLines(windowRecords)) {
        yield members === '' ? block : prependMembers(block, members);
      }
    }
  }

  return {
    recordCount: recordsByWindow.reduce((sum, windowRecords) => sum + windowRecords.recordCount, 0),
    columns: [...added.map((name) => createColumn([name])), ...own],
    hasMoreColumns,
    lines,
  };
}

/**
 * Stores the records that `write` adds in `file`, a new path in the spool: memory does not grow with them. A minified record is added
 * as a copy of the bytes of a block.
 */
export async function storeRecords(
  file: string,
  { columns, hasMoreColumns = false }: Pick<RecordSet, 'columns'> & Partial<RecordSet>,
  write: (add: (block: Buffer, start?: number, end?: number) => void) => Promise<void>,
): Promise<RecordSet> {
  const writer = createLineWriter(file);
  let recordCount = 0;
  try {
    await write((block, start, end) => {
      writer.add(block, start, end);
      recordCount++;
    });
    const spoolBytes = writer.finish();
    return { recordCount, columns, hasMoreColumns, lines: () => readLines({ file, spoolBytes }) };
  } finally {
    writer.close();
  }
}

/** Records in memory, without nested objects. `rows` are the JSON values of the columns, in their order; undefined is null. */
export function recordsOfRows(columns: readonly Column[], rows: readonly (readonly Cell[])[]): RecordSet {
  const memberOf = ({ name }: Column, cell: Cell): string => `${JSON.stringify(name)}:${cell ?? 'null'}`;
  const texts = rows.map((cells) => `{${columns.map((column, index) => memberOf(column, cells[index])).join(',')}}\n`);
  return {
    recordCount: rows.length,
    columns,
    hasMoreColumns: false,
    async *lines() {
      if (rows.length > 0) yield Buffer.from(texts.join(''));
    },
  };
}

/** The members that the options add before the others, in order. Their values are those of a window. */
function addedMembers(
  { windowColumns, profileColumn = false, currencyColumn = false }: RecordSetOptions,
  of?: WindowRecords,
): readonly (readonly [name: string, value: string | undefined])[] {
  const [from, to] = WINDOW_COLUMNS;
  return [
    ...(profileColumn ? [[PROFILE_COLUMN, of?.profile] as const] : []),
    ...(windowColumns ? [[from, of?.window.from] as const, [to, of?.window.to] as const] : []),
    ...(currencyColumn ? [[CURRENCY_COLUMN, of?.currency] as const] : []),
  ];
}

/** The option or the selection that adds a column, for messages. */
function sourceOf(column: string): string {
  return column === PROFILE_COLUMN ? 'a report of several profiles' : '--window-columns';
}

/** Relies on minified records: each is one line, and no record contains a line feed. */
function prependMembers(block: Buffer, members: string): Buffer {
  const text = block.toString('latin1').replace(/^\{(?!\})/gm, `{${members},`);
  return Buffer.from(text.replace(/^\{\}$/gm, `{${members}}`), 'latin1');
}
