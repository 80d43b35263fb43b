import { describe, expect, test } from 'vitest';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';

const FORMATS = ['csv', 'parquet'] as const;

async function sandboxDataset(format: (typeof FORMATS)[number], options = ''): Promise<Home> {
  const home = createHome();
  const { exitCode, stderr } = await runCli(
    `sync revenue,domains sales --sandbox --from 2026-01 --to 2026-05 --format ${format} ${options}`,
    { home },
  );
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return home;
}

const LINES = [
  'revenue --from 2026-01-01 --to 2026-05-31',
  'revenue --from 2026-01-10 --to 2026-03-05',
  'revenue -p 2026-02 -g campaign --compare previous',
  'revenue -p 2026-Q1 --by week -f tsv',
  'domains -p 2026-Q1 -g domain --top 3',
];

describe.each(FORMATS)('%s', (format) => {
  test.each(LINES)('%s', async (line) => {
    const home = await sandboxDataset(format);
    const live = await runCli(`${line} --sandbox`, { home });
    const kept = await runCli(`${line} --from-dataset sales`, { home });
    expect(kept.stderr).toBe(live.stderr);
    expect(kept.exitCode).toBe(live.exitCode);
    expect(format === 'csv' ? kept.stdout : withoutZeros(kept.stdout)).toBe(
      format === 'csv' ? live.stdout : withoutZeros(live.stdout),
    );
  });
});

/** Parquet keeps the values of decimals, not the zeros at their end. */
function withoutZeros(text: string): string {
  return text.replaceAll(/(?<=\d\.\d*?)0+(?=[,\t\n])/g, '').replaceAll(/(?<=\d)\.(?=[,\t\n])/g, '');
}
