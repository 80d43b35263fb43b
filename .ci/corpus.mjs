// Writes what people read into the directory that the command line names: a file for each request, with each format on terminals of
// three widths, with and without colours. Run it before and after a change, and compare with `diff -r`.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTerminal } from './terminal.mjs';

const REQUESTS = `\
revenue -p 2025 -g campaign
domains -p 2025-10 -g domain,source --top 5
revenue -p 2025-10 -g campaign --count --avg revenue --max clicks
revenue -p 2025-10 -g campaign --sum revenue --ratio rpm=1000*revenue/impressions --share revenue
revenue -p 2025-Q3 --by week -g campaign --sum revenue
revenue -p 2025-10 -g campaign --compare previous
revenue -p 2025-10 -g campaign --sum revenue,clicks --compare year
revenue -p 2025-10 --by day --sum revenue --compare previous-weeks
revenue -p 2025-10-14 -g campaign --compare usual
revenue -p 2025-Q3 -g campaign --by month --sum revenue --pivot month
revenue -p 2025-10 --where campaign=Nobody -g campaign
columns revenue -p 2025-10`.split('\n');
const WIDTHS = { table: [60, 80, 120], chart: [60, 80, 120], markdown: [80], html: [80] };

const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-corpus-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
mkdirSync(process.argv[2], { recursive: true });
for (const request of REQUESTS) {
  const drawings = Object.entries(WIDTHS).flatMap(([format, widths]) =>
    widths.flatMap((width) => ['', '1'].map((NO_COLOR) => draw(request, format, width, NO_COLOR))),
  );
  writeFileSync(path.join(process.argv[2], `${request.replace(/[^\w.=-]+/g, ' ')}.txt`), drawings.join('\n'));
}

function draw(request, format, width, NO_COLOR) {
  const file = path.join(home, 'page.html');
  const words = `${request} --sandbox -f ${format}${format === 'html' ? ` -o ${file}` : ''}`.split(' ');
  const command = `reporting ${words.map((word) => `'${word}'`).join(' ')}`;
  const text = onTerminal(command, width, home, { NO_COLOR, PAGER: '', CI: '1' });
  const page = existsSync(file) ? readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/g, '') : '';
  rmSync(file, { force: true });
  const all = `${command} (${width} columns${NO_COLOR && ', no colours'})\n${text}${page.replace(/\s*<[^>]*>\s*/g, '\n')}`;
  return all.replace(/ in [\d.]+ s/g, '').replaceAll(home, '~');
}
