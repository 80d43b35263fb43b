/** All windows of a report as one: its columns, and its records in order, read anew from the spool as often as asked. */

import { type Column, createColumn, uniteColumns } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { COLUMN_LIMITS, MAX_COLUMNS } from './record-survey.ts';
import type { Segment } from './segment.ts';
import { readLines, splitLines } from './spooled-lines.ts';

export interface Dataset {
  readonly recordCount: number;
  /** The union over all windows, in order of first appearance. */
  readonly columns: readonly Column[];
  /** True if the columns were too many to list: only formats without columns can show the report. */
  readonly hasMoreColumns: boolean;
  /** The records' texts, minified, in blocks of whole lines. A block is valid until the next is asked for. */
  lines(): AsyncIterable<Buffer>;
  /** The records' texts, minified, in batches. */
  records(): AsyncIterable<readonly string[]>;
}

export interface DatasetOptions {
  /** Two more members in front of each record: the window that it came from. */
  readonly windowColumns: boolean;
  /** One more, in front of those: whose it is. */
  readonly profileColumn?: boolean;
}

/** Name of the column that `profileColumn` puts in front. */
export const PROFILE_COLUMN = 'profile';

const WINDOW_FROM = 'window_from';
const WINDOW_TO = 'window_to';

/** Names of the columns that `windowColumns` puts in front. */
export const WINDOW_COLUMNS: readonly string[] = [WINDOW_FROM, WINDOW_TO];

/** `segments` in the order in which they are to be shown. Throws a usage error if a column in front is wanted, and taken. */
export function createDataset(segments: readonly Segment[], options: DatasetOptions): Dataset {
  const own = uniteColumns(segments.map((segment) => segment.columns));
  const added = columnsInFront(options);
  const taken = added.find((name) => own.some(({ path }) => path[0] === name));
  if (taken !== undefined) {
    throw new ReportingError(
      'usage',
      `${whatAdds(taken)} adds the column ${taken}, but the records have one already`,
      taken === PROFILE_COLUMN ? { hint: "a file for each profile needs none: -o '{profile}.csv'" } : {},
    );
  }
  const hasMoreColumns = own.length > MAX_COLUMNS || segments.some((segment) => segment.hasMoreColumns);
  if (added.length > 0 && hasMoreColumns) {
    throw new ReportingError('usage', `${whatAdds(added[0]!)} needs records of at most ${COLUMN_LIMITS}`);
  }
  async function* lines(): AsyncGenerator<Buffer> {
    for (const segment of segments) {
      const members = membersInFront(segment, options);
      for await (const block of readLines(segment)) {
        yield members === '' ? block : withMembersInFront(block, members);
      }
    }
  }

  return {
    recordCount: segments.reduce((sum, segment) => sum + segment.recordCount, 0),
    columns: [...added.map((name) => createColumn([name])), ...own],
    hasMoreColumns,
    lines,
    async *records() {
      for await (const block of lines()) yield splitLines(block);
    },
  };
}

/** Names of the columns that the options put in front, in order. */
export function columnsInFront({ windowColumns, profileColumn = false }: DatasetOptions): readonly string[] {
  return [...(profileColumn ? [PROFILE_COLUMN] : []), ...(windowColumns ? WINDOW_COLUMNS : [])];
}

function whatAdds(column: string): string {
  return column === PROFILE_COLUMN ? 'a report of several profiles' : '--window-columns';
}

/** Without the braces; empty if there are none. */
function membersInFront({ profile, window }: Segment, options: DatasetOptions): string {
  const values: Readonly<Record<string, string | undefined>> = {
    [PROFILE_COLUMN]: profile,
    [WINDOW_FROM]: window.from,
    [WINDOW_TO]: window.to,
  };
  return columnsInFront(options)
    .map((name) => `"${name}":${JSON.stringify(values[name])}`)
    .join(',');
}

/** A line begins where its record does, and no record holds a line feed. */
function withMembersInFront(block: Buffer, members: string): Buffer {
  const text = block.toString('latin1').replace(/^\{(?!\})/gm, `{${members},`);
  return Buffer.from(text.replace(/^\{\}$/gm, `{${members}}`), 'latin1');
}
