// Prints the output of `npm start`: two reports of sandbox data, and the next commands to type. A terminal of 80 columns and 24 lines has room for it.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/reporting.cjs', import.meta.url));

const REPORTS = [
  'domains --sandbox -p 2023-10 -g source --sum revenue --compare year',
  'revenue --sandbox -p 2023-10 -f chart',
];

const NEXT = `\
Next: npx reporting revenue -h, or npx reporting login for your own figures
`;

/** A table in a pipe too, a chart of 10 lines, and no pager. */
const env = { ...process.env, REPORTING_FORMAT: 'table', LINES: '16', REPORTING_PAGER: '' };

const hasColors = process.stdout.isTTY && process.stdout.hasColors();

for (const report of REPORTS) {
  const command = `reporting ${report}`;
  process.stdout.write(hasColors ? `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m\n` : `$ ${command}\n`);
  const args = [PROGRAM, ...report.split(' '), '--quiet'];
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
process.stdout.write(NEXT);
