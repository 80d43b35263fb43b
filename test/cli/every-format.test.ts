import { describe, expect, test } from 'vitest';
import type { FormatOption } from '../../src/formats/format.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../src/formats/registry.ts';
import { readPage } from '../harness/pages.ts';
import { runStep } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';

const PAGE = readPage('docs/formats.md').text;
const DAY = 'revenue --sandbox --from 2026-01-01 --to 2026-01-01';
const USES: Readonly<Record<FormatOption, string>> = {
  allDigits: '--all-digits',
  wide: '--wide',
  delimiter: '--delimiter tab',
};

test('a registered format is in the help, the completion, the configuration and docs/formats.md', async () => {
  const { stdout: topic } = await runCli('help formats');
  const { stdout: help } = await runCli('revenue --help');
  const { stderr: refusal } = await runCli(`${DAY} -f no-format`);
  const { stdout: words } = await runCli('__complete "reporting revenue --format "');
  for (const name of FORMAT_NAMES) {
    const word = new RegExp(`\\b${name}\\b`);
    expect(topic).toMatch(word);
    expect(help).toMatch(word);
    expect(refusal).toMatch(word);
    expect(words.split('\n')).toContain(name);
    expect(await runCli(`config set format ${name}`)).toPrint();
    expect(PAGE).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'));
  }
});

test.each(FORMAT_NAMES.flatMap((name) => FORMATS[name].extensions.map((ending) => [ending, name] as const)))(
  'the ending %s is in docs/formats.md, and writes %s',
  async (ending, name) => {
    expect(PAGE).toContain(`\`${ending}\``);
    const { stderr } = await runCli(`${DAY} --verbose -o x${ending}`);
    expect(stderr).toContain(`, ${name} to x${ending}`);
  },
);

describe('a format accepts only the options that it supports', () => {
  const cases = FORMAT_NAMES.flatMap((name) => Object.entries(USES).map(([option, use]) => ({ name, option, use })));

  // Every option and every format is in a fourth of the cases.
  const tried = cases.filter((_, at) => runStep() === 1 || at % 4 === 0);

  test.each(tried)('$name $use', async ({ name, option, use }) => {
    const { exitCode, stdout, stderr } = await runCli(`${DAY} --dry-run -g campaign -f ${name} ${use}`);
    const supporting = FORMAT_NAMES.filter((each) => supports(each, option));
    expect(supporting).not.toEqual([]);
    if (supports(name, option)) return expect(exitCode).toBe(0);
    expect([exitCode, stdout]).toEqual([2, '']);
    const refusal = `error: ${use.split(' ')[0]} goes with ${supporting.join(', ')}, and not with ${name}\n`;
    expect(stderr.startsWith(refusal)).toBe(true);
  });

  function supports(name: FormatName, option: string): boolean {
    return ((FORMATS[name].options ?? []) as readonly string[]).includes(option);
  }
});
