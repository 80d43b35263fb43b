import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES, FORMATS } from '../../src/formats/registry.ts';
import { runWithoutCaption } from '../harness/caption.ts';
import { tableOf } from '../harness/html-page.ts';
import { readWithArrow } from '../harness/parquet-files.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { runStep } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';
import { readWorkbook, sheetRows, textOfCell, type WorkbookSheet } from '../harness/workbook.ts';
import { readDelimited } from '../unit/formats/read-delimited.ts';

const QUARTER = ['revenue', '--input', 'rec', '--from', '2026-01-01', '--to', '2026-03-31'];

/** Two quarters. `b` has no record in February 2026, `c` has none in 2025, `d` has none in 2026. */
const RECORDS = [
  '{"day":"2025-11-05","name":"a","views":10,"clicks":1,"revenue":1.00}',
  '{"day":"2025-12-05","name":"b","views":40,"clicks":3,"revenue":2.50}',
  '{"day":"2025-12-06","name":"d","views":50,"clicks":4,"revenue":6.10}',
  '{"day":"2026-01-05","name":"a","views":20,"clicks":2,"revenue":1.00}',
  '{"day":"2026-01-06","name":"b","views":30,"clicks":1,"revenue":7.00}',
  '{"day":"2026-01-07","name":"c","views":10,"clicks":0,"revenue":0}',
  '{"day":"2026-02-05","name":"a","views":25,"clicks":5,"revenue":4.00}',
  '{"day":"2026-02-09","name":"a","views":15,"clicks":2,"revenue":1.25,"note":"late"}',
  '{"day":"2026-02-05","name":"c","views":11,"clicks":0,"revenue":0}',
  '{"day":"2026-03-05","name":"a","views":22,"clicks":4,"revenue":7.00}',
  '{"day":"2026-03-05","name":"b","views":31,"clicks":2,"revenue":-7.00}',
  '{"day":"2026-03-09","name":"c","views":12,"clicks":1,"revenue":0.10}',
];

/** A home with a recording of both quarters, which costs less to read than the service. */
async function homeWithRecording(): Promise<Home> {
  const home = createHome();
  await copyPrepared({ home }, 'rec', 'of two quarters', async () => {
    const { env } = await startDatedService(RECORDS);
    const line = 'raw revenue --from 2025-10-01 --to 2026-03-31 --windows month -o rec';
    const { exitCode, home: made } = await runCli(line, { env });
    expect(exitCode).toBe(0);
    return { home: made };
  });
  return home;
}

/** The header, then the rows, each cell as text. */
type Rows = readonly (readonly string[])[];

/** The members of a record as texts, in the order of `columns`. */
function recordRow(json: string, columns: readonly string[]): readonly string[] {
  const members = JSON.parse(json.replace(/:(-?\d[^,}]*)/g, ':"$1"')) as Record<string, string | null>;
  expect(Object.keys(members).filter((name) => !columns.includes(name))).toEqual([]);
  return columns.map((column) => members[column] ?? '');
}

function recordRows(lines: readonly string[], columns: readonly string[]): Rows {
  return [columns, ...lines.map((line) => recordRow(line, columns))];
}

const PARTS: Readonly<Record<string, string>> = { before: '_before', change: '_change', '%': '_percent' };

/** A comparison has short headings after that of its measure: `revenue`, `before`, `change`, `%`. */
function fullNames(headings: readonly string[]): readonly string[] {
  let measure = '';
  return headings.map((heading) => {
    const part = PARTS[heading];
    if (part === undefined) measure = heading;
    return measure + (part ?? '');
  });
}

/** A group that began or ended says so after its name. */
function withoutBadge(cell: string): string {
  return cell.replace(/ \((?:new|ended)[^)]*\)$/, '');
}

/**
 * The rule shows where each column begins and ends. Totals follow a second rule. A comparison has its ranges in a line above.
 */
function tableRows(text: string): Rows {
  const [header, rule, ...rest] = text
    .replace(/^(?:.* against .*|[A-Z].*|no records on .*)\n+/gm, '')
    .trimEnd()
    .split('\n');
  const end = rest.indexOf(rule!);
  // Bars repeat a column.
  const spans = [...rule!.matchAll(/─+/g)]
    .map(({ index, 0: { length } }) => [index, index + length] as const)
    .filter(([from, to]) => !header!.slice(from, to).startsWith('fell │'));
  const [headings, ...rows] = [header!, ...(end === -1 ? rest : rest.slice(0, end))].map((line) =>
    spans.map(([from, to]) => withoutBadge(line.slice(from, to).trim())),
  );
  return [headings!, ...rows];
}

