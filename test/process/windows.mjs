// Preloaded into a run (`node --import`): the platform is Windows, and calls of the promises of node:fs fail as Windows lets
// them fail. WINDOWS is `{call, end, codes}`: calls with a path that ends so fail, the first ones with the codes of a list, or all
// with one code. Waits take no time.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const { call, end = '', codes } = JSON.parse(process.env.WINDOWS);

Object.defineProperty(process, 'platform', { value: 'win32' });
timers.setTimeout = async (_ms, value) => value;

const left = [...(typeof codes === 'string' ? [] : codes)];
const original = fs.promises[call];
fs.promises[call] = async (...args) => {
  const isMeant = args.some((arg) => typeof arg === 'string' && arg.endsWith(end));
  const code = !isMeant ? undefined : typeof codes === 'string' ? codes : left.shift();
  if (code === undefined) return original(...args);
  throw Object.assign(new Error(`${code}: operation not permitted, ${call} '${args[0]}'`), {
    code,
    syscall: call,
    path: args[0],
  });
};
syncBuiltinESMExports();
