/**
 * Checks a CSV body while it arrives. The interface documents no columns (part 4), so the check knows only the rules of the format
 * (RFC 4180): a body that cannot be CSV is an error, and a line that readers of CSV treat in different ways is a warning.
 */

import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTATION_MARK } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { createUtf8Check } from '../json/body.ts';
import { type Body, CHECK_BASE_URL, MARKUP_BYTES, markupError, unfinished } from '../json/unexpected-body.ts';

/** The first bytes of HTML and JSON: `<`, `[` and `{`. */
const SUSPICIOUS = new Set([0x3c, 0x5b, 0x7b]);
/** White space, and the bytes of a byte order mark. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*["{[\]\d-])/;
const EMPTY = Buffer.alloc(0);

/** The kinds of lines that readers of CSV treat in different ways, in the order of the warnings. */
const ODDITIES = {
  ragged: 'with another number of fields than the first line',
  blank: 'without any field',
  loneReturn: 'with a carriage return that ends no line',
  strayQuote: 'with a quotation mark inside a field',
} as const;
type Oddity = keyof typeof ODDITIES;

const NO_END: DataWarning = {
  name: 'partial',
  scope: ['content-length'],
  text: 'the response has neither a length nor chunks, so its end may be missing without a trace',
};

/**
 * Reads all of `body`, and resolves with the warnings. Throws a malformed error that names the line, or an unavailable error, with a
 * retry, for a body that may be cut off.
 */
export async function checkCsv(body: Body): Promise<readonly DataWarning[]> {
  const scan = createCsvScan();
  const utf8 = createUtf8Check((offset) => scan.invalidText(offset));
  let start: Buffer = EMPTY;
  let isKnown = false;

  function read(chunk: Buffer): void {
    const zero = chunk.indexOf(0);
    if (zero !== -1) throw scan.zeroByte(chunk, zero);
    scan.arrive(chunk);
    scan.write(utf8.check(chunk));
  }

  for await (const chunk of body.chunks) {
    if (isKnown) read(chunk);
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      const first = start.find((byte) => !BLANKS.has(byte));
      isKnown = start.length >= MARKUP_BYTES || (first !== undefined && !SUSPICIOUS.has(first));
      if (isKnown) read(assertBeginning(start, body.contentType));
    }
  }
  if (!isKnown) read(assertBeginning(start, body.contentType));
  utf8.end();
  const warnings = scan.end(body);
  return [...warnings, ...(body.endIsKnown ? [] : [NO_END])];
}

/** Throws a malformed error for a body that begins as another format. Returns the text without a byte order mark. */
function assertBeginning(start: Buffer, contentType: string | undefined): Buffer {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw malformed('the body is UTF-16, not UTF-8');
  }
  const markup = markupError(start, contentType);
  if (markup !== undefined) throw markup;
  const text = start.subarray(start.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0);
  if (JSON_START.test(text.toString('utf8', 0, MARKUP_BYTES))) {
    throw new ReportingError('E-bad-csv', 'the body is JSON, not CSV', { hint: CHECK_BASE_URL });
  }
  return text;
}

function malformed(message: string): ReportingError {
  return new ReportingError('E-bad-csv', message);
}

interface CsvScan {
  /** Takes bytes before their check, to find the line of an invalid one. */
  arrive(chunk: Buffer): void;
  write(chunk: Buffer): void;
  /** The warnings. Throws the error of a body that ends in the middle of a field or a line. */
  end(body: Body): readonly DataWarning[];
  /** The error for the byte at `offset` of all that arrived. */
  invalidText(offset: number): ReportingError;
  zeroByte(chunk: Buffer, index: number): ReportingError;
}

type Place = 'field' | 'plain' | 'quoted' | 'after-quote';

