import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliOptions, createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { startDatedService, startRecordService } from '../harness/service.ts';
import { readWorkbook, sheetRows, unzip, type WorkbookSheet } from '../harness/workbook.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];

/** The workbook of these records. */
async function pull(record: string | readonly string[], args: readonly string[] = [], options: CliOptions = {}) {
  const service = await startRecordService(() => [record].flat());
  return write([...DAY, ...args], { env: service.env, ...options });
}

async function write(args: readonly string[], options: CliOptions) {
  const home = createHome();
  const result = await runCli([...args, '-o', 'x.xlsx'], { home, ...options });
  const file = path.join(home.work, 'x.xlsx');
  const bytes = home.list().includes('x.xlsx') ? readFileSync(file) : undefined;
  const sheets = bytes === undefined ? [] : readWorkbook(bytes);
  return { ...result, home, file, bytes, summary: sheets.at(-3), sheet: sheets.at(-2)!, about: sheets.at(-1)! };
}

/** The facts of the sheet About, as `name: value`. */
function factsOf({ cells }: WorkbookSheet): readonly string[] {
  return Array.from({ length: cells.size / 2 }, (_, index) =>
    ['A', 'B'].map((column) => cells.get(`${column}${index + 1}`)!.value).join(': '),
  );
}

function notesOf(about: WorkbookSheet): readonly string[] {
  return factsOf(about).filter((fact) => fact.startsWith('Note: '));
}

describe('a cell', () => {
  /** What it is, its JSON, and its type, value and number format in the sheet. */
  const CELLS: readonly (readonly [what: string, ...string[]])[] = [
    ['cents', '0.10', 'number', '0.10', '#,##0.00'],
    ['a negative number', '-12.50', 'number', '-12.50', '#,##0.00'],
    ['a number sent as text', '"-12.50"', 'number', '-12.50', '#,##0.00'],
    ['a whole number', '7', 'number', '7', '#,##0'],
    ['a small number', '1.5e-7', 'number', '1.5e-7', '#,##0.00000000'],
    ['more decimals than a format shows', '1e-20', 'number', '1e-20', 'General'],
    ['15 digits', '1234567890123.45', 'number', '1234567890123.45', '#,##0.00'],
    ['16 digits', '12345678901234.56', 'text', '12345678901234.56', 'General'],
    ['an id of 16 digits', '9007199254740993', 'text', '9007199254740993', '@'],
    ['a number beyond a double', '1e400', 'text', '1e400', 'General'],
    ['zero', '-0.00', 'number', '-0.00', '#,##0.00'],
    ['true', 'true', 'boolean', '1', 'General'],
    ['false', 'false', 'boolean', '0', 'General'],
    ['leading zeros', '"0012"', 'text', '0012', '@'],
    ['a date', '"2026-01-31"', 'number', '46053', 'yyyy-mm-dd'],
    ['a date with slashes', '"2026/01/31"', 'number', '46053', 'yyyy-mm-dd'],
    ['the first date that spreadsheets count alike', '"1900-03-01"', 'number', '61', 'yyyy-mm-dd'],
    ['the date before', '"1900-02-28"', 'text', '1900-02-28', 'General'],
    ['the last date', '"9999-12-31"', 'number', '2958465', 'yyyy-mm-dd'],
    ['a time', '"2026-01-31T10:00:00Z"', 'text', '2026-01-31T10:00:00Z', 'General'],
    ['no date', '"2026-02-30"', 'text', '2026-02-30', 'General'],
    ['a name', '"Búsqueda 春の \\u00e9\\ud83d\\ude00"', 'text', 'Búsqueda 春の é😀', 'General'],
    ['markup', '"<a href=\\"x\\">&amp;]]></a>"', 'text', '<a href="x">&amp;]]></a>', 'General'],
    ['an escape of XML', '"_x0041_ _xzz_ __x000d_"', 'text', '_x0041_ _xzz_ __x000d_', 'General'],
    [
      'control characters',
      '"a\\u0000\\u001b\\r\\n\\tb\\ufffe\\uffff"',
      'text',
      'a\0\u001b\r\n\tb\ufffe\uffff',
      'General',
    ],
    ['half of a surrogate pair', '"\\ud83d"', 'text', '\ufffd', 'General'],
    ['spaces', '"  a  "', 'text', '  a  ', 'General'],
    ['a list', '[1,"=2",null]', 'text', '[1,"=2",null]', 'General'],
  ];

  test('has the type, the digits and the format that keep its value', async () => {
    const { sheet, exitCode } = await pull(`{${CELLS.map(([, value], index) => `"v${index}":${value}`)}}`);
    expect(exitCode).toBe(0);
    expect(sheet.xml).toContain('<dimension ref="A1:AB2"/>');
    const cells = [...sheet.cells].filter(([place]) => /^[A-Z]+2$/.test(place));
    expect(
      cells.map(([, { type, value, format, isQuoted }], index) => {
        return [CELLS[index]![0], type, value, format, isQuoted];
      }),
    ).toEqual(CELLS.map(([what, , ...rest]) => [what, ...rest, false]));
  });

  test('is no formula, also after somebody edits it', async () => {
    const texts = ['=A1', '=1+2', '+1', '-x', '@SUM(1,2)', '\t=1', ' =1', '＝1', '\u200b=1', '\u3000−1'];
    const { sheet } = await pull(JSON.stringify(Object.fromEntries(texts.map((text) => [text, text]))));
    expect([...sheet.cells.values()].map(({ type, value, isQuoted }) => [type, value, isQuoted])).toEqual(
      [...texts, ...texts].map((text) => ['text', text, true]),
    );
  });

  test('the kind of its column decides: ids are texts, and amounts that are sent as texts are numbers', async () => {
    const { sheet } = await pull([
      '{"campaign_id":4711008,"revenue":"10.5","name":"7","x":1}',
      '{"campaign_id":4711009,"revenue":3,"name":"b","x":"2 pieces"}',
    ]);
    const row = (number: number) =>
      ['A', 'B', 'C', 'D'].map((column) => {
        const { type, value, format } = sheet.cells.get(`${column}${number}`)!;
        return `${type} ${value} ${format}`;
      });
    expect(row(2)).toEqual(['text 4711008 @', 'number 10.5 #,##0.0', 'text 7 General', 'number 1 General']);
    expect(row(3)).toEqual(['text 4711009 @', 'number 3 #,##0.0', 'text b General', 'text 2 pieces General']);
  });

  test('a note says which numbers are texts', async () => {
    const { stderr, about } = await pull([
      '{"revenue":1.00000000000000001,"clicks":1}',
      '{"revenue":2,"clicks":2}',
      '{"revenue":1e400,"clicks":3}',
    ]);
    const note =
      'column "revenue": 2 numbers are texts in the sheet, because a spreadsheet keeps only 15 digits; formulas leave them out';
    expect(stderr).toBe(`note: ${note}\n`);
    expect(factsOf(about)).toContain(`Note: ${note}`);
  });
});

