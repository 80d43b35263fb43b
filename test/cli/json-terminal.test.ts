import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliOptions, createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const RECORDS = [
  '{"day":"2026-01-01","revenue":0.10,"id":9007199254740993,"tiny":1e-7,"minus":-1.50E+2}',
  '{"a \\"b\\\\":{"yes":true,"no":[],"none":{},"list":[null,[false,1.0],{"x":"\\u001b[31m, {]}:"}]}}',
  '{}',
];

async function show(format: string, options: CliOptions = {}, records: readonly string[] = RECORDS) {
  const service = await startRecordService(() => records);
  const { env, ...rest } = options;
  const line = `${DAY} -f ${format}`;
  return runCli(line, { stdoutTty: true, env: { ...service.env, ...env }, ...rest });
}

const COLORS = { NO_COLOR: '' };
const withoutColors = (text: string): string => text.replace(/\u001b\[\d+m/g, '');
/** Removes the white space between tokens. */
const minified = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

describe('json on a terminal', () => {
  test('is indented, with every digit as sent', async () => {
    const { stdout, exitCode } = await show('json');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`[
  {
    "day": "2026-01-01",
    "revenue": 0.10,
    "id": 9007199254740993,
    "tiny": 1e-7,
    "minus": -1.50E+2
  },
  {
    "a \\"b\\\\": {
      "yes": true,
      "no": [],
      "none": {},
      "list": [
        null,
        [
          false,
          1.0
        ],
        {
          "x": "\\u001b[31m, {]}:"
        }
      ]
    }
  },
  {}
]
`);
  });

  test('has colors for names, texts and literals', async () => {
    const { stdout } = await show('json', { env: COLORS });
    expect(stdout).toContain('    \u001b[36m"day"\u001b[39m: \u001b[32m"2026-01-01"\u001b[39m,\n');
    expect(stdout).toContain('    \u001b[36m"revenue"\u001b[39m: 0.10,\n');
    expect(stdout).toContain('      \u001b[36m"yes"\u001b[39m: \u001b[33mtrue\u001b[39m,\n');
    expect(stdout).toContain('        \u001b[33mnull\u001b[39m,\n');
  });

  test.each(['json', 'ndjson'])('%s without its colors has the tokens of a pipe', async (format) => {
    const piped = await show(format, { stdoutTty: false });
    const { stdout } = await show(format, { env: COLORS });
    expect(stdout).toContain('\u001b[36m');
    expect(minified(withoutColors(stdout))).toBe(minified(piped.stdout));
    const plain = await show(format);
    expect(withoutColors(stdout)).toBe(plain.stdout);
    if (format === 'json') expect(JSON.parse(withoutColors(stdout))).toEqual(JSON.parse(piped.stdout));
  });

  test('an empty report is an empty array', async () => {
    expect((await show('json', { env: COLORS }, [])).stdout).toBe('[]\n');
    expect((await show('ndjson', { env: COLORS }, [])).stdout).toBe('');
  });

  test.each([
    ['a C1 control', '\u009b31m', '\\u009b31m'],
    ['DEL', 'a\u007f', 'a\\u007f'],
    ['a direction override', '\u202etxt', '\\u202etxt'],
  ])('%s appears as its escape, with the same value', async (_name, raw, escaped) => {
    const records = [`{"${raw}":"${raw} é"}`];
    const { stdout } = await show('json', {}, records);
    expect(stdout).toBe(`[\n  {\n    "${escaped}": "${escaped} é"\n  }\n]\n`);
    expect(JSON.parse(stdout)).toEqual([{ [raw]: `${raw} é` }]);
    expect((await show('json', { stdoutTty: false }, records)).stdout).toBe(`[\n${records[0]}\n]\n`);
  });

  test('selected and renamed columns are shown too', async () => {
    const { stdout } = await show('json --columns revenue,day --rename day=date --limit 1');
    expect(stdout).toBe('[\n  {\n    "revenue": 0.10,\n    "date": "2026-01-01"\n  }\n]\n');
  });

  test('goes through the pager if it is longer than the screen', async () => {
    const home = createHome();
    const service = await startRecordService(() => RECORDS);
    const PAGER = `sh -c 'cat > "${path.join(home.work, 'paged')}"'`;
    const env = { ...service.env, ...COLORS, PATH: process.env.PATH ?? '', PAGER };
    const line = 'revenue --from 2026-01-01 --to 2026-01-01 -f json';
    const { stdout } = await runCli(line, { home, env, stdoutTty: true, rows: 10 });
    expect(stdout).toBe('');
    expect(home.read('paged')).toBe((await show('json', { env: COLORS })).stdout);
  });
});

describe('ndjson on a terminal', () => {
  test('is one record per line, with colors', async () => {
    expect((await show('ndjson')).stdout).toBe(`${RECORDS.join('\n')}\n`);
    const { stdout } = await show('ndjson', { env: COLORS });
    expect(stdout).toContain('{\u001b[36m"day"\u001b[39m:\u001b[32m"2026-01-01"\u001b[39m,');
  });
});

describe('a pipe or a file', () => {
  const PIPED = `[\n${RECORDS.join(',\n')}\n]\n`;

  test.each([{}, { FORCE_COLOR: '1', NO_COLOR: '' }])('gets one record per line, %j', async (env) => {
    expect((await show('json', { stdoutTty: false, env })).stdout).toBe(PIPED);
    expect((await show('ndjson', { stdoutTty: false, env })).stdout).toBe(`${RECORDS.join('\n')}\n`);
  });

  test('also if the command runs on a terminal', async () => {
    const { home, stdout } = await show('json -o out.json', { tty: true, env: COLORS });
    expect(stdout).toBe('');
    expect(home.read('out.json')).toBe(PIPED);
  });
});

test('--no-color indents without colors', async () => {
  const { stdout } = await show('json --no-color', { env: COLORS });
  expect(stdout).toBe((await show('json')).stdout);
  expect(stdout).not.toContain('\u001b[');
});
