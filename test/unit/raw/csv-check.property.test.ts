import fc from 'fast-check';
import { expect, test } from 'vitest';
import { warningText } from '../../../src/core/warnings.ts';
import { checkCsv } from '../../../src/raw/csv-check.ts';
import type { CsvBatch } from '../../../src/raw/csv-records.ts';
import { runs } from '../../harness/property-runs.ts';
import { readDelimited } from '../formats/read-delimited.ts';

/** The warnings or the error of a body that arrives in these pieces, and the fields and lines of its records. */
async function read(pieces: readonly Buffer[]) {
  const chunks = (async function* () {
    yield* pieces;
  })();
  const records: (readonly string[])[] = [];
  const lines: number[] = [];
  const onRecords = async (more: CsvBatch) => {
    records.push(...more.records);
    lines.push(...more.lines);
  };
  const verdict = await checkCsv({ chunks, endIsKnown: true }, onRecords).then(
    (warnings) => warnings.map(warningText),
    (error: Error) => [`error: ${error.message}`],
  );
  // An error ends the body at its place in a chunk.
  const isError = verdict[0]?.startsWith('error: ') === true;
  return { verdict, records: isError ? [] : records, lines: isError ? [] : lines };
}

const textOf = (...tokens: readonly string[]) =>
  fc.array(fc.constantFrom(...tokens), { maxLength: 24 }).map((parts) => parts.join(''));

test('verdict and records do not depend on where the body is cut', async () => {
  const text = textOf('a', 'ü😀', ',', '"', '\n', '\r\n', '\r', '""', '\ufeff', '{', '<', '\0', ' ');
  await fc.assert(
    fc.asyncProperty(text, fc.nat(40), async (body, at) => {
      const bytes = Buffer.from(body);
      const whole = await read([bytes]);
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
      expect(await read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
    }),
    { numRuns: runs(5000) },
  );
});

test.each([
  [1_000_000, []],
  [1_000_001, ['error: a record has more than 1,000,000 bytes']],
])('a record that begins with a piece of %d bytes', async (size, verdict) => {
  expect(await read([Buffer.alloc(size, 'x'), Buffer.from('\n')])).toMatchObject({ verdict });
});

test('the limit of a record is not one of a body in many pieces', async () => {
  const lines = 200;
  const piece = Buffer.from(`${'x'.repeat(5000)}\n${'x'.repeat(6000)}`);
  const { verdict, records } = await read(Array.from({ length: lines }, () => piece));
  expect(verdict).toEqual([]);
  expect(records).toHaveLength(lines + 1);
});

test('a body has no warning exactly if a strict reader of CSV accepts it, with the same fields', async () => {
  let good = 0;
  const text = textOf('a', 'b', 'c', ',', ',', '"', '\n', '\n', '\r', '""', '"x"', '"y\nz"');
  await fc.assert(
    fc.asyncProperty(text, async (start) => {
      const body = `h${start}${start.endsWith('\n') ? '' : '\n'}`;
      fc.pre(!body.includes('\r\n'));
      const rows = readStrictly(body);
      if (rows !== undefined) good++;
      const { verdict, records, lines } = await read([Buffer.from(body)]);
      expect(verdict.length === 0).toBe(rows !== undefined);
      if (rows === undefined) return;
      expect(records).toEqual(rows);
      expect(lines).toEqual(linesOf(rows));
    }),
    { numRuns: runs(20_000) },
  );
  expect(good).toBeGreaterThan(runs(20_000) / 20);
});

/** The rows, if they have the same number of fields and no misplaced quotation marks. */
function readStrictly(body: string): readonly (readonly string[])[] | undefined {
  try {
    const rows = readDelimited(body, ',');
    // The reader does not distinguish an empty line from a quoted empty field.
    fc.pre(!rows.some((row) => row.length === 1 && row[0] === ''));
    return rows.every((row) => row.length === rows[0]!.length) ? rows : undefined;
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) throw error;
    return undefined;
  }
}

/** The line on which each row begins, by the line feeds in the fields before it. */
function linesOf(rows: readonly (readonly string[])[]): readonly number[] {
  let line = 1;
  return rows.map((fields) => {
    const first = line;
    line += fields.join('').split('\n').length;
    return first;
  });
}
