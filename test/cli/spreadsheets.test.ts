import { describe, expect, test } from 'vitest';
import { csvOf } from '../harness/html-page.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];

async function pull(record: string | readonly string[], args: readonly string[], columns = 80) {
  const service = await startRecordService(() => [record].flat());
  const result = await runCli([...DAY, ...args], { env: service.env, columns });
  return { ...result, requests: service.requests };
}

describe('the CSV of a page', () => {
  /** LibreOffice 7.4.7, with formulas evaluated, shows each of these fields as the number, date or text that the service sent. */
  test.each([
    ['a date', '"2026-01-31"', '2026-01-31'],
    ['cents', '0.10', '0.10'],
    ['a negative number', '-12.50', '-12.50'],
    ['a rounding error of binary fractions', '0.30000000000000004', '0.30000000000000004'],
    ['an id of 15 digits', '123456789012345', '123456789012345'],
    ['an id of 16 digits', '9007199254740993', '"=""9007199254740993"""'],
    ['a number too long to keep its cents', '12345678901234.567', '"=""12345678901234.567"""'],
    ['a number beyond a double', '1e399', '"=""1e399"""'],
    ['leading zeros', '"0012"', '"=""0012"""'],
    ['a text that looks like an exponent', '"1E5"', '"=""1E5"""'],
    ['a text that looks like a date', '"MARCH1"', '"=""MARCH1"""'],
    ['a text that looks like a fraction', '"3/4"', '"=""3/4"""'],
    ['a time', '"2026-01-31T10:00:00Z"', '"=""2026-01-31T10:00:00Z"""'],
    ['a name with a number', '"Sale \\"7\\""', '"=""Sale """"7"""""""'],
    ['a name with a comma', '"Newsletter, weekly"', '"Newsletter, weekly"'],
    ['a name with a semicolon', '"Newsletter; weekly"', '"Newsletter; weekly"'],
    ['several lines', '"one\\ntwo"', '"one\ntwo"'],
    ['a formula', '"=1+2"', '"=""=1+2"""'],
    ['a formula with another prefix', '"@SUM(1,2)"', '"=""@SUM(1,2)"""'],
    ['a formula of several lines', '"=1+\\n2"', '"\t=1+\n2"'],
    ['a formula after a delimiter', '"a;=1+2;b"', '"=""a;=1+2;b"""'],
    ['a truth value', 'true', 'true'],
    ['a text that looks like a truth value', '"true"', '"=""true"""'],
    ['a list', '[1,"=2"]', '"[1,""=2""]"'],
    ['null', 'null', '""'],
  ])('%s', async (_, value, field) => {
    const { stdout } = await pull(`{"v":${value}}`, ['-f', 'html']);
    expect(csvOf(stdout)).toBe(`\ufeffv\r\n${field}\r\n`);
  });

  test('a text that is too long for a formula', async () => {
    const [fits, long] = ['='.padEnd(255, 'x'), '='.padEnd(256, 'x')];
    const { stdout } = await pull(`{"a":"${fits}","b":"${long}"}`, ['-f', 'html']);
    expect(csvOf(stdout)).toBe(`\ufeffa,b\r\n"=""${fits}""","\t${long}"\r\n`);
  });

  test('records of any shape, in a file, with --columns', async () => {
    const records = ['{"a":1,"b":{"c":"007"}}', '{"b":{"c":"x"},"a":"é"}', '{}'];
    const { home } = await pull(records, ['--columns', 'b.c,a', '-o', 'x.html']);
    expect(csvOf(home.read('x.html')!)).toBe('\ufeffb.c,a\r\n"=""007""",1\r\nx,é\r\n,\r\n');
  });

  test('has whole texts, also those that the page cuts', async () => {
    const text = 'x'.repeat(20_000);
    const { stdout } = await pull(`{"v":"${text}"}`, ['-f', 'html']);
    expect(csvOf(stdout)).toBe(`\ufeffv\r\n${text}\r\n`);
  });
});

describe('--delimiter', () => {
  const record = '{"a":"x;y","b":"x,y","c":1.5,"d":"x\\ty^z|","e":"\\u0071"}';

  test.each([
    [';', 'a;b;c;d;e\n"x;y";x,y;1.5;x\ty^z|;q\n'],
    ['semicolon', 'a;b;c;d;e\n"x;y";x,y;1.5;x\ty^z|;q\n'],
    ['comma', 'a,b,c,d,e\nx;y,"x,y",1.5,x\ty^z|,q\n'],
    ['Tab', 'a\tb\tc\td\te\nx;y\tx,y\t1.5\t"x\ty^z|"\tq\n'],
    ['\t', 'a\tb\tc\td\te\nx;y\tx,y\t1.5\t"x\ty^z|"\tq\n'],
    ['pipe', 'a|b|c|d|e\nx;y|x,y|1.5|"x\ty^z|"|q\n'],
    ['^', 'a^b^c^d^e\nx;y^x,y^1.5^"x\ty^z|"^q\n'],
  ])('%j', async (delimiter, stdout) => {
    expect(await pull(record, ['--delimiter', delimiter])).toPrint(stdout);
  });

  test.each(['', 'a', '1', '.', '-', '+', '=', '@', '"', "'", ' ', '\n', '\r', ';;', '\\t', '§', ']', '\\'])(
    'rejects %j',
    async (delimiter) => {
      const { exitCode, stderr, requests } = await pull(record, [`--delimiter=${delimiter}`]);
      expect({ exitCode, stderr, requests }).toEqual({
        exitCode: 2,
        stderr: `error: --delimiter takes one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe, not ${JSON.stringify(delimiter)}\n`,
        requests: [],
      });
    },
  );
});

test.each([
  ['-f tsv', 'csv', 'tsv'],
  ['-o x.tsv', 'csv', 'tsv'],
  ['-f table', 'csv', 'table'],
])('--delimiter does not go with %s', async (args, supporting, format) => {
  const { requests, ...result } = await pull('{"a":1}', ['--delimiter', ';', ...args.split(' ')]);
  expect(result).toFail(
    2,
    `error: --delimiter goes with ${supporting}, and not with ${format}\nhint: use --format csv\n`,
  );
  expect([requests, result.home.list()]).toEqual([[], []]);
});
