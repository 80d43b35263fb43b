/** Reads CSV by RFC 4180: fields between commas, quoted if necessary. Memory holds one row. */

import { ReportingError } from '../core/errors.ts';
import { countOf, formatCount } from '../core/text.ts';

/** Characters of a row. In a longer one, a quotation mark is probably never closed. */
const MAX_ROW = 1_000_000;

type State = 'start' | 'plain' | 'quoted' | 'afterQuote';

/**
 * The records after the header, in batches, without blank lines. `onHeader` takes the names first. Throws a malformed error for a
 * body that is empty, and for records of another length; and as `readRows` does.
 */
export async function* readCsvRecords(
  chunks: AsyncIterable<Uint8Array>,
  onHeader: (names: readonly string[]) => void,
): AsyncGenerator<readonly (readonly string[])[]> {
  let width = 0;
  let recordCount = 0;
  const isRecord = (fields: readonly string[]): boolean => {
    if (fields.length === 1 && fields[0] === '' && width > 1) return false;
    recordCount++;
    if (fields.length === width) return true;
    throw malformed(`record ${recordCount} has ${countOf(fields.length, 'field')}, and the header ${width}`);
  };
  for await (const rows of readRows(chunks)) {
    let records = rows;
    if (width === 0 && rows.length > 0) {
      onHeader(rows[0]!);
      width = rows[0]!.length;
      records = rows.slice(1);
    }
    yield records.filter(isRecord);
  }
  if (width === 0) throw malformed('it is empty');
}

/**
 * All rows, in batches, without a byte order mark. Throws a malformed error for bytes that are not UTF-8, an open quotation
 * mark, and a very long row.
 */
async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly (readonly string[])[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let size = 0;
  let state: State = 'start';

  function endField(): void {
    row.push(field);
    field = '';
    state = 'start';
  }

  function endRow(): void {
    endField();
    rows.push(row);
    row = [];
    size = 0;
  }

  function add(character: string): void {
    size++;
    if (size > MAX_ROW) throw malformed(`a line has more than ${formatCount(MAX_ROW)} characters`);
    if (state === 'quoted') {
      if (character === '"') state = 'afterQuote';
      else field += character;
    } else if (character === ',') endField();
    else if (character === '\n') endRow();
    else if (character === '"' && state === 'start') state = 'quoted';
    else if (character === '"' && state === 'afterQuote') {
      field += character;
      state = 'quoted';
    } else if (character !== '\r') {
      field += character;
      state = 'plain';
    }
  }

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw malformed('it is not valid UTF-8');
    }
  }

  for await (const bytes of chunks) {
    for (const character of decode(bytes)) add(character);
    yield rows;
    rows = [];
  }
  decode();
  if ((state as State) === 'quoted') throw malformed('a quotation mark is open at its end');
  if (row.length > 0 || field !== '' || state !== 'start') endRow();
  yield rows;
}

function malformed(message: string): ReportingError {
  return new ReportingError('malformed', message);
}
