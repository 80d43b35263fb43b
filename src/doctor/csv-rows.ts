/** Reads CSV as RFC 4180 has it: fields between commas, quoted if necessary. Memory holds one row. */

import { ReportingError } from '../core/errors.ts';
import { formatCount } from '../core/text.ts';

/** Characters of a row. In a longer one, a quotation mark is probably never closed. */
const MAX_ROW = 1_000_000;

type State = 'start' | 'plain' | 'quoted' | 'afterQuote';

/** The rows, in batches, without a byte order mark. Throws a malformed error for bytes that are no UTF-8, an open quotation mark, and a very long row. */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (readonly string[])[]> {
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
