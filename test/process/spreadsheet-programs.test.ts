import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { firstOf, runStep } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { readWorkbook } from '../harness/workbook.ts';
import { readDelimited } from '../unit/formats/read-delimited.ts';

const RANGE = '--sandbox --from 2026-01-01 --to 2026-02-15';
const REPORTS: readonly string[] = [
  `domains ${RANGE} --window-columns`,
  `revenue ${RANGE} --by week --group-by campaign --sum revenue,clicks`,
  `revenue ${RANGE}`,
  `domains ${RANGE}`,
  `revenue ${RANGE} --group-by campaign --sum revenue,clicks,impressions --ratio rpm=1000*revenue/impressions --share revenue`,
  `revenue --sandbox --period 2026-02 --group-by campaign --sum revenue,clicks --compare previous`,
  `revenue ${RANGE} --group-by campaign --by month --pivot month --sum revenue,clicks`,
];

const TOTALED = REPORTS.slice(4);

/** The workbook and the CSV of a report. */
async function writeBoth(report: string): Promise<{ home: Home; rows: readonly (readonly string[])[] }> {
  const home = createHome();
  for (const file of ['x.xlsx', 'x.csv']) {
    expect(await runCli(`${report} -o ${file}`, { home })).toMatchObject({ exitCode: 0 });
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

/** The rows with their columns in this order, sorted: groups of a workbook have another order than those of a CSV. */
function inOrderOf(names: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const at = names.map((name) => rows[0]!.indexOf(name));
  return rows.map((row) => JSON.stringify(at.map((place) => row[place]))).sort();
}

const OPENPYXL = `
import json, sys, datetime, openpyxl
def value(cell):
    return cell.value.date().isoformat() if isinstance(cell.value, datetime.datetime) else cell.value
def rows(file):
    return [[value(cell) for cell in row] for row in openpyxl.load_workbook(file).worksheets[-2].iter_rows()]
print(json.dumps([rows(file) for file in sys.argv[1:]]))
`;

needs('openpyxl').test('openpyxl reads the figures of the CSV', async () => {
  const tried = firstOf(3, REPORTS);
  const written: Awaited<ReturnType<typeof writeBoth>>[] = [];
  for (const report of tried) written.push(await writeBoth(report));
  const args = ['-c', OPENPYXL, ...written.map(({ home }) => path.join(home.work, 'x.xlsx'))];
  const read = JSON.parse(execFileSync('/usr/bin/python3', args, { encoding: 'utf8' })) as unknown[][][];
  expect(read).toHaveLength(tried.length);
  for (const [index, { rows }] of written.entries())
    expect(inOrderOf(rows[0]!, read[index]!.slice(0, rows.length)), tried[index]).toEqual(
      inOrderOf(rows[0]!, valuesOf(rows)),
    );
});

/** Makes LibreOffice compute every formula again when it opens a file. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;
/** UTF-8, commas, values as they are stored, without their formats, and a file for each sheet. */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

/** The cells of a sheet of a workbook in the home, as LibreOffice computes them. It starts once for all workbooks. */
function readWithLibreOffice({ root, work }: Home, files: readonly string[]) {
  const profile = path.join(root, 'libreoffice');
  mkdirSync(path.join(profile, 'user'), { recursive: true });
  writeFileSync(path.join(profile, 'user', 'registrymodifications.xcu'), RECALCULATE);
  const output = path.join(root, 'converted');
  const args = ['--headless', '--convert-to', FILTER, '--outdir', output, ...files];
  execFileSync('soffice', [`-env:UserInstallation=file://${profile}`, ...args], { cwd: work, stdio: 'pipe' });
  return (file: string, sheet: string): readonly (readonly string[])[] =>
    readDelimited(readFileSync(path.join(output, `${path.parse(file).name}-${sheet}.csv`), 'utf8'), ',');
}

/** A stored value: a percentage is shown with its sign, in any case. */
function numberOf(field: string): number {
  return field.endsWith('%') ? Number(field.slice(0, -1)) / 100 : Number(field);
}

const HIDE_A_ROW = `
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
book.worksheets[-2].row_dimensions[2].hidden = True
book.save(sys.argv[1])
`;

needs('soffice', 'openpyxl').test.runIf(runStep() === 1)(
  'LibreOffice reads every cell, computes the exact totals, and leaves hidden rows out of them',
  async () => {
    const home = createHome();
    const reports = firstOf(1, TOTALED).map((report, index) => [`${index}.xlsx`, report] as const);
    for (const [file, report] of [...reports, ['hidden.xlsx', REPORTS[5]!] as const])
      expect(await runCli(`${report} -o ${file}`, { home })).toMatchObject({ exitCode: 0 });
    execFileSync('/usr/bin/python3', ['-c', HIDE_A_ROW, path.join(home.work, 'hidden.xlsx')]);
    const read = readWithLibreOffice(home, home.list());
    for (const [file, report] of reports) {
      let formulas = 0;
      for (const { name, cells } of readWorkbook(readFileSync(path.join(home.work, file)))) {
        const rows = read(file, name);
        for (const [place, { type, value, format, formula }] of cells) {
          const field = rows[Number(place.slice(1)) - 1]![place.charCodeAt(0) - 65]!;
          const decimals = (/\.(0+)/.exec(format)?.[1]?.length ?? 0) + (format.includes('%') ? 2 : 0);
          const where = `${report}: ${name} ${place}`;
          if (formula !== undefined) formulas++;
          if (type === 'text') expect(field, where).toBe(value);
          else expect(numberOf(field).toFixed(decimals), where).toBe(Number(value).toFixed(decimals));
        }
      }
      expect(formulas, report).toBeGreaterThan(2);
    }
    const shown = ['9895.01', '10155.86', '-260.85', '', '14753', '14419', '334', ''];
    expect(read('hidden.xlsx', 'Revenue').at(-1)).toEqual(['total of the rows shown', ...shown]);
  },
);
