import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pullReport, ReportingError, type ReportRecord } from '../../src/index.ts';
import { optionsFor } from '../harness/pull.ts';
import { createHome } from '../harness/run-cli.ts';
import { type SeenRequest, sendJson, startRecordService, startService } from '../harness/service.ts';

const RANGE = { from: '2026-01-01', to: '2026-03-31' };

/** More than one read of the spool. */
const manyRecords = ({ query }: SeenRequest) =>
  Array.from(
    { length: 8000 },
    (_, index) => `{"date":"${query.start_date}","text":"record number ${index}"}`,
  );

/** Listeners of the process, by event. */
const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
let before: ReturnType<typeof listeners>;
beforeEach(() => {
  before = listeners();
});
afterEach(() => expect(listeners()).toEqual(before));

/** A signal that counts its listeners. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const added = new Set<() => void>();
  return {
    abort: (reason?: unknown) => controller.abort(reason),
    listeners: () => added.size,
    signal: {
      get aborted() {
        return signal.aborted;
      },
      get reason(): unknown {
        return signal.reason;
      },
      addEventListener(type: 'abort', listener: () => void) {
        added.add(listener);
        signal.addEventListener(type, listener);
      },
      removeEventListener(type: 'abort', listener: () => void) {
        added.delete(listener);
        signal.removeEventListener(type, listener);
      },
    },
  };
}

describe('leaving the loop leaves no files, timers or listeners', () => {
  test('by break, in the middle of many records', async () => {
    const home = createHome();
    const { signal, listeners } = countingSignal();
    const service = await startRecordService(manyRecords);
    const seen: ReportRecord[] = [];
    for await (const record of pullReport(optionsFor(service, { ...RANGE, signal }, home))) {
      seen.push(record);
      if (seen.length === 1) expect(home.strays()).toHaveLength(1);
      if (seen.length === 10_000) break;
    }
    expect(seen).toHaveLength(10_000);
    expect(home.strays()).toEqual([]);
    expect(listeners()).toBe(0);
  });

  test('by an exception, which is thrown unchanged', async () => {
    const home = createHome();
    const service = await startRecordService(manyRecords);
    const mine = new RangeError('mine');
    const read = async () => {
      for await (const _ of pullReport(optionsFor(service, RANGE, home))) throw mine;
    };
    await expect(read()).rejects.toBe(mine);
    expect(home.strays()).toEqual([]);
  });

  test('by return, while windows are missing', async () => {
    const home = createHome();
    const service = await startService(() => undefined);
    const records = pullReport(optionsFor(service, RANGE, home))[Symbol.asyncIterator]();
    const first = records.next();
    await expect.poll(() => service.requests.length).toBe(3);
    expect(await records.return?.()).toEqual({ done: true, value: undefined });
    expect(await first).toEqual({ done: true, value: undefined });
    expect(await records.next()).toEqual({ done: true, value: undefined });
    expect(home.strays()).toEqual([]);
  });

  test('before the first record is requested', async () => {
    const service = await startService(() => undefined);
    const records = pullReport(optionsFor(service, RANGE))[Symbol.asyncIterator]();
    await records.return?.();
    expect(await records.next()).toEqual({ done: true, value: undefined });
    expect(service.requests).toEqual([]);
  });
});

describe('an abort', () => {
  const why = new Error('the user has closed the page');

  async function read(options: Parameters<typeof pullReport>[0], onRecord: () => void = () => undefined) {
    let count = 0;
    try {
      for await (const _ of pullReport(options)) {
        count++;
        onRecord();
      }
    } catch (error) {
      return { error, count };
    }
    return { error: undefined, count };
  }

  const expectInterruption = (error: unknown): void => {
    expect(error).toBeInstanceOf(ReportingError);
    expect(error).toMatchObject({
      kind: 'interrupted',
      exitCode: 130,
      message: 'the pull ended: its signal was aborted',
      cause: why,
    });
  };

  test('while windows are requested', async () => {
    const home = createHome();
    const { signal, abort, listeners } = countingSignal();
    const service = await startService(({ query }, response) =>
      query.start_date === '2026-03-04' ? abort(why) : sendJson(response, '{"data":[]}'),
    );
    const { error } = await read(optionsFor(service, { ...RANGE, signal }, home));
    expectInterruption(error);
    expect(listeners()).toBe(0);
    expect(home.strays()).toEqual([]);
  });

  test('between records', async () => {
    const home = createHome();
    const { signal, abort, listeners } = countingSignal();
    const service = await startRecordService(manyRecords);
    const { error, count } = await read(optionsFor(service, { ...RANGE, signal }, home), () => abort(why));
    expectInterruption(error);
    expect(count).toBe(1);
    expect(listeners()).toBe(0);
    expect(home.strays()).toEqual([]);
  });

  test('cleans up while the caller processes a record', async () => {
    const home = createHome();
    const controller = new AbortController();
    const service = await startRecordService(manyRecords);
    const options = optionsFor(service, { ...RANGE, signal: controller.signal }, home);
    const records = pullReport(options)[Symbol.asyncIterator]();
    await records.next();
    expect(home.strays()).toHaveLength(1);
    controller.abort(why);
    await expect.poll(() => home.strays()).toEqual([]);
    await records.next().then(() => expect.unreachable(), expectInterruption);
  });

  test('before the pull starts', async () => {
    const service = await startService(() => undefined);
    const options = optionsFor(service, { ...RANGE, signal: AbortSignal.abort(why) });
    expectInterruption((await read(options)).error);
    expect(service.requests).toEqual([]);
  });

  test('after the last record has no effect', async () => {
    const { signal, abort, listeners } = countingSignal();
    const service = await startRecordService(({ query }) => [`{"date":"${query.start_date}"}`]);
    const { error } = await read(optionsFor(service, { ...RANGE, signal }));
    abort(why);
    expect(error).toBeUndefined();
    expect(listeners()).toBe(0);
  });
});

test('a pull does not change the environment, exit code or directory', async () => {
  const { env, exitCode } = process;
  const held = { ...env };
  const service = await startRecordService(manyRecords);
  for await (const _ of pullReport(optionsFor(service, RANGE)));
  expect({ ...process.env }).toEqual(held);
  expect(process.exitCode).toBe(exitCode);
});

test('environment variables apply only through the env option', async () => {
  const proxied: string[] = [];
  const proxy = await startService(({ path }, response) => {
    proxied.push(path);
    sendJson(response, '{"data":[]}');
  });
  const service = await startRecordService(() => []);
  const address = new URL(proxy.baseUrl).origin;
  process.env.http_proxy = address;
  process.env.REPORTING_TIMEZONE = 'Nowhere/Else';
  try {
    for await (const _ of pullReport(optionsFor(service, RANGE)));
    expect(proxied).toEqual([]);
    for await (const _ of pullReport(optionsFor(service, { ...RANGE, env: { http_proxy: address } })));
    expect(proxied).toHaveLength(3);
  } finally {
    delete process.env.http_proxy;
    delete process.env.REPORTING_TIMEZONE;
  }
});
