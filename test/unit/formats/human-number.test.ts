import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/column.ts';
import { createColumnSurvey } from '../../../src/formats/column-kinds.ts';
import { groupThousands } from '../../../src/formats/human-number.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1000', '-1,000'],
  ['-100', '-100'],
  ['1234567.1234567', '1,234,567.1234567'],
  ['0.10', '0.10'],
  ['9007199254740993', '9,007,199,254,740,993'],
  ['1e7', '1e7'],
  ['12345e7', '12345e7'],
  ['12345.5E-7', '12345.5E-7'],
])('%s is %s', (token, grouped) => expect(groupThousands(token)).toBe(grouped));

test('no digit changes', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,20})?([eE][-+]?\d{1,3})?$/);
  fc.assert(fc.property(digits, (token) => groupThousands(token).replaceAll(',', '') === token));
});

test.each([
  ['id', ['12345'], false],
  ['ids', ['12345'], false],
  ['campaign_id', ['12345'], false],
  ['campaignId', ['12345'], false],
  ['clientID', ['12345'], false],
  ['CAMPAIGN-ID', ['12345'], false],
  ['Fiscal Year', ['2026'], false],
  ['paid', ['12345'], true],
  ['bid', ['12345'], true],
  ['idle', ['12345'], true],
  ['bid_id', ['1.5'], true],
  ['n', ['123456789012345'], true],
  ['n', ['1', '1234567890123456'], false],
  ['n', ['1234567890123456.5'], true],
  ['n', ['20260131', 'null'], false],
  ['n', ['20260131', '20260132'], true],
  ['n', ['1', '"x"'], false],
  ['n', ['null', undefined], false],
])('a column %s of %j counts or measures: %s', (name, cells, expected) => {
  const survey = createColumnSurvey([createColumn([name])]);
  for (const cell of cells) survey.add([cell]);
  expect(survey.kinds()[0]!.isQuantity).toBe(expected);
});
