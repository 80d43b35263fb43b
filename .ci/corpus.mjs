// Writes what people read into the directory that the command line names: requests in each format, on terminals of three widths, with
// and without colours. The same code writes the same bytes: run it before and after a change, and compare with `diff -r`.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTerminal } from './terminal.mjs';

const OCTOBER = 'revenue --sandbox -p 2025-10';
const REQUESTS = {
  week: 'revenue --sandbox -p 2025-W41',
  year: 'revenue --sandbox -p 2025 -g campaign',
  domains: 'domains --sandbox -p 2025-10 -g domain,source --top 5',
  count: `${OCTOBER} -g campaign --count --avg revenue --max clicks`,
  ratio: `${OCTOBER} -g campaign --sum revenue --ratio rpm=1000*revenue/impressions --share revenue`,
  weeks: 'revenue --sandbox -p 2025-Q3 --by week -g campaign --sum revenue',
  compare: `${OCTOBER} -g campaign --compare previous`,
  'compare-two': `${OCTOBER} -g campaign --sum revenue,clicks --compare year`,
  'compare-days': `${OCTOBER} --by day --sum revenue --compare previous-weeks`,
  'compare-domains': 'domains --sandbox -p 2025-10 -g domain --compare 2025-09-01..2025-09-10 -n 6',
  usual: 'revenue --sandbox -p 2025-10-14 -g campaign --compare usual',
  having: `${OCTOBER} -g campaign --compare previous --having revenue_percent<10`,
  pivot: 'revenue --sandbox -p 2025-Q3 -g campaign --by month --sum revenue --pivot month',
  currencies: `${OCTOBER} -g currency,campaign --compare previous`,
  gaps: 'revenue --sandbox -p 2025-Q3 --windows month --by week --sum revenue',
  'no-match': `${OCTOBER} --where campaign=Nobody -g campaign`,
  columns: 'columns revenue --sandbox -p 2025-10',
};
const SANDBOX = { currencies: '--currencies', gaps: '--fault empty@2025-08' };
const FORMATS = { table: [60, 80, 120], chart: [60, 80, 120], markdown: [80], html: [80], xlsx: [80] };

const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-corpus-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
for (const [name, request] of Object.entries(REQUESTS)) {
  mkdirSync(path.join(process.argv[2], name), { recursive: true });
  for (const [format, widths] of Object.entries(FORMATS)) {
    for (const width of widths) {
      const words = request.split(' ').map((word) => `'${word}'`);
      const file = path.join(home, `report.${format}`);
      if (format === 'html' || format === 'xlsx') words.push('-o', file);
      for (const colour of width === 80 ? ['', '1'] : ['']) {
        const env = { NO_COLOR: colour, REPORTING_SANDBOX: SANDBOX[name] ?? '', PAGER: '', CI: '1' };
        const command = `reporting ${words.join(' ')} -f ${format}`;
        const text = onTerminal(command, width, home, env) + readDocument(file, format);
        const clean = text.replace(/ in [\d.]+ s/g, '').replaceAll(home, '~');
        writeFileSync(path.join(process.argv[2], name, `${format}-${width}${colour && '-plain'}.txt`), clean);
      }
    }
  }
}

/** The text of a page, a line for each element, or the cells of a workbook, a line for each row. */
function readDocument(file, format) {
  if (format === 'xlsx') {
    const xml = execFileSync('unzip', ['-p', file, 'xl/worksheets/*.xml'], { encoding: 'utf8' });
    return xml.replaceAll('<row', '\n<row');
  }
  if (format !== 'html') return '';
  const page = readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/g, '');
  return page.replace(/<[^>]*>/g, '\n').replace(/\s*\n\s*/g, '\n');
}