function markdownRows(text: string): Rows {
  // The findings of a comparison stand above the table.
  const [header, , ...rest] = text.slice(text.indexOf('| ')).trimEnd().split('\n');
  const rows = rest.filter((line) => /^\| (?!\*\*total)/.test(line));
  const [headings, ...cells] = [header!, ...rows].map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => withoutBadge(cell.replace(/\\(.)/g, '$1').trim())),
  );
  return [headings!, ...cells];
}

/** The rows with their columns in this order: tables and pages have the main measure first. */
function inOrderOf(names: readonly string[], rows: Rows): Rows {
  const at = names.map((name) => rows[0]!.indexOf(name));
  expect(at.toSorted((one, other) => one - other)).toEqual([...rows[0]!.keys()]);
  return rows.map((row) => at.map((place) => row[place]!));
}

/** Groups of a workbook have the largest first, unless the user chose an order, or which rows or columns to see. */
function inFileOrder([names, ...rows]: Rows, args: readonly string[]): Rows {
  const isChosen = ['--sort', '--top', '--limit', '--columns'].some((flag) => args.includes(flag));
  const areGroups = args.some((flag) => ['--group-by', '--by'].includes(flag));
  return [
    names!,
    ...(areGroups && !isChosen
      ? rows
          .map((row) => row.join('\0'))
          .sort()
          .map((row) => row.split('\0'))
      : rows),
  ];
}

/** The columns of the first sheet of a workbook, by name. Its table follows the first empty row, and ends with the totals. */
function summaryColumns({ cells }: WorkbookSheet, rowCount: number): ReadonlyMap<string, readonly string[]> {
  const used = new Set(Array.from(cells.keys(), (place) => Number(place.replace(/^[A-Z]+/, ''))));
  const header = 1 + Array.from({ length: 5 }, (_, at) => at + 1).find((row) => !used.has(row))!;
  const letters = [...cells.keys()].filter((place) => place.replace(/^[A-Z]+/, '') === String(header));
  const names = fullNames(letters.map((place) => cells.get(place)!.value));
  const textAt = (column: number, row: number) =>
    textOfCell(cells.get(`${String.fromCharCode(65 + column)}${header + row}`));
  return new Map(
    names.map((name, column) => [
      name,
      Array.from({ length: rowCount }, (_, at) => withoutBadge(textAt(column, at + 1)).replace(/\*$|^\(none\)$/, '')),
    ]),
  );
}

/** A number as the service sent it, from one with commas, and for a change with a sign and a unit. An absent value is empty. */
function withoutSeparators(text: string): string {
  if (text === '—') return '';
  return /^[-+]?\d[\d,.]*%?$/.test(text) ? text.replace(/[+,%]/g, '') : text;
}

/** The rows of a document for people, with full names. */
const forPeople =
  (read: (text: string) => Rows): ReadRows =>
  (text) => {
    const [headings, ...rows] = read(text);
    return [fullNames(headings!), ...rows.map((row) => row.map(withoutSeparators))];
  };

type ReadRows = (text: string, columns: readonly string[]) => Rows;

type Reader = readonly [args: readonly string[], read: ReadRows];

/** Those of a group share most of their code. A case reads one of each group, in turn. */
const READERS: readonly (readonly Reader[])[] = [
  [[['markdown', '--all-digits'], forPeople(markdownRows)]],
  [[['html'], forPeople(tableOf)]],
  [
    [['table', '--all-digits'], forPeople(tableRows)],
    [['table', '--wide', '--all-digits'], forPeople(tableRows)],
  ],
  [
    [['json'], (text, columns) => recordRows(text.split(/,?\n/).slice(1, -2), columns)],
    [['ndjson'], (text, columns) => recordRows(text.trimEnd().split('\n'), columns)],
    [['tsv'], (text) => readDelimited(text, '\t')],
  ],
];

