import fc from 'fast-check';
import { expect, test } from 'vitest';
import { xlsx } from '../../../src/xlsx/workbook.ts';
import { runs } from '../../harness/property-runs.ts';
import { readWorkbook, sheetRows, type WorkbookCell } from '../../harness/workbook.ts';
import { encodeBytes, expectedRows, hasMergedNames, recordSetOf, records } from './datasets.ts';

/** The digits of a date: a sheet has one spelling. */
function digitsOf(text: string): string {
  return text.replace(/[-/]/g, '');
}

test('every value is read back, from any records in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 20 }), async (texts, blockRows) => {
      const recordSet = recordSetOf(texts, blockRows);
      fc.pre(!hasMergedNames(recordSet));
      const { columns } = recordSet;
      const [sheet] = readWorkbook(await encodeBytes(xlsx, recordSet));
      const names = columns.map(({ name }) => name.toWellFormed());
      const expected = columns.length === 0 ? [] : [names, ...expectedRows(texts, columns)];
      const isDate = ({ format }: WorkbookCell) => format === 'yyyy-mm-dd';
      const hasDates = [...sheet!.cells.values()].some(isDate);
      const shown = (rows: readonly (readonly string[])[]) => (hasDates ? rows.map((row) => row.map(digitsOf)) : rows);
      expect(shown(sheetRows(sheet!))).toEqual(shown(expected));
    }),
    { numRuns: runs(600) },
  );
});

test('more records than a sheet has rows are an error', async () => {
  for (const recordCount of [1_048_575, 1_048_576]) {
    const encoded = encodeBytes(xlsx, { ...recordSetOf(['{"a":1}'], 1), recordCount });
    if (recordCount === 1_048_575) await expect(encoded).resolves.toBeDefined();
    else
      await expect(encoded).rejects.toMatchObject({
        kind: 'output',
        message: 'the report has 1,048,576 records, and a sheet holds at most 1,048,575 with the header',
      });
  }
});
