import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { firstOf } from '../harness/property-runs.ts';
import { createHome } from '../harness/run-cli.ts';
import { BIN } from '../harness/spawn-cli.ts';
import { openTerminal, type Terminal } from '../harness/terminal.ts';

const RUN = 'revenue --sandbox --from 2026-01-01 --to 2026-05-31 --windows month --concurrency 1 -f csv -o out.csv';

const SLOWLY = { REPORTING_SANDBOX: '--latency 250' };

/** A report of five windows on a terminal of `columns`. */
function startReport(columns: number, args = '', env: Readonly<Record<string, string>> = {}): Terminal {
  return openTerminal(
    `stty cols ${columns} rows 20; ${process.execPath} ${BIN} ${RUN} ${args}; echo "rc=$?"`,
    createHome(),
    { PATH: process.env.PATH, TERM: 'xterm', COLUMNS: undefined, LINES: undefined, ...SLOWLY, ...env },
  );
}

const WITH_SIZES = '3/5 windows  360 records  44.';

/** What the line has room for. */
const WIDTHS: readonly (readonly [columns: number, text: string])[] = [
  [20, '3/5'],
  [80, WITH_SIZES],
  [40, '3/5 windows'],
  [200, WITH_SIZES],
];

const ESCAPES = /\u001b\[[?\d;]*[A-Za-z]/g;

/** The texts that were drawn as progress, one after another. */
function framesOf(shown: string): readonly string[] {
  return shown
    .split(/\r|\u001b\[1G/)
    .map((frame) => frame.split('\n').at(-1)!.replace(ESCAPES, ''))
    .filter((frame) => /\d\/5/.test(frame));
}

const { test, describe } = needs('script', 'stty');

describe('the progress of a report on a terminal', () => {
  // Runs mostly wait, so all of them run at once.
  test('is one line of less than 20, 80, 40 and 200 columns', async () => {
    const terminals = firstOf(2, WIDTHS).map(async ([columns, text]) => {
      const terminal = startReport(columns);
      await terminal.until(text);
      await terminal.until('rc=0');
      const frames = framesOf(terminal.shown());
      expect(frames).not.toEqual([]);
      for (const frame of frames) expect(frame.length).toBeLessThan(columns);
    });
    await Promise.all(terminals);
  });

  test('is removed at the end', async () => {
    const terminal = startReport(80);
    await terminal.until('4/5');
    const end = await terminal.until('rc=0');
    // Erases the line, and shows the cursor, before the summary.
    const last = end.slice(end.lastIndexOf('\u001b[?2026l'));
    expect(last).toMatch(
      /^\u001b\[\?2026l\u001b\[1G\u001b\[0K\u001b\[\?25h\u001b\[2m604 records of the sandbox from 5 windows in /,
    );
  });

  test('is hidden with -q, --verbose, CI=true and TERM=dumb', async () => {
    const runs: readonly (readonly [args: string, env: Readonly<Record<string, string>>])[] = [
      ['-q', {}],
      ['--verbose', {}],
      ['', { CI: 'true' }],
      ['', { TERM: 'dumb' }],
    ];
    const terminals = runs.map(async ([args, env]) => {
      const terminal = startReport(80, args, env);
      await terminal.until('rc=0');
      const bars = framesOf(terminal.shown()).filter((frame) => /windows/.test(frame));
      expect({ args, env, bars }).toEqual({ args, env, bars: [] });
      expect(terminal.shown()).not.toContain('\u001b[?25l');
    });
    await Promise.all(terminals);
  });
});
