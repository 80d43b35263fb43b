import { describe, expect, test } from 'vitest';
import type { FormatOption } from '../../src/formats/format.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../src/formats/registry.ts';
import { readPage } from '../harness/pages.ts';
import { runCli } from '../harness/run-cli.ts';

const PAGE = readPage('docs/formats.md').text;
const DAY = 'revenue --sandbox --from 2026-01-01 --to 2026-01-01';
const USES: Readonly<Record<FormatOption, string>> = {
  maxRows: '--max-rows 1',
  human: '--human',
  decimals: '--decimals 2',
  wide: '--wide',
  excel: '--excel',
  delimiter: '--delimiter tab',
  decimalComma: '--decimal-comma',
  title: '--title x',
  sheets: '--sheets profile',
  heat: '--heat row --group-by campaign --pivot campaign',
  goodWhenDown: '--good-when-down spend',
};

describe('a registered format is in the help, the completion, the configuration and docs/formats.md', () => {
  test.each(FORMAT_NAMES)('%s', async (name) => {
    const word = new RegExp(`\\b${name}\\b`);
    expect((await runCli('help formats')).stdout).toMatch(new RegExp(`^ *${name} `, 'm'));
    expect((await runCli('revenue --help')).stdout).toMatch(word);
    expect((await runCli(`${DAY} -f no-format`)).stderr).toMatch(word);
    const completion = await runCli(['__complete', 'reporting revenue --format ']);
    expect(completion.stdout.split('\n')).toContain(name);
    expect(await runCli(`config set format ${name}`)).toMatchObject({ exitCode: 0 });
    expect(PAGE).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'));
    for (const ending of FORMATS[name].extensions) {
      expect(PAGE).toContain(`\`${ending}\``);
      const { stderr } = await runCli(`${DAY} --verbose -o x${ending}`);
      expect(stderr).toContain(`, ${name} to x${ending}`);
    }
  });
});

describe('a format accepts only the options that it supports', () => {
  const cases = FORMAT_NAMES.flatMap((name) =>
    Object.entries(USES).map(([option, use]) => ({ name, option, use })),
  );

  test.each(cases)('$name $use', async ({ name, option, use }) => {
    const { exitCode, stdout, stderr } = await runCli(`${DAY} --dry-run -f ${name} ${use}`);
    const supporting = FORMAT_NAMES.filter((each) => supports(each, option));
    expect(supporting).not.toEqual([]);
    if (supports(name, option)) return expect(exitCode).toBe(0);
    expect([exitCode, stdout]).toEqual([2, '']);
    const refusal = `error: ${use.split(' ')[0]} goes with ${supporting.join(', ')}, and not with ${name}\n`;
    expect(stderr.startsWith(refusal)).toBe(true);
  });

  function supports(name: FormatName, option: string): boolean {
    return (FORMATS[name].options as readonly string[]).includes(option);
  }
});
