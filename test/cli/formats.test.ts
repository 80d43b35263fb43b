import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { startRecordService } from '../harness/service.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-02-15', '--date-column', 'none'];

/** Two windows: the second has further columns, and values that are difficult for formats. */
const FIRST = '{"date":"2026-01-01","amount":0.10,"id":9007199254740993,"rate":1e-7}';
const SECOND =
  '{"date":"2026-02-01","campaign":{"id":7,"name":"a, \\"b\\"\\nc"},"amount":-0,"flag":true,"gone":null,"tags":["x",1.50]}';

function startTwoWindows() {
  return startRecordService(({ query }) => (query.start_date === '2026-01-01' ? [FIRST] : [SECOND]));
}

describe('every digit, column and character, in each format', () => {
  const expected = {
    csv:
      'date,amount,id,rate,campaign.id,campaign.name,flag,gone,tags\n' +
      '2026-01-01,0.10,9007199254740993,1e-7,,,,,\n' +
      '2026-02-01,-0,,,7,"a, ""b""\nc",true,,"[""x"",1.50]"\n',
    tsv:
      'date\tamount\tid\trate\tcampaign.id\tcampaign.name\tflag\tgone\ttags\n' +
      '2026-01-01\t0.10\t9007199254740993\t1e-7\t\t\t\t\t\n' +
      '2026-02-01\t-0\t\t\t7\t"a, ""b""\nc"\ttrue\t\t"[""x"",1.50]"\n',
    json: `[\n${FIRST},\n${SECOND}\n]\n`,
    ndjson: `${FIRST}\n${SECOND}\n`,
    table:
      'date        amount                id  rate  campaign.id  campaign.name  flag  gone  tags\n' +
      '──────────  ──────  ────────────────  ────  ───────────  ─────────────  ────  ────  ──────────\n' +
      '2026-01-01    0.10  9007199254740993  1e-7  —            —              —     —     —\n' +
      '2026-02-01      -0                 —  —     7            a, "b"\\nc      true  —     ["x",1.50]\n',
  };

  test.each(Object.entries(expected))('%s', async (format, text) => {
    const service = await startTwoWindows();
    const result = await runWithoutCaption(
      ['revenue', ...RANGE, '--format', format, ...(format === 'table' ? ['--all-digits'] : [])],
      { env: service.env },
    );
    expect(result).toMatchObject({ exitCode: 0, stdout: format === 'table' ? expect.any(String) : text, stderr: '' });
    if (format === 'table') {
      expect(result.stdout.split('\n').map((line) => line.trimEnd().replace(/ {2,}/g, '  '))).toEqual(
        text.split('\n').map((line) => line.trimEnd().replace(/ {2,}/g, '  ')),
      );
    }
  });
});

test.each(['table', 'markdown'])(
  'an empty report is an empty document: %s of records without columns',
  async (format) => {
    const { env } = await startRecordService(() => ['{}', '{}']);
    expect(
      await runWithoutCaption(
        ['revenue', ...RANGE, '--format', format, ...(format === 'table' ? ['--all-digits'] : [])],
        { env },
      ),
    ).toPrint(
      'no columns\n',
      'warning: revenue 2026-01-01..2026-01-31: 2 of 2 records have no members (as in 1 other window) [undated]\n' +
        'warning: no column distinguishes the records of the 2 windows: group them with --group-by, or add --window-columns [windows]\n',
    );
  },
);

describe('white space, escapes and odd keys', () => {
  test('control characters pass through data formats, and are visible in the table', async () => {
    const service = await startRecordService(() => ['{"name":"\\u001b[31mred\\u0007\\u202e"}']);
    const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
    expect(await runWithoutCaption(args, { env: service.env })).toPrint('name\n\u001b[31mred\u0007\u202e\n');
    expect(await runWithoutCaption([...args, '-f', 'table'], { env: service.env })).toPrint(
      'name\n─────────────────────────\n\\u001b[31mred\\u0007\\u202e\n',
    );
  });

  test('a line of one empty field is not an empty line', async () => {
    const service = await startRecordService(() => ['{"a":""}', '{"a":null}', '{"a":"x"}']);
    expect(
      await runWithoutCaption(['revenue', '--from', '2026-01-01', '--to', '2026-01-01'], { env: service.env }),
    ).toPrint('a\n""\n""\nx\n');
  });
});

describe('--columns', () => {
  const record = '{"date":"2026-01-01","campaign":{"id":7,"name":"x"},"revenue":1.50}';
  const day = ['--from', '2026-01-01', '--to', '2026-01-01'];

  test.each([
    [
      'a,,b',
      'error: --columns "a,,b" is not a list of columns\n' +
        'hint: for example: --columns date,money=revenue; a name with , = * or a leading - needs double quotation marks: --columns \'"a=b"\'\n',
    ],
    ['a,a', 'error: --columns names "a" twice\n'],
  ])('rejects %s and writes no file', async (columns, stderr) => {
    const service = await startRecordService(() => [record]);
    const result = await runWithoutCaption(['revenue', ...day, '--columns', columns, '-o', 'out.csv'], {
      env: service.env,
    });
    expect(result).toFail(2, stderr);
    expect(result.home.list()).toEqual([]);
  });
});