function createCsvScan(): CsvScan {
  /** The place of the next byte: at the start of a field, in a plain or quoted field, or after a quotation mark in a quoted one. */
  let place: Place = 'field';
  let wasReturn = false;
  let line = 1;
  let recordLine = 1;
  let quoteLine = 1;
  let separators = 0;
  let expected: number | undefined;
  let short: { readonly line: number; readonly fields: number } | undefined;
  let arriving: Buffer = EMPTY;
  let arrivedBytes = 0;
  let isEmpty = true;
  const found = new Map<Oddity, { readonly line: number; count: number }>();

  function note(oddity: Oddity, at: number): void {
    const known = found.get(oddity);
    if (known === undefined) found.set(oddity, { line: at, count: 1 });
    else known.count++;
  }

  function endRecord(): void {
    const isBlank = place === 'field' && separators === 0;
    if (isBlank) note('blank', recordLine);
    else {
      const fields = separators + 1;
      expected ??= fields;
      short = fields < expected ? { line: recordLine, fields } : undefined;
      if (fields !== expected) note('ragged', recordLine);
    }
    separators = 0;
    place = 'field';
  }

  function endLine(): void {
    endRecord();
    line++;
    recordLine = line;
  }

  function outsideQuotes(byte: number): void {
    if (byte === LINE_FEED) endLine();
    else if (byte === CARRIAGE_RETURN) wasReturn = true;
    else if (byte === COMMA) {
      separators++;
      place = 'field';
    } else if (byte !== QUOTATION_MARK) {
      if (place === 'after-quote') note('strayQuote', line);
      place = 'plain';
    } else if (place === 'plain') note('strayQuote', line);
    else {
      if (place === 'field') quoteLine = line;
      place = 'quoted';
    }
  }

  function lineAt(bytes: Buffer): number {
    let at = line;
    for (const byte of bytes) if (byte === LINE_FEED) at++;
    return at;
  }

  return {
    arrive(chunk) {
      arriving = chunk;
      arrivedBytes += chunk.length;
    },
    write(chunk) {
      isEmpty &&= chunk.length === 0;
      for (const byte of chunk) {
        if (place === 'quoted') {
          if (byte === QUOTATION_MARK) place = 'after-quote';
          else if (byte === LINE_FEED) line++;
          continue;
        }
        // Most bytes are in the middle of a plain field.
        if (place === 'plain' && byte > COMMA && !wasReturn) continue;
        if (wasReturn) {
          wasReturn = false;
          if (byte !== LINE_FEED) {
            note('loneReturn', line);
            if (place === 'field') place = 'plain';
          }
        }
        outsideQuotes(byte);
      }
      arriving = EMPTY;
    },
    end(body) {
      if (place === 'quoted') {
        throw unfinished(body, `line ${quoteLine} opens a quoted field that never ends`);
      }
      if (wasReturn) {
        note('loneReturn', line);
        if (place === 'field') place = 'plain';
      }
      if (place !== 'field' || separators > 0) endRecord();
      if (short !== undefined) {
        throw unfinished(
          body,
          `line ${short.line}, the last one, has ${countOf(short.fields, 'field')}, and the first line has ${expected}`,
        );
      }
      // CSV without records may have no header, so only a body that ends by its length or by chunks can be empty.
      if (isEmpty && !body.endIsKnown) throw unfinished(body, 'the body is empty', CHECK_BASE_URL);
      if (isEmpty) return [{ name: 'empty', text: 'the body is empty' }];
      return (Object.keys(ODDITIES) as Oddity[]).flatMap((oddity): readonly DataWarning[] => {
        const each = found.get(oddity);
        if (each === undefined) return [];
        const text = `${countOf(each.count, 'line')} ${ODDITIES[oddity]}, first line ${each.line}`;
        return [{ name: 'encoding', text }];
      });
    },
    invalidText(offset) {
      const before = arriving.subarray(0, Math.max(0, offset - (arrivedBytes - arriving.length)));
      return malformed(`line ${lineAt(before)} is not valid UTF-8, at byte ${offset}`);
    },
    zeroByte: (chunk, index) =>
      malformed(`line ${lineAt(chunk.subarray(0, index))} has a zero byte: the body may be UTF-16`),
  };
}