const RECORDS = [
  '{"day":"2025-12-05","name":"a","views":10,"clicks":1,"revenue":1.00}',
  '{"day":"2025-12-06","name":"b","views":40,"clicks":3,"revenue":2.50}',
  '{"day":"2026-01-05","name":"a","views":20,"clicks":2,"revenue":1.00}',
  '{"day":"2026-01-06","name":"b","views":30,"clicks":1,"revenue":7.00}',
  '{"day":"2026-01-07","name":"c","views":10,"clicks":0,"revenue":0.25}',
];
const JANUARY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31'];

async function writeRecords(args: readonly string[], records = RECORDS) {
  const { env } = await startDatedService(records);
  return write([...JANUARY, ...args], { env });
}

/** The cells of a row as `value`, or `formula → value`. */
function cellsOf({ cells }: WorkbookSheet, row: number): readonly string[] {
  return [...cells].flatMap(([place, { formula, value }]) =>
    place.replace(/^[A-Z]+/, '') === String(row) ? [formula === undefined ? value : `${formula} → ${value}`] : [],
  );
}

describe('the row of totals', () => {
  const whole = 'SUBTOTAL(103,A2:A4)=COUNTA(A2:A4)';
  const label = `IF(${whole},"total of all 3","total of the rows shown") → total of all 3`;

  test('has sums of the rows that a filter shows, and the exact ratios of all rows', async () => {
    const args = '--group-by name --sum revenue,views --ratio rpm=1000*revenue/views --share revenue';
    const { sheet } = await writeRecords(args.split(' '));
    expect(cellsOf(sheet, 1)).toEqual(['name', 'revenue', 'revenue_share', 'views', 'rpm']);
    expect(cellsOf(sheet, 5)).toEqual([]);
    expect(cellsOf(sheet, 6)).toEqual([
      label,
      'SUBTOTAL(109,B2:B4) → 8.25',
      `IF(${whole},1.00,"") → 1.00`,
      'SUBTOTAL(109,D2:D4) → 60',
      `IF(${whole},137.5,"") → 137.5`,
    ]);
    expect(sheet.xml).toContain('<autoFilter ref="A1:E4"/>');
  });

  test('has the total of each column of a pivot', async () => {
    const args = '--group-by name --by month --pivot month --sum revenue';
    const { sheet } = await writeRecords(args.split(' '));
    expect(cellsOf(sheet, 6)).toEqual([label, 'SUBTOTAL(109,B2:B4) → 8.25', 'SUBTOTAL(109,C2:C4) → 8.25']);
  });

  test('has the exact total instead of a formula that leaves out rows or texts', async () => {
    const limited = await writeRecords('-g name --sum revenue --limit 2'.split(' '));
    expect(cellsOf(limited.sheet, 5)).toEqual(['total of all 3', '8.25']);
    const args = ['-g', 'n', '--sum', 'x'];
    const long = await pull(['{"n":"a","x":0.12345678901234567}', '{"n":"b","x":0.87654321098765433}'], args);
    expect(cellsOf(long.sheet, 5)).toEqual(['total of all 2', '1.00000000000000000']);
    const longSum = await pull(['{"n":"a","x":999999999999999}', '{"n":"b","x":0.5}'], args);
    expect(longSum.sheet.cells.get('B5')).toMatchObject({ type: 'text', value: '999999999999999.5' });
  });

  test('is not there for one group, for records, and in an empty report', async () => {
    expect(cellsOf((await pull('{"k":"a","n":1.5}', ['-g', 'k'])).sheet, 4)).toEqual([]);
    expect(cellsOf((await writeRecords([])).sheet, 6)).toEqual([]);
    expect((await pull([], ['-g', 'k'])).sheet.cells.size).toBe(0);
  });
});

