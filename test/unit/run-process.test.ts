import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { runProcess } from '../../src/run-process.ts';
import { CapturedOutput } from '../harness/streams.ts';

/** A process on `platform` that notes how it is ended. It gets these signals before its run begins. */
async function runWithSignals(platform: NodeJS.Platform, signals: readonly string[]) {
  const ends: unknown[][] = [];
  const fake = Object.assign(new EventEmitter(), {
    argv: ['node', 'reporting', 'revenue'],
    env: {},
    platform,
    pid: 1,
    stderr: new CapturedOutput({ isTTY: false, columns: 80 }),
    versions: process.versions,
    cwd: () => '/',
    kill: (...args: unknown[]) => ends.push(['kill', ...args]),
    exit: (code: number) => ends.push(['exit', code]),
  });
  const running = runProcess(fake as unknown as NodeJS.Process);
  for (const signal of signals) fake.emit(signal);
  await running;
  return ends;
}

test.each([
  ['linux', ['SIGINT', 'SIGINT'], ['kill', 1, 'SIGINT']],
  ['darwin', ['SIGTERM', 'SIGINT'], ['kill', 1, 'SIGINT']],
  // There, a signal would end the process with the code 1.
  ['win32', ['SIGINT', 'SIGINT'], ['exit', 130]],
  ['win32', ['SIGBREAK', 'SIGBREAK'], ['exit', 130]],
  ['win32', ['SIGHUP', 'SIGHUP'], ['exit', 129]],
] as const)('on %s, a second signal ends the process at once: %j', async (platform, signals, end) => {
  expect(await runWithSignals(platform, signals.slice(0, 1))).toEqual([]);
  expect(await runWithSignals(platform, signals)).toEqual([end]);
});
