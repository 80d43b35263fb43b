/** The options of a report, and what the program says about options that it does not have. */

import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';

/** The headings of help, each with its options, in order. */
const SECTIONS: Readonly<Record<string, string>> = {
  Range: '--from --to --period --timezone',
  'Rows, over the whole report':
    '--where --group-by --by --sum --avg --min --max --count --ratio --share --compare --having --alert --pivot --top --sort --limit --columns',
  Output: '--format --output --all-digits --wide --delimiter',
  Checks: '--strict --allow --date-column',
  Requests: '--windows --window-columns --concurrency --retry-for --timeout --resume --dry-run --wait',
  Source: '--profile --all-profiles --sandbox --input',
  Options: '--help',
  'Global Options': '--version --quiet --verbose --no-color --error-format',
};

test.each(['revenue', 'domains'])('%s has these 48 options, and its help fits 115 lines', async (report) => {
  const { stdout } = await runCli([report, '--help']);
  const blocks = stdout.split('\n\n').map((block) => {
    const [heading, ...lines] = block.split('\n');
    const flags = lines.flatMap((line) => /^ {2}(?:-\w, )?(--[\w-]+)/.exec(line)?.[1] ?? []);
    return [heading!.replace(/:$/, ''), flags.join(' ')] as const;
  });
  const sections = blocks.filter(([, flags]) => flags !== '');
  expect(sections).toEqual(Object.entries(SECTIONS));
  expect(sections.flatMap(([, flags]) => flags.split(' '))).toHaveLength(48);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(115);
});

const NONE = 'see `reporting revenue --help`';
const LOGIN = 'goes with `reporting login`';

describe('a name that the program does not have', () => {
  test.each([
    ['--trend', NONE],
    ['--heat', NONE],
    ['--rpm', NONE],
    ['--week-start', `--week-start ${LOGIN}`],
    ['--end-date', `--end-date ${LOGIN}`],
    ...['--base-url', '--client-id', '--token-file', '--token-command', '--ca-file', '--insecure-http'].map((flag) => [
      flag,
      `${flag} ${LOGIN}`,
    ]),
    ...['--seed', '--latency', '--fault'].map((flag) => [flag, `${flag} goes with \`reporting sandbox\``]),
  ])('revenue %s: %s', async (flag, hint) => {
    expect(await runCli(['revenue', flag!])).toFail(2, `error: unknown option '${flag}'\nhint: ${hint}\n`);
  });

  test.each([
    ['--set-up', 'see `reporting sync --help`'],
    ['--wait', '--wait goes with `reporting revenue`, `reporting domains`'],
  ])('sync %s: %s', async (flag, hint) => {
    expect(await runCli(['sync', flag, 'data'])).toFail(2, `error: unknown option '${flag}'\nhint: ${hint}\n`);
  });

  test.each(['reconcile', 'save', 'run', 'saved'])('the command %s', async (name) => {
    expect(await runCli([name])).toFail(2, `error: unknown command '${name}'\nhint: see \`reporting --help\`\n`);
  });
});
