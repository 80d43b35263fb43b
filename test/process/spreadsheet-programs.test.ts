import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { readWorkbook } from '../harness/workbook.ts';
import { readDelimited } from '../unit/formats/read-delimited.ts';

const RANGE = '--sandbox --from 2026-01-01 --to 2026-02-15';
/** Reports, the first two with options of the sandbox. */
const REPORTS: readonly (readonly [line: string, sandbox?: string])[] = [
  [`domains ${RANGE}`, '--domain-dates'],
  [`revenue ${RANGE} --by week --group-by campaign --sum revenue,clicks`, '--currencies'],
  [`revenue ${RANGE}`],
  [`domains ${RANGE}`],
  [
    `revenue ${RANGE} --group-by campaign --sum revenue,clicks,impressions --ratio rpm=1000*revenue/impressions --share revenue`,
  ],
  [`revenue --sandbox --period 2026-02 --group-by campaign --sum revenue,clicks --compare previous`],
  [`revenue ${RANGE} --group-by campaign --by month --pivot month --sum revenue,clicks`],
];

/** The workbook and the CSV of a report. */
async function writeBoth(
  report: string,
  REPORTING_SANDBOX = '',
): Promise<{ home: Home; rows: readonly (readonly string[])[] }> {
  const home = createHome();
  for (const file of ['x.xlsx', 'x.csv']) {
    const env = { REPORTING_SANDBOX };
    expect(await runCli(`${report} -o ${file}`, { home, env })).toMatchObject({ exitCode: 0 });
  }
  return { home, rows: readDelimited(home.read('x.csv')!, ',') };
}

/** The value of a field: numbers as numbers, percentages of columns that this program computes as hundredths. */
function valuesOf(rows: readonly (readonly string[])[]): readonly (readonly unknown[])[] {
  const [names = [], ...others] = rows;
  const isText = names.map((name) => /(?:^|_)id$|^(?:date|day|week|campaign|domain|source)$/.test(name));
  const isPercent = names.map((name) => /_(?:percent|share)$/.test(name));
  return [
    names,
    ...others.map((row) =>
      row.map((field, index) => {
        if (field === '') return null;
        if (isText[index] || Number.isNaN(Number(field))) return field;
        return isPercent[index] ? Number((Number(field) / 100).toPrecision(15)) : Number(field);
      }),
    ),
  ];
}

const OPENPYXL = `
import json, sys, datetime, openpyxl
def value(cell):
    return cell.value.date().isoformat() if isinstance(cell.value, datetime.datetime) else cell.value
def rows(file):
    return [[value(cell) for cell in row] for row in openpyxl.load_workbook(file).worksheets[0].iter_rows()]
print(json.dumps([rows(file) for file in sys.argv[1:]]))
`;

needs('openpyxl').test('openpyxl reads the figures of the CSV', async () => {
  const written: Awaited<ReturnType<typeof writeBoth>>[] = [];
  for (const [report, sandbox] of REPORTS) written.push(await writeBoth(report, sandbox));
  const args = ['-c', OPENPYXL, ...written.map(({ home }) => path.join(home.work, 'x.xlsx'))];
  const read = JSON.parse(execFileSync('/usr/bin/python3', args, { encoding: 'utf8' })) as unknown[][][];
  expect(read).toHaveLength(REPORTS.length);
  for (const [index, { rows }] of written.entries())
    expect(read[index]!.slice(0, rows.length), REPORTS[index]![0]).toEqual(valuesOf(rows));
});

/** Makes LibreOffice compute every formula again when it opens a file. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;
/** UTF-8, commas, and values as they are stored, without their formats. */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

function readWithLibreOffice({ root, work }: Home): readonly (readonly string[])[] {
  const profile = path.join(root, 'libreoffice');
  mkdirSync(path.join(profile, 'user'), { recursive: true });
  writeFileSync(path.join(profile, 'user', 'registrymodifications.xcu'), RECALCULATE);
  const output = path.join(root, 'converted');
  const args = ['--headless', '--convert-to', FILTER, '--outdir', output, path.join(work, 'x.xlsx')];
  execFileSync('soffice', [`-env:UserInstallation=file://${profile}`, ...args], { stdio: 'pipe' });
  return readDelimited(readFileSync(path.join(output, 'x.csv'), 'utf8'), ',');
}

/** A stored value: a percentage is shown with its sign, in any case. */
function numberOf(field: string): number {
  return field.endsWith('%') ? Number(field.slice(0, -1)) / 100 : Number(field);
}

describe('LibreOffice', () => {
  needs('soffice').test.each(REPORTS.slice(4).map(([line]) => line))(
    'computes the exact totals, and reads the figures of the CSV: %s',
    async (report) => {
      const { home, rows } = await writeBoth(report);
      const [sheet] = readWorkbook(readFileSync(path.join(home.work, 'x.xlsx')));
      const read = readWithLibreOffice(home);
      const expected = valuesOf(rows);
      for (const [row, cells] of expected.entries()) {
        for (const [column, value] of cells.entries()) {
          const field = read[row]![column]!;
          if (typeof value === 'number') expect(numberOf(field)).toBeCloseTo(value, 10);
          else expect(field).toBe(value ?? '');
        }
      }
      const totals = [...sheet!.cells].filter(([, { formula }]) => formula !== undefined);
      expect(totals.length).toBeGreaterThan(1);
      for (const [place, { value, format }] of totals) {
        const column = place.charCodeAt(0) - 65;
        const decimals = (/\.(0+)/.exec(format)?.[1]?.length ?? 0) + (format.includes('%') ? 2 : 0);
        const computed = numberOf(read[Number(place.slice(1)) - 1]![column]!);
        expect(Number(computed.toFixed(decimals)), place).toBe(Number(Number(value).toFixed(decimals)));
      }
    },
    120_000,
  );
});
