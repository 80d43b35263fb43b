import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { filesIn, startChangingService, startDataset } from '../harness/dataset.ts';
import { declaredCommands } from '../harness/program.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, startService, TOKEN } from '../harness/service.ts';

const FIRST = 'sync revenue sales -f csv --from 2026-04 --to 2026-05';

/** Files of months. */
const monthsIn = (home: Home): readonly string[] => filesIn(home).filter((file) => file.includes('month='));

/** A record of each day of a month, as the members of an array. */
const daily = (from: string, to: string): string =>
  daysFrom(from, to)
    .map((day) => `{"date":"${day}","revenue":1.10}`)
    .join(',');

/** A service that answers every request with this body. */
const startConstant = (body: string) => startService((_request, response) => sendJson(response, body));

/** A service whose every record is dated far from the requested days. */
async function startMisdated() {
  const service = await startChangingService();
  service.recordsOf = (day) => [`{"date":"2020-01-01","seen":"${day}","revenue":1.10}`];
  return service;
}

describe('--date-column', () => {
  test('none turns the check off', async () => {
    const service = await startMisdated();
    const home = createHome();
    const { exitCode, stderr } = await runCli(FIRST, { home, env: service.env });
    expect(exitCode).toBe(7);
    expect(stderr).toContain('--date-column none');
    expect(monthsIn(home)).toEqual([]);
    expect(await runCli(`${FIRST} --date-column none`, { home, env: service.env })).toMatchObject({ exitCode: 0 });
    expect(monthsIn(home)).toHaveLength(4);
  });

  test('chooses the column that later runs use as well, for all reports or for one', async () => {
    for (const [index, value] of ['seen', 'revenue=seen,domains=none'].entries()) {
      const service = await startMisdated();
      const home = createHome();
      const line = FIRST.replace('sales', `sales${index}`);
      await runCli(`${line} --date-column ${value}`, { home, env: service.env });
      const schema = JSON.parse(home.read(`sales${index}/report=revenue/_schema.json`)!);
      expect(schema.dateColumn).toBe('seen');
      expect(await runCli(`sync sales${index} --to 2026-05`, { home, env: service.env })).toPrint();
    }
  });
});

test('--date-column of a later run must be the column of the dataset', async () => {
  const { home, env } = await startDataset(FIRST);
  expect(await runCli('sync sales --to 2026-05 --date-column campaign', { home, env })).toFail(
    2,
    'error: --date-column campaign: the dataset has date as the date column of revenue\n' +
      'hint: leave it out to sync as before, or sync to a new directory: this never changes\n',
  );
});

describe('a warning about the data', () => {
  const MORE = `{"data":[${daily('2026-05-01', '2026-05-31')}],"next_page":2}`;
  const LINE = 'sync revenue sales -f csv --from 2026-05 --to 2026-05';

  test('with --strict is a failure, and the month is not written', async () => {
    const { env, home } = await startConstant(MORE);
    expect(await runCli(`${LINE} --strict`, { home, env })).toFail(
      9,
      'error: profile default: the response for revenue 2026-05-01..2026-05-31 has "next_page": 2: it may be only a part of the data [partial:next_page]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help partial`\n' +
        'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n',
    );
    expect(monthsIn(home)).toEqual([]);
    expect(await runCli(LINE, { home, env })).toMatchObject({ exitCode: 0 });
  });
});