/** A number without zeros that do not change its value: Parquet keeps the value. */
function valueOfCell(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

function parquetRows(bytes: Uint8Array): Rows {
  const { columns, rows } = readWithArrow(bytes);
  return [columns.map(([name]) => name), ...rows.map((row) => row.map((cell) => valueOfCell(cell ?? '')))];
}

/** Formats of files. */
const FILES: readonly (readonly [file: string, read: (bytes: Buffer) => Rows])[] = [
  ['x.parquet', parquetRows],
  ['x.xlsx', (bytes) => sheetRows(readWorkbook(bytes).at(-2)!)],
];

/** Options, and the number of rows. */
const CASES: readonly (readonly [args: readonly string[], rowCount: number])[] = [
  [[], 9],
  [['--where', 'revenue in 1,0.10,7.0', '--where', 'name!~A'], 2],
  [['--sort', '-revenue,name', '--limit', '3'], 3],
  [['--columns', 'name,revenue,date=day', '--limit', '5'], 5],
  [['--group-by', 'name'], 3],
  [['--by', 'month', '--sum', 'revenue', '--count'], 3],
  [['--group-by', 'name', '--by', 'month', '--sort', '-revenue', '--limit', '3'], 3],
  [['--group-by', 'name', '--sum', 'revenue'], 3],
  [['--group-by', 'day', '--limit', '4'], 4],
  [['--group-by', 'name', '--ratio', 'ctr=clicks/views', '--sort', '-ctr'], 3],
  [['--sum', 'revenue', '--max', 'day', '--avg', 'views', '--count'], 1],
  [['--compare', 'previous'], 1],
  [['--by', 'month', '--sum', 'revenue', '--compare', 'previous'], 3],
  [['--group-by', 'name', '--by', 'month', '--compare', 'previous', '--sum', 'revenue', '--top', '4'], 5],
  [['--by', 'day', '--sum', 'revenue', '--compare', 'previous', '--sort', 'day_before'], 9],
  [['--group-by', 'name', '--share', 'revenue,views', '--having', 'views_share>20'], 2],
  [['--group-by', 'day', '--sum', 'revenue', '--avg', 'views', '--share', 'clicks', '--top', '3'], 4],
  [['--group-by', 'name', '--compare', 'previous', '--top', '2'], 3],
  [['--group-by', 'name', '--by', 'month', '--pivot', 'month', '--sum', 'revenue', '--sort', '-total'], 3],
  [['--group-by', 'name,note', '--pivot', 'name', '--count', '--avg', 'revenue'], 2],
  [['--group-by', 'name', '--by', 'month', '--pivot', 'month', '--top', '1', '--share', 'views'], 2],
  [['--group-by', 'name', '--sum', 'clicks', '--ratio', 'rpm=1000*revenue/views,x=clicks/views'], 3],
];

describe('the rows are the same in every format', () => {
  test('each format that shows rows is read', () => {
    const read = ['csv', 'parquet', 'xlsx', ...READERS.flat().map(([[name]]) => name)];
    expect(FORMAT_NAMES.filter((name) => !FORMATS[name].isPicture && !read.includes(name))).toEqual([]);
  });

  test.each(CASES.map((each, turn) => [...each, turn] as const))('of %j', async (args, rowCount, turn) => {
    const home = await homeWithRecording();
    const pull = async (...words: readonly string[]): Promise<string> => {
      const line = [...QUARTER, ...args, ...words];
      const { exitCode, stdout, stderr } = await runWithoutCaption(line, { home, stdoutTty: words.includes('--wide') });
      expect(exitCode, stderr).toBe(0);
      return stdout;
    };
    const expected = readDelimited(await pull('-f', 'csv'), ',');
    expect(expected).toHaveLength(1 + rowCount);
    // A sample reads two of the six.
    const isRead = (at: number): boolean => runStep() === 1 || (turn + at) % 3 === 0;
    for (const [at, group] of READERS.entries()) {
      if (!isRead(at)) continue;
      const [format, read] = group[Math.floor(turn / 3) % group.length]!;
      const [names, ...cells] = read(await pull('-f', ...format), expected[0]!);
      // People see a group without a name.
      const rows = [names!, ...cells.map((row) => row.map((cell) => (cell === '(none)' ? '' : cell)))];
      expect(inOrderOf(expected[0]!, rows), format.join(' ')).toEqual(expected);
    }
    for (const [at, [file, readFile]] of FILES.entries()) {
      if (!isRead(READERS.length + at)) continue;
      await pull('-o', file);
      const bytes = readFileSync(path.join(home.work, file));
      const rows = readFile(bytes);
      if (file === 'x.xlsx') {
        expect(inFileOrder(inOrderOf(expected[0]!, rows), args)).toEqual(inFileOrder(expected, args));
        const [summary, ...others] = readWorkbook(bytes);
        if (others.length === 1) continue;
        for (const [name, texts] of summaryColumns(summary!, rowCount))
          expect(
            texts.map((text) => text.replace('—', '')),
            name,
          ).toEqual(rows.slice(1).map((row) => row[rows[0]!.indexOf(name)]));
      } else expect(rows).toEqual(expected.map((row) => row.map(valueOfCell)));
    }
  });
});