/** The texts of each row, and the looks of its cells. */
function linesOf({ cells }: WorkbookSheet): readonly string[] {
  const lines = new Map<string, string[]>();
  const names: Readonly<Record<string, string>> = { '00783C': 'green', C00000: 'red', '707070': 'grey' };
  for (const [place, { value, format, isBold, color }] of cells) {
    const looks = [isBold ? 'bold' : '', names[color ?? ''] ?? '', format === 'General' ? '' : format];
    const row = place.replace(/^[A-Z]+/, '');
    lines.set(row, [...(lines.get(row) ?? []), [value, ...looks].filter((text) => text !== '').join(' ')]);
  }
  return Array.from(lines, ([row, texts]) => `${row}: ${texts.join(' | ')}`);
}

describe('the first sheet', () => {
  const [AMOUNT, CHANGE, PERCENT] = ['#,##0.00', '+#,##0.00;-#,##0.00;#,##0.00', '+#,##0.00%;-#,##0.00%;#,##0.00%'];

  test('of a comparison shows what a terminal shows, with exact numbers', async () => {
    const { summary } = await writeRecords(['-g', 'name', '--compare', '2025-12-01..2025-12-30']);
    expect(summary!.name).toBe('Summary');
    expect(linesOf(summary!)).toEqual([
      '1: Revenue rose 135.7% to 8.25 (a day: +128.1%) bold',
      '2: revenue 2026-01-01..2026-01-31 against 2025-12-01..2025-12-30 (31 days against 30) · client 7d444840-9dc0-11d1-b245-5ffdce74fad2 grey',
      '4: name bold | revenue bold | before bold | change bold | % bold',
      `5: b (ended 6 Jan) | 7.00 ${AMOUNT} | 2.50 ${AMOUNT} | 4.50 green ${CHANGE} | 1.8000 green ${PERCENT}`,
      `6: c (new 7 Jan, ended 7 Jan) | 0.25 ${AMOUNT} | — | 0.25 green ${CHANGE} | —`,
      `7: a (ended 5 Jan) | 1.00 ${AMOUNT} | 1.00 ${AMOUNT} | 0.00 ${CHANGE} | 0.0000 ${PERCENT}`,
      `8: total of all 3 bold | 8.25 bold ${AMOUNT} | 3.50 bold ${AMOUNT} | 4.75 bold green ${CHANGE} | 1.3571 bold green ${PERCENT}`,
      '9: also +20.0% views, -25.0% clicks grey',
      '11: no records on 2026-01-01..2026-01-04, 2026-01-08..2026-01-31',
    ]);
  });

  test('says how many rows it leaves to the next one', async () => {
    const records = Array.from({ length: 1001 }, (_, index) => `{"n_id":${index},"x":${index}.5}`);
    const { summary, sheet } = await pull(records, ['-g', 'n_id', '--sum', 'x']);
    expect(summary!.cells.get('A1003')).toMatchObject({ type: 'text' });
    expect(linesOf(summary!).slice(-3)).toEqual([
      '1003: 1 | 1.5 #,##0.0',
      '1004: total of all 1,001 bold | 501000.5 bold #,##0.0',
      '1005: the first 1,000 of 1,001 rows; the sheet Revenue has all grey',
    ]);
    expect(sheetRows(sheet)).toHaveLength(1002);
  });
});