describe('a month whose answer may not be whole', () => {
  const LINE = 'sync revenue sales -f csv --from 2026-03 --to 2026-03';
  const WHOLE = daily('2026-03-01', '2026-03-31');
  const MORE =
    'the response for revenue 2026-03-01..2026-03-31 has "next_page": 2: it may be only a part of the data [partial:next_page]';

  const TOLD = `warning: default revenue 2026-03: ${MORE}\n`;

  /** A service with these members beside the records, and runs at noon of a day of 2026. */
  async function start(line = LINE) {
    const state = { records: WHOLE, members: ',"next_page":2', asked: 0 };
    const { env, home } = await startService((_request, response) => {
      state.asked++;
      sendJson(response, `{"data":[${state.records}]${state.members}}`);
    });
    const at = (day: string, typed: string) => runCli(typed, { home, env, now: `2026-${day}T12:00:00Z` });
    /** What a nightly run asks, and how the month stands after it. */
    const night = async (day: string, options = '') => {
      const before = state.asked;
      const run = await at(day, `${line} ${options}`);
      const status = await at(day, 'sync status sales');
      const [, word] = /^default +revenue +(\w+)/m.exec(status.stdout) ?? [];
      return [run.exitCode, state.asked - before, word, status.stderr.match(/^warning: .*\n/gm)?.join('') ?? ''];
    };
    return { state, home, at, night };
  }

  test('is asked for until an answer has no such warning, and everyone is told', async () => {
    const { state, at, night } = await start();
    expect(await night('05-10')).toEqual([0, 1, 'open', TOLD]);
    expect(await night('05-11')).toEqual([0, 1, 'open', TOLD]);
    expect((await at('05-11', `${LINE} --dry-run`)).stdout).toBe(
      'default revenue 2026-03  2026-03-01..2026-03-31  open, with a warning\n',
    );
    const report = 'revenue --input sales -p 2026-03 --sum revenue';
    expect(await at('05-11', report)).toPrint('revenue\n34.10\n', `warning: ${MORE}\n`);
    expect(await at('05-11', `${report} --strict`)).toFail(
      9,
      `error: ${MORE}\nhint: --strict makes this warning an error, and this was not written: see \`reporting help partial\`\n`,
    );
    expect((await at('05-11', `${report} --strict --allow partial:next_page`)).exitCode).toBe(0);
    Object.assign(state, { records: `${WHOLE},${WHOLE.replaceAll('}', ',"campaign":"b"}')}`, members: '' });
    // On the same day, too.
    expect(await night('05-11')).toEqual([0, 1, 'whole', '']);
    expect(await night('05-12')).toEqual([0, 0, 'whole', '']);
    expect(await at('05-12', report)).toMatchObject({ stdout: 'revenue\n68.20\n', stderr: '' });
  });

  test('settles with equal records a week later, and keeps the warning', async () => {
    const { state, night } = await start();
    for (const day of ['05-10', '05-11', '05-16']) expect(await night(day)).toEqual([0, 1, 'open', TOLD]);
    state.records = `${WHOLE},${daily('2026-03-31', '2026-03-31')}`;
    // Other records begin another week.
    for (const day of ['05-17', '05-23']) expect(await night(day)).toEqual([0, 1, 'open', TOLD]);
    expect(await night('05-24')).toEqual([0, 1, 'whole', TOLD]);
    expect(await night('05-25')).toEqual([0, 0, 'whole', TOLD]);
  });

  test.each([
    ['a warning that is allowed', ',"next_page":2', WHOLE, '--allow partial:next_page', 'whole'],
    ['missing days', '', daily('2026-03-01', '2026-03-30'), '', 'whole'],
    ['no records', '', '', '', 'whole'],
    ['no records, with a text', ',"success":false,"message":"No data"', '', '', 'whole'],
    ['another range', ',"start_date":"2026-03-01","end_date":"2026-03-15"', WHOLE, '--date-column none', 'open'],
    ['half an empty answer', ',"has_more":true', '', '', 'open'],
  ])('%s', async (_what, members, records, options, word) => {
    const { state, night } = await start();
    Object.assign(state, { members, records });
    expect((await night('05-10', options))[2]).toBe(word);
    expect((await night('05-11', options))[1]).toBe(word === 'open' ? 1 : 0);
  });

  test('stays as it was after a failure without records', async () => {
    const { state, home, at, night } = await start();
    state.members = '';
    await night('04-10');
    const files = monthsIn(home).map((file) => home.read(`sales/${file}`));
    Object.assign(state, { members: ',"code":429', records: '' });
    expect(await at('05-10', LINE)).toFail(
      7,
      'error: profile default: revenue 2026-03-01..2026-03-31: the body has no records, and reports a failure: "code": 429\n' +
        'hint: the service answered 200 with it: try again later\n' +
        'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n',
    );
    expect(monthsIn(home).map((file) => home.read(`sales/${file}`))).toEqual(files);
  });

  test('has no token in its record, and settles once the warning is allowed', async () => {
    const { state, home, night } = await start();
    state.members = `,"next_page":"/p?t=${TOKEN}"`;
    await night('05-10');
    const record = home.read('sales/report=revenue/profile=default/month=2026-03/_data.json');
    expect(record).toContain('"name":"partial","scope":["next_page"]');
    expect(record).not.toContain(TOKEN.slice(0, 6));
    expect(await night('05-10', '--allow partial:next_page')).toEqual([0, 1, 'whole', '']);
  });
});

describe('messages name only options that sync has', () => {
  const help = declaredCommands().find(({ typed }) => typed === 'reporting sync')!.help;
  const flagsIn = (text: string): readonly string[] => text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];

  const cases: readonly (readonly [what: string, line: string, body: string, words: string])[] = [
    ['records of other days', FIRST, '{"data":[{"date":"2020-01-01","revenue":1}]}', '--date-column none'],
    ['times in another zone', FIRST, '{"data":[{"time":"2026-03-31T22:00:00Z","revenue":1}]}', '--date-column'],
    ['unread dates', FIRST, '{"data":[{"date":"1 May","revenue":1}]}', '--date-column none'],
    ['a sign of a part', FIRST, `{"data":[${daily('2026-04-01', '2026-04-30')}],"more":true}`, '[partial:more]'],
    ['an empty record', FIRST, '{"data":[{},{"revenue":1}]}', 'no members'],
  ];

  test.each(cases)('%s', async (_what, line, body, words) => {
    const { env } = await startConstant(body);
    const { stderr } = await runCli(`${line.replace('05', '04')} --strict`, { env });
    expect(stderr).toContain(words);
    for (const flag of flagsIn(stderr)) expect(help).toContain(flag);
  });
});

describe('a measure that the dataset has as text', () => {
  test.each([
    ['parquet', '"1,234.50"', ['2026-04', '2026-03']],
    ['csv', '"$3.50"', ['2026-04', '2026-03']],
    ['csv', '"10.50"', []],
    ['parquet', '20.5', []],
  ])('%s, %s: %j', async (format, later, warned) => {
    const { env } = await startService(({ query }, response) => {
      const day = query.start_date!;
      const revenue = day < '2026-04-01' ? (later.startsWith('"10') ? '"9.50"' : '100.5') : later;
      sendJson(response, `{"data":[{"date":"${day}","name":"1,5","revenue":${revenue}}]}`);
    });
    const line = `sync revenue D --from 2026-03 --to 2026-04 --allow gaps -f ${format}`;
    const home = createHome();
    const { stderr } = await runCli(line, { env, home });
    const [, example] = /^"([^"]*)/.exec(later) ?? [];
    const has = (month: string) => (month === '2026-04' ? `texts such as "${example}"` : 'numbers');
    expect(stderr.match(/^warning: .*\[text-numbers\]$/gm) ?? []).toEqual(
      warned.map(
        (month) =>
          `warning: default revenue ${month}: revenue is text in the dataset, and has ${has(month)}: it cannot be added up [text-numbers]`,
      ),
    );
    if (warned.length > 0) expect((await runCli(`${line.replace(' D ', ' E ')} --strict`, { env })).exitCode).toBe(9);
  });
});
