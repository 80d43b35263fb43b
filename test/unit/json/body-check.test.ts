import { describe, expect, test } from 'vitest';
import { MAX_RECORD_BYTES } from '../../../src/json/body.ts';
import { runStep } from '../../harness/property-runs.ts';
import { cut } from './json-documents.ts';
import { outcomeOf, readBody } from './read-body.ts';
import { readMembers } from './read-members.ts';

const SIZES = [1, 3, 1_000_000];

test.each([
  ['[]', 'the body is not a JSON object'],
  ['null', 'the body is not a JSON object'],
  ['{"data":\ufeff[]}', 'the body is not valid JSON at byte 8: unexpected `\\ufeff`'],
  ['{}', 'the body has no `data` array'],
  ['{"a":{"data":[]}}', 'the body has no `data` array'],
  ['{"data":{}}', 'the body has a `data` that is not an array'],
  ['{"data":null}', 'the body has a `data` that is not an array'],
  ['{"data":[{},null]}', 'the body has a record that is not an object: element 2 of `data`'],
  ['{"data":[{},{"a":[1,2]},[]]}', 'the body has a record that is not an object: element 3 of `data`'],
  ['{"data":[],"data":[]}', 'the body has `data` twice'],
  ['{"data":[],"x":1,"d\\u0061ta":[]}', 'the body has `data` twice'],
  ['{"data":[]}]', 'the body is not valid JSON at byte 11: unexpected `]`'],
  ['{"data":[{"é":01}]}', 'the body is not valid JSON at byte 16: unexpected `1`'],
])('an invalid body is rejected: %s', (text, message) => {
  for (const size of SIZES) expect(outcomeOf(Buffer.from(text), [size])).toBe(message);
});

describe('limits', () => {
  const TOO_LARGE = 'the body has a record, a name or another object of over 16 MiB';
  /** The size of the chunks of a large body. */
  const PIECE = 64 * 1024;
  const [head, tail] = ['{"data":[{},{"a":"', '"}]}'];
  const recordOf = (sizeBytes: number) => Buffer.from(head + 'x'.repeat(sizeBytes - '{"a":""}'.length) + tail);
  const nameOf = (sizeBytes: number) => Buffer.from(`{"${'n'.repeat(sizeBytes - 2)}":1,"data":[]}`);

  test('a record of 16 MiB is read', () => {
    const { isWhole, records } = readBody(cut(recordOf(MAX_RECORD_BYTES), [PIECE]));
    expect({ isWhole, lengths: records.map((record) => record.length) }).toEqual({
      isWhole: true,
      lengths: [2, 16 * 1024 * 1024],
    });
  });

  test('a record with one byte more is rejected', () => {
    expect(outcomeOf(recordOf(MAX_RECORD_BYTES + 1), [PIECE])).toBe(TOO_LARGE);
  });

  test('an object of one byte more than 16 MiB beside the records is rejected', () => {
    const objectOf = (sizeBytes: number) =>
      Buffer.from(`{"data":[],"m":{"a":"${'x'.repeat(sizeBytes - '{"a":""}'.length)}"}}`);
    // The limit is that of a record. To read an object of its size takes a second.
    if (runStep() === 1) expect(outcomeOf(objectOf(MAX_RECORD_BYTES), [PIECE])).toEqual([]);
    expect(outcomeOf(objectOf(MAX_RECORD_BYTES + 1), [PIECE])).toBe(TOO_LARGE);
  });

  test.each([
    ['a list', '["', '"]'],
    ['a text', '"', '"'],
  ])('%s beside the records may be larger', (_name, open, close) => {
    const long = 'x'.repeat(MAX_RECORD_BYTES);
    const [member] = readMembers(`{"data":[],"m":${open}${long}${close}}`, [PIECE]);
    expect(member!.value).toEqual({
      text: `${(open + long).slice(0, 400)}…${open === '"' ? '"' : ''}`,
      isBlank: false,
    });
  });

  test('a member name of one byte more is rejected', () => {
    expect(outcomeOf(nameOf(MAX_RECORD_BYTES + 1), [PIECE])).toBe(TOO_LARGE);
  });
});