describe('the sheet', () => {
  test('has a bold header that stays, a filter, and widths', async () => {
    const { sheet } = await pull([
      '{"name":"春のキャンペーン、春のキャンペーン","n":1}',
      '{"name":"x","n":123456789.25}',
    ]);
    expect(sheet.name).toBe('Revenue');
    expect([...sheet.cells.values()].filter(({ isBold }) => isBold).map(({ value }) => value)).toEqual(['name', 'n']);
    expect(sheet.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet.xml).toContain('<autoFilter ref="A1:B3"/>');
    expect(Array.from(sheet.xml.matchAll(/ width="(\d+)"/g), ([, width]) => Number(width))).toEqual([37, 18]);
  });

  test('About says whose figures it has', async () => {
    const { about } = await writeRecords(['--where', 'revenue>0.5', '--limit', '1']);
    const facts = factsOf(about);
    expect(about.name).toBe('About');
    expect(facts.slice(0, 2)).toEqual(['Report: revenue', 'Range: 2026-01-01 to 2026-01-31 (31 days)']);
    expect(facts).toContain('Only: revenue>0.5');
    expect(facts.find((fact) => fact.startsWith('Command: '))).toBe(
      "Command: reporting revenue --from 2026-01-01 --to 2026-01-31 --where 'revenue>0.5' --limit 1 --output x.xlsx",
    );
    const gaps = 'Note: no records for 28 of 31 days: 2026-01-01..2026-01-04, 2026-01-08..2026-01-31 [gaps]';
    expect(notesOf(about)).toEqual([gaps, 'Note: 1 row hidden by --limit']);
    const grouped = await writeRecords(['-g', 'name', '--sum', 'revenue', '--having', 'revenue>0.5']);
    expect(notesOf(grouped.about)).toEqual([gaps, 'Note: 1 row hidden by conditions']);
  });
});

describe('the file', () => {
  test.each([
    ['a text', [`{"a":1}`, `{"a":"${'x'.repeat(32_768)}"}`], 'column "a" in row 3 has a text of 32768 characters'],
    ['the name of a column', [`{"${'x'.repeat(32_768)}":1}`], 'the name of column 1 has a text of 32768 characters'],
  ])('with %s that is too long is an error, and nothing is written', async (_, records, message) => {
    const { exitCode, stderr, home } = await pull(records);
    expect(exitCode).toBe(8);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain('hint: csv has no limit');
    expect(home.list()).toEqual([]);
  });

  test('is larger than a piece, and keeps every row', async () => {
    const records = Array.from({ length: 4500 }, (_, index) => `{"id":${index},"name":"n${index % 7}","x":${index}.5}`);
    const { sheet, bytes } = await pull(records);
    expect(sheetRows(sheet).slice(1)).toEqual(
      records.map((_, index) => [String(index), `n${index % 7}`, `${index}.5`]),
    );
    expect(unzip(bytes!).get('xl/worksheets/sheet1.xml')!.length).toBeGreaterThan(2 * 256 * 1024);
  });
});
