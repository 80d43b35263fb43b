import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnKey } from '../../../src/core/columns.ts';
import { csv } from '../../../src/formats/csv.ts';
import type { CsvDialect } from '../../../src/formats/format.ts';
import { runs } from '../../harness/property-runs.ts';
import { leavesOf, numberText, stringText } from '../json/json-documents.ts';
import { encode, expectedRows, hasMergedNames, recordSetOf, records } from './datasets.ts';
import { readDelimited } from './read-delimited.ts';

const dialects = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|', '^', '~', '!', '*'),
    hasDecimalComma: fc.boolean(),
    isForSpreadsheets: fc.boolean(),
  })
  .filter(({ delimiter, hasDecimalComma }) => delimiter !== ',' || !hasDecimalComma);

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
const value = fc.oneof(
  treacherous,
  stringText,
  numberText,
  fc.constantFrom('true', 'null', '[1,"=x"]', '{}'),
);
const treacherousRecords = fc.array(
  fc.oneof(
    fc.tuple(value, value, value).map(([a, b, c]) => `{"a":${a},"=b":${b},"2026":${c}}`),
    value.map((a) => `{"a":${a}}`),
  ),
  { minLength: 1, maxLength: 8 },
);

/** The fields of a document. Checks the byte order mark and the line ends of its dialect. */
function read(document: string, { delimiter, isForSpreadsheets }: CsvDialect): string[][] {
  if (!isForSpreadsheets || document === '') return readDelimited(document, delimiter);
  expect(document.startsWith('\ufeff')).toBe(true);
  return readDelimited(document.slice(1), delimiter, '\r\n');
}

/** The original text of a field that is protected or has a decimal comma, by the rules of docs/spreadsheets.md. */
function unprotected(field: string, { hasDecimalComma, isForSpreadsheets }: CsvDialect): string {
  const kept = isForSpreadsheets ? /^="(.*)"$/s.exec(field) : null;
  if (kept !== null) return kept[1]!.replaceAll('""', '"');
  if (isForSpreadsheets && field.startsWith('\t')) return field.slice(1);
  if (hasDecimalComma && /^-?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?$/.test(field)) return field.replace(',', '.');
  return field;
}

test('an independent reader reads every value back from a file for spreadsheets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(records, treacherousRecords), dialects, async (texts, dialect) => {
      fc.pre(dialect.isForSpreadsheets);
      const recordSet = recordSetOf(texts, 3);
      fc.pre(!hasMergedNames(recordSet));
      const { columns } = recordSet;
      const expected =
        columns.length === 0
          ? []
          : [columns.map(({ name }) => name.toWellFormed()), ...expectedRows(texts, columns)];
      const fields = read(await encode(csv, recordSet, { csvDialect: dialect }), dialect);
      expect(fields.map((row) => row.map((field) => unprotected(field, dialect)))).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('any other dialect changes only the points of numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(records, treacherousRecords), dialects, async (texts, dialect) => {
      fc.pre(!dialect.isForSpreadsheets);
      const recordSet = recordSetOf(texts, 3);
      fc.pre(!hasMergedNames(recordSet));
      const { columns } = recordSet;
      const rows = expectedRows(texts, columns);
      texts.forEach((text, row) => {
        if (!dialect.hasDecimalComma) return;
        const cells = new Map(leavesOf(text).map((leaf) => [columnKey(leaf.path), leaf.text]));
        columns.forEach(({ path }, column) => {
          const isFigure = /^[-0-9]/.test(cells.get(columnKey(path)) ?? '');
          if (isFigure) rows[row]![column] = rows[row]![column]!.replace('.', ',');
        });
      });
      const expected = columns.length === 0 ? [] : [columns.map(({ name }) => name.toWellFormed()), ...rows];
      expect(read(await encode(csv, recordSet, { csvDialect: dialect }), dialect)).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('no row of a large block is lost or repeated', async () => {
  const values = Array.from({ length: 250 }, (_, index) => String(index));
  const recordSet = recordSetOf(
    values.map((each) => `{"a":${each}}`),
    245,
  );
  const dialect = { delimiter: ';', hasDecimalComma: true, isForSpreadsheets: false };
  expect(await encode(csv, recordSet, { csvDialect: dialect })).toBe(['a', ...values, ''].join('\n'));
});

describe('in a file for spreadsheets', () => {
  const HARMLESS = [
    /^$/,
    /^="(?:[^"\r\n]|""){0,510}"$/,
    /^\t/,
    /^-?(?:0|[1-9][0-9]{0,14})(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?$/,
    /^\d{4}-\d{2}-\d{2}$/,
    /^(?:true|false)$/,
    /^[[{].*[\]}]$/s,
    // Not a formula, and without a digit, or too long or with too many lines for a number.
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])[^\p{N}]+$/u,
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])(?:.{256,}|.*\S.*[\r\n].*\S.*)$/su,
  ];

  test('every field has a form that no spreadsheet misreads', async () => {
    await fc.assert(
      fc.asyncProperty(treacherousRecords, dialects, async (texts, dialect) => {
        fc.pre(dialect.isForSpreadsheets);
        const fields = read(
          await encode(csv, recordSetOf(texts, 3), { csvDialect: dialect }),
          dialect,
        ).flat();
        expect(fields.filter((field) => !HARMLESS.some((kind) => kind.test(field)))).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a field that could hide a formula stays whole with another delimiter', async () => {
    const dialect = { delimiter: ',', hasDecimalComma: false, isForSpreadsheets: true };
    const document = await encode(csv, recordSetOf(['{"a":"x;=1+2","b":"y|=1+2","c":"z\\t=1+2"}'], 1), {
      csvDialect: dialect,
    });
    expect(document).toBe('\ufeffa,b,c\r\n"=""x;=1+2""","=""y|=1+2""","=""z\t=1+2"""\r\n');
    const words = await encode(csv, recordSetOf(['{"a":"x;=y","b":"y|=z","c":"z\\t=y"}'], 1), {
      csvDialect: dialect,
    });
    expect(words).toBe('\ufeffa,b,c\r\n"x;=y","y|=z","z\t=y"\r\n');
  });

  test('more records than a sheet has lines give a note', async () => {
    const notes: string[] = [];
    for (const recordCount of [1_048_575, 1_048_576]) {
      const csvDialect = { delimiter: ',', hasDecimalComma: false, isForSpreadsheets: true };
      const onNote = (note: string): void => void notes.push(String(note));
      await encode(csv, { ...recordSetOf(['{"a":1}'], 1), recordCount }, { csvDialect, onNote });
    }
    expect(notes).toEqual([
      'the file has 1048576 records, but a sheet shows only 1048575: split the report with --from and --to',
    ]);
  });
});
