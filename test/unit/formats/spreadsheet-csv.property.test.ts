import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSpreadsheetCsv } from '../../../src/formats/html.ts';
import type { RecordSet } from '../../../src/records/record-set.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberText, stringText } from '../json/json-documents.ts';
import { expectedRows, hasMergedNames, recordSetOf, records } from './datasets.ts';
import { readDelimited } from './read-delimited.ts';

/** Texts that spreadsheets change, and parts of such texts. */
const treacherous = fc
  .array(
    fc.constantFrom(
      ...['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '|', ' ', "'", '#', '＝', '\u0000', '\ufeff'],
      ...['0012', '1E5', '1-2', '3/4', 'MARCH1', '1.10', '-12.50', '0,10', '9007199254740993', '2026-01-31'],
      ...['TRUE', 'N/A', 'x', '春', '5', '="x"', '=""', 'word '.repeat(60)],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => JSON.stringify(parts.join('')));
const value = fc.oneof(treacherous, stringText, numberText, fc.constantFrom('true', 'null', '[1,"=x"]', '{}'));
const treacherousRecords = fc.array(
  fc.oneof(
    fc.tuple(value, value, value).map(([a, b, c]) => `{"a":${a},"=b":${b},"2026":${c}}`),
    value.map((a) => `{"a":${a}}`),
  ),
  { minLength: 1, maxLength: 8 },
);

/** The document with the first `rowCount` records. */
async function encoded(recordSet: RecordSet, rowCount = recordSet.recordCount): Promise<string> {
  let text = '';
  for await (const piece of encodeSpreadsheetCsv(recordSet, recordSet.columns, rowCount)) text += piece;
  return Buffer.from(text).toString();
}

/** The fields of a document. Checks its byte order mark and its line ends. */
function read(document: string): string[][] {
  expect(document.startsWith('\ufeff')).toBe(true);
  return readDelimited(document.slice(1), ',', '\r\n');
}

/** The original text of a field that is protected, by the rules of docs/formats.md. */
function unprotected(field: string): string {
  const kept = /^="(.*)"$/s.exec(field);
  if (kept !== null) return kept[1]!.replaceAll('""', '"');
  return field.startsWith('\t') ? field.slice(1) : field;
}

test('an independent reader reads every value back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(records, treacherousRecords), async (texts) => {
      const recordSet = recordSetOf(texts, 3);
      const { columns } = recordSet;
      fc.pre(columns.length > 0 && !hasMergedNames(recordSet));
      const expected = [columns.map(({ name }) => name.toWellFormed()), ...expectedRows(texts, columns)];
      expect(read(await encoded(recordSet)).map((row) => row.map(unprotected))).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('no row of a large block is lost or repeated', async () => {
  const values = Array.from({ length: 1250 }, (_, index) => String(index));
  const recordSet = recordSetOf(
    values.map((each) => `{"a":${each}}`),
    1245,
  );
  for (const count of [1250, 700])
    expect(await encoded(recordSet, count)).toBe(`\ufeff${['a', ...values.slice(0, count), ''].join('\r\n')}`);
});

describe('in CSV for spreadsheets', () => {
  const HARMLESS = [
    /^$/,
    /^="(?:[^"\r\n]|""){0,510}"$/,
    /^\t/,
    /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/,
    /^\d{4}-\d{2}-\d{2}$/,
    /^(?:true|false)$/,
    /^[[{].*[\]}]$/s,
    // Not a formula, and without a digit, or too long or with too many lines for a number.
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])[^\p{N}]+$/u,
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])(?:.{256,}|.*\S.*[\r\n].*\S.*)$/su,
  ];

  test('every field has a form that no spreadsheet misreads', async () => {
    await fc.assert(
      fc.asyncProperty(treacherousRecords, async (texts) => {
        const fields = read(await encoded(recordSetOf(texts, 3))).flat();
        expect(fields.filter((field) => !HARMLESS.some((kind) => kind.test(field)))).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a field that could hide a formula stays whole with another delimiter', async () => {
    const document = await encoded(recordSetOf(['{"a":"x;=1+2","b":"y|=1+2","c":"z\\t=1+2"}'], 1));
    expect(document).toBe('\ufeffa,b,c\r\n"=""x;=1+2""","=""y|=1+2""","=""z\t=1+2"""\r\n');
    const words = await encoded(recordSetOf(['{"a":"x;=y","b":"y|=z","c":"z\\t=y"}'], 1));
    expect(words).toBe('\ufeffa,b,c\r\n"x;=y","y|=z","z\t=y"\r\n');
  });
});
