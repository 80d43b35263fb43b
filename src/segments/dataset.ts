/** All windows of a report as one: its columns, and its records in order, read anew from the spool as often as asked. */

import { type Column, createColumn, uniteColumns } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { MAX_COLUMNS } from './record-survey.ts';
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
}

const WINDOW_FROM = 'window_from';
const WINDOW_TO = 'window_to';

/** Names of the columns that `windowColumns` puts in front. */
export const WINDOW_COLUMNS: readonly string[] = [WINDOW_FROM, WINDOW_TO];

/** `segments` in the order of their windows. Throws a usage error if the window's columns are wanted, and taken. */
export function createDataset(segments: readonly Segment[], { windowColumns }: DatasetOptions): Dataset {
  const own = uniteColumns(segments.map((segment) => segment.columns));
  const added = windowColumns ? [createColumn([WINDOW_FROM]), createColumn([WINDOW_TO])] : [];
  const taken = added.find((column) => own.some(({ path }) => path[0] === column.name));
  if (taken !== undefined) {
    throw new ReportingError(
      'usage',
      `--window-columns adds the column ${taken.name}, but the records have one already`,
    );
  }
  const hasMoreColumns = own.length > MAX_COLUMNS;
  if (windowColumns && hasMoreColumns) {
    throw new ReportingError(
      'usage',
      `--window-columns needs records of at most ${MAX_COLUMNS} different columns`,
    );
  }
  async function* lines(): AsyncGenerator<Buffer> {
    for (const segment of segments) {
      const members = windowMembers(segment.window);
      for await (const block of readLines(segment)) {
        yield windowColumns ? withMembersInFront(block, members) : block;
      }
    }
  }

  return {
    recordCount: segments.reduce((sum, segment) => sum + segment.recordCount, 0),
    columns: [...added, ...own],
    hasMoreColumns,
    lines,
    async *records() {
      for await (const block of lines()) yield splitLines(block);
    },
  };
}

function windowMembers(window: Window): string {
  return `"${WINDOW_FROM}":"${window.from}","${WINDOW_TO}":"${window.to}"`;
}

/** A line begins where its record does, and no record holds a line feed. */
function withMembersInFront(block: Buffer, members: string): Buffer {
  const text = block.toString('latin1').replace(/^\{(?!\})/gm, `{${members},`);
  return Buffer.from(text.replace(/^\{\}$/gm, `{${members}}`), 'latin1');
}
