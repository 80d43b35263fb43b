import { ReportingError } from '../core/errors.ts';
import { formatCount } from '../core/text.ts';

/** Bytes of a record. In a longer one, a quotation mark is probably never closed. */
const MAX_RECORD = 1_000_000;
const QUOTED = /^"((?:[^"]|"")*)"$/;

/** The fields of records, and the line on which each begins. */
export interface CsvBatch {
  readonly records: readonly (readonly string[])[];
  /** Counted from 1. */
  readonly lines: readonly number[];
}

/** Takes the fields of CSV from between the places that a scan finds. Memory holds the records of one chunk. */
export class CsvRecords {
  private records: string[][] = [];
  private lines: number[] = [];
  private fields: string[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  private fieldStart = 0;
  private recordStart = 0;
  /** The beginning of a field, from earlier chunks. */
  private held: Buffer[] = [];
  /** Bytes of a record in earlier chunks. */
  private heldBytes = 0;

  /** Takes the next chunk. Throws a malformed error for a very long record. */
  read(chunk: Buffer): void {
    this.held.push(this.chunk.subarray(this.fieldStart));
    this.heldBytes += this.chunk.length - this.recordStart;
    if (this.heldBytes > MAX_RECORD) {
      throw new ReportingError('E-bad-csv', `a record has more than ${formatCount(MAX_RECORD)} bytes`);
    }
    this.chunk = chunk;
    this.fieldStart = 0;
    this.recordStart = 0;
  }

  /** The byte at `index` of the chunk comes after a field. */
  endField(index: number): void {
    const field = Buffer.concat([...this.held, this.chunk.subarray(this.fieldStart, index)]).toString();
    this.fields.push(field);
    this.held = [];
    this.fieldStart = index + 1;
  }

  /** The byte at `index` comes after a record that begins on `line`. A blank one is dropped. */
  endRecord(index: number, line: number, isBlank: boolean): void {
    this.endField(index);
    // The line may end with CR LF.
    this.fields.push(this.fields.pop()!.replace(/\r$/, ''));
    if (!isBlank) {
      this.records.push(this.fields.map(unquote));
      this.lines.push(line);
    }
    this.fields = [];
    this.heldBytes = 0;
    this.recordStart = index + 1;
  }

  /** The records since the last call. */
  take(): CsvBatch {
    const { records, lines } = this;
    this.records = [];
    this.lines = [];
    return { records, lines };
  }
}

/** A field with misplaced quotation marks keeps them. */
function unquote(field: string): string {
  return QUOTED.exec(field)?.[1]?.replaceAll('""', '"') ?? field;
}
