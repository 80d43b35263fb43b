/** Groups whose sums the first records suggest, compared with groups whose sums all records decide before any is grouped. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { ReportingError } from '../../../src/core/errors.ts';
import type { CalendarDate } from '../../../src/dates/date.ts';
import type { DateRange } from '../../../src/dates/range.ts';
import { groupRows } from '../../../src/transform/group.ts';
import type { TransformInput } from '../../../src/transform/group-step.ts';
import { transformRecords } from '../../../src/transform/transform.ts';
import { IDENTITY, type Transform } from '../../../src/transform/transform-request.ts';
import { parseCondition } from '../../../src/transform/where.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberText } from '../json/json-documents.ts';
import { recordsOf, withSpool } from './rows-of.ts';

const DATE = createColumn(['date']);
/** More records than those that suggest the kinds of columns. */
const MANY = 120;

const early = fc.constantFrom(
  '1',
  '2.50',
  '"7"',
  'null',
  '""',
  '"a"',
  '"0107"',
  '20260131',
  'true',
  undefined,
);
const late = fc.oneof(numberText, early, fc.constantFrom('[1]', '{"x":1}', '1e999999', '90071992547409931'));

type Cell = string | undefined;

const recordOf = (cell: fc.Arbitrary<Cell>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom('"a"', '"b"'), cell, cell, cell).map(([k, v, clicks, w]) => {
    const members = Object.entries({ k, v, clicks, w }).filter(([, value]) => value !== undefined);
    return `{"date":"2026-01-05",${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  });

const side = fc
  .tuple(recordOf(early), fc.constantFrom(0, MANY), fc.array(recordOf(late), { maxLength: 3 }))
  .map(([first, count, others]) => [...Array.from({ length: count }, () => first), ...others]);

const request: fc.Arbitrary<Transform> = fc
  .record({
    groupBy: fc.constantFrom(['k'], []),
    by: fc.constantFrom(undefined, 'month' as const),
    count: fc.boolean(),
    where: fc.constantFrom([], [parseCondition('v!=1')], [parseCondition('k=a')]),
  })
  .map((options) => ({ ...IDENTITY, ...options, isCompared: true }));

/** Everything that a report shows of the groups, or the error. */
async function outcomeOf(transform: Transform, input: TransformInput): Promise<unknown> {
  try {
    const { recordSet, notes, details, keys, hidden, changeColumns } = await transformRecords(
      transform,
      input,
    );
    return {
      rows: await recordsOf(recordSet),
      columns: recordSet.columns,
      notes,
      details,
      keys,
      hidden,
      changeColumns,
    };
  } catch (error) {
    if (error instanceof ReportingError && error.kind === 'usage') return [error.message, error.hint];
    throw error;
  }
}

test('the first records only suggest the sums', async () => {
  await fc.assert(
    fc.asyncProperty(request, side, fc.option(side, { nil: undefined }), (transform, now, before) =>
      withSpool(async ({ newFile, recordSetOf }) => {
        const range = { from: '2026-01-01', to: '2026-01-31' } as DateRange;
        const input: TransformInput = {
          now: await recordSetOf(now),
          comparisons: before === undefined ? [] : [await recordSetOf(before)],
          dateColumns: [DATE],
          dated: [DATE],
          dayColumn: DATE,
          range,
          compared: before && ({ from: '2025-12-01', to: '2025-12-31' } as DateRange),
          today: () => '2026-06-15' as CalendarDate,
          summaries: undefined,
          newFile,
        };
        // Groups that others share are not guessed.
        const expected = await outcomeOf(transform, { ...input, groupRecords: groupRows });
        expect(await outcomeOf(transform, input)).toEqual(expected);
      }),
    ),
    { numRuns: runs(300) },
  );
});
