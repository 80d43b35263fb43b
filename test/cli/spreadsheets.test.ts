import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];

async function pull(record: string | readonly string[], args: readonly string[], columns = 80) {
  const service = await startRecordService(() => [record].flat());
  const result = await runCli([...DAY, ...args], { env: service.env, columns });
  return { ...result, requests: service.requests };
}

describe('--excel', () => {
  /** LibreOffice 7.4.7, with formulas evaluated, shows each of these fields as the number, date or text that the service sent. */
  test.each([
    ['a date', '"2026-01-31"', '2026-01-31'],
    ['cents', '0.10', '0.10'],
    ['a negative number', '-12.50', '-12.50'],
    ['a number sent as text', '"-12.50"', '-12.50'],
    ['a small number', '1e-7', '1e-7'],
    ['a rounding error of binary fractions', '0.30000000000000004', '0.30000000000000004'],
    ['an id of 15 digits', '123456789012345', '123456789012345'],
    ['an id of 16 digits', '9007199254740993', '"=""9007199254740993"""'],
    ['an id of 16 digits, as text', '"9007199254740993"', '"=""9007199254740993"""'],
    ['a number too long to keep its cents', '12345678901234.567', '"=""12345678901234.567"""'],
    ['a number beyond a double', '1e400', '"=""1e400"""'],
    ['leading zeros', '"0012"', '"=""0012"""'],
    ['a text that looks like an exponent', '"1E5"', '"=""1E5"""'],
    ['a text that looks like a date', '"MARCH1"', '"=""MARCH1"""'],
    ['a text that looks like a fraction', '"3/4"', '"=""3/4"""'],
    ['a time', '"2026-01-31T10:00:00Z"', '"=""2026-01-31T10:00:00Z"""'],
    ['a name with a number', '"Sale \\"7\\""', '"=""Sale """"7"""""""'],
    ['a name', '"Búsqueda de marca"', 'Búsqueda de marca'],
    ['a name with a comma', '"Newsletter, weekly"', '"Newsletter, weekly"'],
    ['a name with a semicolon', '"Newsletter; weekly"', '"Newsletter; weekly"'],
    ['several lines', '"one\\ntwo"', '"one\ntwo"'],
    ['a formula', '"=1+2"', '"=""=1+2"""'],
    ['a command', `"=cmd|' /C calc'!A0"`, `"=""=cmd|' /C calc'!A0"""`],
    ['a formula with another prefix', '"@SUM(1,2)"', '"=""@SUM(1,2)"""'],
    ['a formula of several lines', '"=1+\\n2"', '"\t=1+\n2"'],
    ['a formula after a delimiter', '"a;=1+2;b"', '"=""a;=1+2;b"""'],
    ['a truth value', 'true', 'true'],
    ['a text that looks like a truth value', '"true"', '"=""true"""'],
    ['a list', '[1,"=2"]', '"[1,""=2""]"'],
    ['null', 'null', '""'],
  ])('%s', async (_, value, field) => {
    const { stdout, stderr, exitCode } = await pull(`{"v":${value}}`, ['--excel']);
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: `\ufeffv\r\n${field}\r\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  test('a text that is too long for a formula', async () => {
    const [fits, long] = ['='.padEnd(255, 'x'), '='.padEnd(256, 'x')];
    const { stdout } = await pull(`{"a":"${fits}","b":"${long}"}`, ['--excel']);
    expect(stdout).toBe(`\ufeffa,b\r\n"=""${fits}""","\t${long}"\r\n`);
  });

  test('names of columns are protected too', async () => {
    const { stdout } = await pull('{"ID":1,"=a":2,"2026":3,"2026-01-31":4,"b":{"=c":5}}', ['--excel']);
    expect(stdout).toBe('\ufeffID,"=""=a""","=""2026""",2026-01-31,b.=c\r\n1,2,3,4,5\r\n');
  });

  test('records of any shape, in a file, with --columns', async () => {
    const records = ['{"a":1,"b":{"c":"007"}}', '{"b":{"c":"x"},"a":"é"}', '{}'];
    const { home, stdout } = await pull(records, ['--excel', '--columns', 'b.c,a', '-o', 'x.csv']);
    expect(stdout).toBe('');
    expect(home.read('x.csv')).toBe('\ufeffb.c,a\r\n"=""007""",1\r\nx,é\r\n,\r\n');
  });

  test('an empty report is an empty file', async () => {
    expect(await pull([], ['--excel'])).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('without it, csv stays plain', async () => {
    const { stdout } = await pull('{"id":9007199254740993,"name":"=1+2","zip":"0012"}', ['-f', 'csv']);
    expect(stdout).toBe('id,name,zip\n9007199254740993,=1+2,0012\n');
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
    expect(await pull(record, ['--delimiter', delimiter])).toMatchObject({ exitCode: 0, stdout, stderr: '' });
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

describe('--decimal-comma', () => {
  const record = '{"a":0.10,"b":"0.10","c":-1.5e-7,"d":7,"e":[1.5],"f":"x;y","g":12345678901234.567}';

  test('changes the point of numbers, and the delimiter', async () => {
    expect((await pull(record, ['--decimal-comma'])).stdout).toBe(
      'a;b;c;d;e;f;g\n0,10;0.10;-1,5e-7;7;[1.5];"x;y";12345678901234,567\n',
    );
  });

  test('can be combined with another delimiter', async () => {
    expect((await pull(record, ['--decimal-comma', '--delimiter', 'tab'])).stdout).toBe(
      'a\tb\tc\td\te\tf\tg\n0,10\t0.10\t-1,5e-7\t7\t[1.5]\tx;y\t12345678901234,567\n',
    );
  });

  test('with --excel, changes every value that a spreadsheet reads as a number', async () => {
    expect((await pull(record, ['--excel', '--decimal-comma'])).stdout).toBe(
      '\ufeffa;b;c;d;e;f;g\r\n"0,10";"0,10";"-1,5e-7";7;[1.5];"x;y";"=""12345678901234.567"""\r\n',
    );
  });

  test.each([',', 'comma'])('cannot be combined with --delimiter %s', async (delimiter) => {
    const { exitCode, stderr, requests } = await pull(record, ['--decimal-comma', '--delimiter', delimiter]);
    expect({ exitCode, stderr, requests }).toEqual({
      exitCode: 2,
      stderr:
        'error: --decimal-comma needs a delimiter other than the comma\n' +
        'hint: omit --delimiter for the semicolon, or use --delimiter tab\n',
      requests: [],
    });
  });
});

describe('--totals', () => {
  const record = '{"name":"a","n":1.50,"id":12345678901234567}';
  const id = '"=""12345678901234567"""';
  const label = '"=""total of 1 row"""';

  test.each<[args: string, rows: readonly string[]]>([
    ['--excel -f csv', ['name,n,id', `a,1.50,${id}`, `${label},1.50,`]],
    ['--excel -f tsv', ['name\tn\tid', `a\t1.50\t${id}`, `${label}\t1.50\t`]],
    ['--excel -f csv --decimal-comma --columns n,id', ['n;id', `"1,50";${id}`, `"1,50";${label}`]],
    ['--excel -f csv --columns id,n --limit 1', ['id,n', `${id},1.50`, `${label},1.50`]],
  ])('with %s, is the last row of the file', async (args, rows) => {
    const result = await pull(record, ['--totals', ...args.split(' ')]);
    expect(result.stdout).toBe(`\ufeff${rows.map((row) => `${row}\r\n`).join('')}`);
    expect(result.stderr).toBe('');
  });

  test.each([[[]], [['--delimiter', ';']], [['-f', 'tsv']]])('with %j, is a note', async (args) => {
    const result = await pull(record, ['--totals', ...args]);
    expect(result.stdout.replaceAll(/[;\t]/g, ',')).toBe('name,n,id\na,1.50,12345678901234567\n');
    expect(result.stderr).toBe('note: totals of 1 row: n 1.50\n');
  });

  test('a row without room for its label would look like a record: a note has the totals', async () => {
    const result = await pull(record, ['--totals', '--excel', '-f', 'csv', '--columns', 'n']);
    expect(result.stdout).toBe('\ufeffn\r\n1.50\r\n');
    expect(result.stderr).toBe('note: totals of 1 row: n 1.50\n');
  });

  test('an empty report has no row of totals', async () => {
    expect((await pull([], ['--totals', '--excel', '-f', 'csv'])).stdout).toBe('');
  });
});

describe('options for csv only', () => {
  const refusal = (flag: string, format: string) => ({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${flag} goes with ${flag === '--excel' ? 'csv, tsv' : 'csv'}, and not with ${format}\nhint: use --format csv\n`,
  });

  test.each([
    [['--excel', '-f', 'json'], '--excel', 'json'],
    [['--delimiter', ';', '-o', 'x.tsv'], '--delimiter', 'tsv'],
    [['--decimal-comma', '-f', 'table'], '--decimal-comma', 'table'],
  ])('%j', async (args, flag, format) => {
    const { requests, ...result } = await pull('{"a":1}', args);
    expect(result).toMatchObject(refusal(flag, format));
    expect(requests).toEqual([]);
    expect(result.home.list()).toEqual([]);
  });

  test('wrong usage is reported before missing credentials', async () => {
    expect(await runCli([...DAY, '-f', 'markdown', '--excel'])).toMatchObject(refusal('--excel', 'markdown'));
  });

  test('a terminal needs a file, or --format csv', async () => {
    const service = await startRecordService(() => ['{"a":1}']);
    const options = { env: service.env, stdoutTty: true };
    expect(await runCli([...DAY, '--excel'], options)).toMatchObject({
      ...refusal('--excel', 'table'),
      stderr:
        'error: --excel goes with csv, tsv, and not with table\nhint: write a file: add --output month.csv\n',
    });
    expect(await runCli([...DAY, '--excel', '-f', 'table'], options)).toMatchObject(
      refusal('--excel', 'table'),
    );
    expect(service.requests).toEqual([]);
    const result = await runCli([...DAY, '--excel', '-f', 'csv'], options);
    expect(result.stdout).toBe('\ufeffa\r\n1\r\n');
  });
});
