import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnKey } from '../../../src/core/column.ts';
import { csv } from '../../../src/formats/csv.ts';
import type { CsvDialect } from '../../../src/formats/csv-dialect.ts';
import type { Dataset } from '../../../src/segments/dataset.ts';
import { runs } from '../../harness/property-runs.ts';
import { leavesOf, numberText, stringText } from '../segments/json-documents.ts';
import { datasetOf, expectedRows, hasMergedNames, records } from './datasets.ts';
import { readDelimited } from './read-delimited.ts';

const dialects = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|', '^', '~', '!', '*'),
    hasDecimalComma: fc.boolean(),
    isForSpreadsheets: fc.boolean(),
  })
  .filter(({ delimiter, hasDecimalComma }) => delimiter !== ',' || !hasDecimalComma);

/** Texts of which spreadsheets make something else, and parts of such. */
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

async function encode(dataset: Dataset, csvDialect: CsvDialect): Promise<string> {
  const pieces: Buffer[] = [];
  const input = {
    dataset,
    csvDialect,
    columnNames: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: 0,
    onNote: () => undefined,
    onOmission: () => undefined,
  };
  // A piece is valid until the next.
  for await (const piece of csv.encode(input)) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces).toString();
}

/** The fields of a document, held to the byte order mark and the line ends of its dialect. */
function read(document: string, { delimiter, isForSpreadsheets }: CsvDialect): string[][] {
  if (!isForSpreadsheets || document === '') return readDelimited(document, delimiter);
  expect(document.startsWith('\ufeff')).toBe(true);
  return readDelimited(document.slice(1), delimiter, '\r\n');
}

/** What the README says of reading a protected field, and of the comma. */
function unprotected(field: string, { hasDecimalComma, isForSpreadsheets }: CsvDialect): string {
  const kept = isForSpreadsheets ? /^="(.*)"$/s.exec(field) : null;
  if (kept !== null) return kept[1]!.replaceAll('""', '"');
  if (isForSpreadsheets && field.startsWith('\t')) return field.slice(1);
  if (hasDecimalComma && /^-?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?$/.test(field)) return field.replace(',', '.');
  return field;
}

test('an independent reader gets each value back from a file for spreadsheets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(records, treacherousRecords), dialects, async (texts, dialect) => {
      fc.pre(dialect.isForSpreadsheets);
      const dataset = datasetOf(texts, 3);
      fc.pre(!hasMergedNames(dataset));
      const { columns } = dataset;
      const expected =
        columns.length === 0
          ? []
          : [columns.map(({ name }) => name.toWellFormed()), ...expectedRows(texts, columns)];
      const fields = read(await encode(dataset, dialect), dialect);
      expect(fields.map((row) => row.map((field) => unprotected(field, dialect)))).toEqual(expected);
    }),
    { numRuns: runs(1500) },
  );
});

test('any other dialect changes the points of numbers, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(records, treacherousRecords), dialects, async (texts, dialect) => {
      fc.pre(!dialect.isForSpreadsheets);
      const dataset = datasetOf(texts, 3);
      fc.pre(!hasMergedNames(dataset));
      const { columns } = dataset;
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
      expect(read(await encode(dataset, dialect), dialect)).toEqual(expected);
    }),
    { numRuns: runs(1500) },
  );
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
    // No figure in it, or too long or of too many lines to be one; and no formula.
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])[^\p{N}]+$/u,
    /^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])(?:.{256,}|.*\S.*[\r\n].*\S.*)$/su,
  ];

  test('every field is of a kind that none of them misreads', async () => {
    await fc.assert(
      fc.asyncProperty(treacherousRecords, dialects, async (texts, dialect) => {
        fc.pre(dialect.isForSpreadsheets);
        const fields = read(await encode(datasetOf(texts, 3), dialect), dialect).flat();
        expect(fields.filter((field) => !HARMLESS.some((kind) => kind.test(field)))).toEqual([]);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('one delimiter taken for another tears no field that could hide a formula', async () => {
    const dialect = { delimiter: ',', hasDecimalComma: false, isForSpreadsheets: true };
    const document = await encode(datasetOf(['{"a":"x;=1+2","b":"y|=1+2","c":"z\\t=1+2"}'], 1), dialect);
    expect(document).toBe('\ufeffa,b,c\r\n"=""x;=1+2""","=""y|=1+2""","=""z\t=1+2"""\r\n');
    const words = await encode(datasetOf(['{"a":"x;=y","b":"y|=z","c":"z\\t=y"}'], 1), dialect);
    expect(words).toBe('\ufeffa,b,c\r\n"x;=y","y|=z","z\t=y"\r\n');
  });

  test('more records than a sheet has lines are told', async () => {
    const notes: string[] = [];
    for (const recordCount of [1_048_575, 1_048_576]) {
      const input = {
        dataset: { ...datasetOf(['{"a":1}'], 1), recordCount },
        csvDialect: { delimiter: ',', hasDecimalComma: false, isForSpreadsheets: true },
        columnNames: undefined,
        terminalWidth: undefined,
        color: false,
        maxRows: 0,
        onNote: (note: string) => void notes.push(note),
        onOmission: () => undefined,
      };
      for await (const _ of csv.encode(input));
    }
    expect(notes).toEqual([
      'the file holds 1048576 records, and a sheet shows 1048575: pull it in parts, with --from and --to',
    ]);
  });
});
