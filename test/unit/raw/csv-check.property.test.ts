import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noticeText } from '../../../src/core/warnings.ts';
import { checkCsv } from '../../../src/raw/csv-check.ts';
import { runs } from '../../harness/property-runs.ts';
import { readDelimited } from '../formats/read-delimited.ts';

/** The warnings or the error of a body that arrives in these pieces. */
async function verdictOf(pieces: readonly Buffer[]): Promise<readonly string[]> {
  const chunks = (async function* () {
    yield* pieces;
  })();
  return checkCsv({ chunks, endIsKnown: true }).then(
    ({ warnings, head, recordCount }) => [
      ...warnings.map(noticeText),
      ...(warnings.length === 0 ? [] : [`${head} ${recordCount}`]),
    ],
    (error: Error) => [`error: ${error.message}`],
  );
}

const textOf = (...tokens: readonly string[]) =>
  fc.array(fc.constantFrom(...tokens), { maxLength: 24 }).map((parts) => parts.join(''));

test('the verdict does not depend on where the body is cut', async () => {
  const text = textOf('a', 'ü😀', ',', '"', '\n', '\r\n', '\r', '""', '\ufeff', '{', '<', '\0', ' ');
  await fc.assert(
    fc.asyncProperty(text, fc.nat(40), async (body, at) => {
      const bytes = Buffer.from(body);
      const whole = await verdictOf([bytes]);
      expect(await verdictOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
      expect(await verdictOf([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
    }),
    { numRuns: runs(5000) },
  );
});

test('a body has no warning exactly if a strict reader of CSV accepts it', async () => {
  let good = 0;
  const text = textOf('a', 'b', 'c', ',', ',', '"', '\n', '\n', '\r', '""', '"x"', '"y\nz"');
  await fc.assert(
    fc.asyncProperty(text, async (start) => {
      const body = `h${start}${start.endsWith('\n') ? '' : '\n'}`;
      fc.pre(!body.includes('\r\n'));
      const isGood = isStrict(body);
      if (isGood) good++;
      expect((await verdictOf([Buffer.from(body)])).length === 0).toBe(isGood);
    }),
    { numRuns: runs(20_000) },
  );
  expect(good).toBeGreaterThan(runs(20_000) / 20);
});

/** True if all rows have the same number of fields, and there are no misplaced quotation marks. */
function isStrict(body: string): boolean {
  try {
    const rows = readDelimited(body, ',');
    // The reader does not distinguish an empty line from a quoted empty field.
    fc.pre(!rows.some((row) => row.length === 1 && row[0] === ''));
    return rows.every((row) => row.length === rows[0]!.length);
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) throw error;
    return false;
  }
}
