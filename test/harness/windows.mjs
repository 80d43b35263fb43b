// Preloaded into a run (`node --import`): the platform is Windows, and calls of the promises of node:fs fail as Windows lets
// them fail. WINDOWS is `{call, end, code, times}`: the first `times` calls with a path that ends so fail. Waits take no time.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const { call, end = '', code, times = Number.POSITIVE_INFINITY } = JSON.parse(process.env.WINDOWS);

Object.defineProperty(process, 'platform', { value: 'win32' });
timers.setTimeout = async (_ms, value) => value;

let left = times;
const original = fs.promises[call];
fs.promises[call] = async (...args) => {
  const isMeant = args.some((arg) => typeof arg === 'string' && arg.endsWith(end));
  if (!isMeant || left === 0) return original(...args);
  left--;
  throw Object.assign(new Error(`${code}: ${call} '${args[0]}'`), { code, syscall: call, path: args[0] });
};
syncBuiltinESMExports();
