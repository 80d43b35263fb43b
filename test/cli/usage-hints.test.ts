import { expect, test } from 'vitest';
import { FAULT_SYNTAX } from '../../src/sandbox/sandbox-settings.ts';
import { createHome, runCli } from '../harness/run-cli.ts';

const DAYS = '--sandbox --from 2026-01-01 --to 2026-01-10';

/** Command lines with a usage error, and its hint. */
const HINTS = [
  ['sandbox --fault bogus', `${FAULT_SYNTAX}, such as 503:0.1, cut@2026-02-01 or stall#2`],
  [`revenue ${DAYS} -o {profile}.csv`, 'select one with --profile, or remove {profile}: the sandbox has none'],
  [`revenue ${DAYS} --ratio ctr`, 'write a name, and one column divided by another: --ratio ctr=clicks/impressions'],
  [
    `revenue ${DAYS} -g campaign --sum clicks --share clicks --ratio clicks_share=clicks/impressions`,
    'leave out --share, or the column: --sum revenue',
  ],
  [`revenue ${DAYS} --all-profiles`, 'leave out one of the two'],
  ['sync', 'for example: reporting sync revenue sales --from 2026-01'],
  ['sync status', 'for example: reporting sync status sales\n'],
  ['sync invoices,traffic data', 'the reports are: revenue, domains'],
  ['config set', 'see `reporting config set --help`'],
  [
    `revenue ${DAYS} --compare previous -g campaign --where revenue_percent<1`,
    '--compare adds it, for all options but --where',
  ],
] as const;

test.each(HINTS)('%s: %s', async (line, hint) => {
  const { stdout, stderr, exitCode } = await runCli(line.split(' '), { home: createHome() });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toContain(`hint: ${hint}`);
});
