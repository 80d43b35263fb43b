// Preloaded into a run (`node --import`): numbers its calls of node:fs below a directory, and lets one fail, kills the process
// there, or records them. FILE_CALLS is `{root, log, mode, at}`.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { root, log, mode, at } = JSON.parse(process.env.FILE_CALLS);
const { appendFileSync } = fs;

const READS = new Set('access lstat read readdir readFile readlink realpath stat fstat opendir'.split(' '));
const WRITES = new Set(['appendFile', 'write', 'writeFile']);
const CHANGES =
  'chmod chown close copyFile datasync fchmod fsync ftruncate link mkdir mkdtemp open rename rm rmdir sync symlink truncate unlink utimes'.split(
    ' ',
  );
const NAMES = [...READS, ...WRITES, ...CHANGES];
/** Calls whose first argument is a file descriptor. */
const BY_FD = new Set(['close', 'datasync', 'fchmod', 'fstat', 'fsync', 'ftruncate', 'read', 'write']);

const CODES = {
  ...Object.fromEntries([...READS].map((name) => [name, ['EIO', 'EACCES']])),
  ...Object.fromEntries([...WRITES].map((name) => [name, ['ENOSPC', 'EIO']])),
  open: ['EACCES', 'ENOSPC'],
  mkdir: ['ENOSPC', 'EACCES'],
  mkdtemp: ['ENOSPC', 'EACCES'],
  link: ['EACCES', 'ENOSPC'],
  rename: ['EIO', 'EACCES'],
  rm: ['EACCES', 'EIO'],
  rmdir: ['EACCES', 'EIO'],
  unlink: ['EACCES', 'EIO'],
};

/** The paths of open files, by descriptor and by handle; a number distinguishes the times that a file was open. */
const byFd = new Map();
const byHandle = new WeakMap();
let openings = 0;
let calls = 0;
/** Calls of one call of node:fs by another one are part of it. */
let depth = 0;

const isBelow = (file) => file.startsWith(`${root}/`) || file === root;

function note(entry) {
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
}

function kill() {
  process.kill(process.pid, 'SIGKILL');
}

function errorOf(name, file) {
  const codes = CODES[name] ?? ['EIO', 'ENOSPC'];
  const code = codes[at % 2];
  return Object.assign(new Error(`${code}: ${name} '${file}'`), { code, syscall: name, path: file });
}

/** The arguments with the first half of what is to be written. */
function halfOf(name, [first, ...rest], isHandle) {
  const half = (data) => {
    const bytes = Buffer.from(data);
    return bytes.subarray(0, bytes.length >> 1);
  };
  if (isHandle && name !== 'write') return [half(first), ...rest];
  if (isHandle) return [half(first)];
  const [data, ...others] = rest;
  return name === 'write' ? [first, half(data)] : [first, half(data), ...others];
}

const isWriting = (flags = 'r') => (typeof flags === 'number' ? (flags & 3) !== 0 : flags !== 'r');

/** The bytes of a call that writes. */
function bytesOf(name, [first, second, ...rest], isHandle) {
  const [data, offset, length] = isHandle ? [first, second, rest[0]] : [second, rest[0], rest[1]];
  if (name !== 'write' || typeof data === 'string') return Buffer.from(data);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes.subarray(offset ?? 0, (offset ?? 0) + (length ?? bytes.length));
}

/** What a successful call changed, for a replay. */
function record(name, file, args, opening, isHandle) {
  if (mode !== 'record' || READS.has(name)) return;
  const entry = { name, file, opening };
  if (WRITES.has(name)) entry.bytes = bytesOf(name, args, isHandle).toString('base64');
  if (name === 'writeFile' || name === 'appendFile') entry.flag = isHandle ? undefined : (args[2]?.flag ?? undefined);
  if (name === 'rename' || name === 'link') entry.to = String(args[1]);
  if (name === 'open') {
    entry.flag = typeof args[1] === 'number' ? (args[1] & fs.constants.O_TRUNC ? 'w' : 'r') : (args[1] ?? 'r');
  }
  note(entry);
}

/** What the mode says about this call: undefined to run it, or the error to throw before it. */
function begin(name, file, args, { runHalf, isHandle }) {
  calls++;
  if (mode === 'count')
    note({ name, file, call: calls, isRead: READS.has(name) || (name === 'open' && !isWriting(args[1])) });
  if (calls !== at) return undefined;
  if (mode === 'kill') kill();
  const isFailing = mode === 'fail';
  if (WRITES.has(name) && (isFailing || mode === 'half')) {
    const half = runHalf(halfOf(name, args, isHandle));
    if (mode === 'half') return half instanceof Promise ? half.then(kill) : kill();
    const fail = () => {
      throw errorOf(name, file);
    };
    return half instanceof Promise ? half.then(fail) : fail();
  }
  if (isFailing && name !== 'close') throw errorOf(name, file);
  return undefined;
}

/** After the call: kills, or fails a `close`, which closes in any case. */
function end(name, file, own) {
  if (own !== at) return;
  if (mode === 'after') kill();
  if (name === 'close' && mode === 'fail') throw errorOf(name, file);
}

function pathOf(name, args) {
  const found = BY_FD.has(name) || typeof args[0] === 'number' ? byFd.get(args[0]) : { file: String(args[0]) };
  return found !== undefined && isBelow(found.file) ? found : undefined;
}

function opened(name, args, result) {
  if (name !== 'open') return undefined;
  const place = { file: String(args[0]), opening: ++openings };
  if (typeof result === 'number') byFd.set(result, place);
  else byHandle.set(result, place);
  return place.opening;
}

function wrapSync(name, original) {
  const wrapped = (...args) => {
    const place = depth === 0 ? pathOf(name, args) : undefined;
    if (place === undefined) return original(...args);
    depth++;
    try {
      begin(name, place.file, args, { runHalf: (half) => original(...half) });
      const own = calls;
      try {
        const result = original(...args);
        const opening = opened(name, args, result) ?? place.opening;
        record(name, place.file, args, opening);
        return result;
      } finally {
        end(name, place.file, own);
      }
    } finally {
      depth--;
    }
  };
  return Object.assign(wrapped, { native: original.native && wrapSync(name, original.native) });
}

function wrapCallback(name, original) {
  const wrapped = (...args) => {
    const place = pathOf(name, args);
    const callback = args.at(-1);
    if (place === undefined || typeof callback !== 'function') return original(...args);
    const rest = args.slice(0, -1);
    let own;
    try {
      begin(name, place.file, rest, { runHalf: (half) => fs[`${name}Sync`](...half) });
      own = calls;
    } catch (error) {
      return void process.nextTick(callback, error);
    }
    return original(...rest, (error, ...results) => {
      if (error) {
        if (own === at && mode === 'after') kill();
        return callback(error, ...results);
      }
      const opening = opened(name, rest, results[0]) ?? place.opening;
      record(name, place.file, rest, opening);
      try {
        end(name, place.file, own);
      } catch (failure) {
        return callback(failure);
      }
      return callback(null, ...results);
    });
  };
  return Object.assign(wrapped, { native: original.native });
}

function wrapPromise(name, original, placeOf, isHandle) {
  return async function wrapped(...args) {
    const place = placeOf(this, args);
    if (place === undefined) return original.apply(this, args);
    const runHalf = (half) => Promise.resolve(original.apply(this, half));
    const begun = begin(name, place.file, args, { runHalf, isHandle });
    const own = calls;
    await begun;
    try {
      const result = await original.apply(this, args);
      const opening = opened(name, args, result) ?? place.opening;
      record(name, place.file, args, opening, isHandle);
      return result;
    } finally {
      end(name, place.file, own);
    }
  };
}

const probe = await fs.promises.open(root, 'r');
const handles = Object.getPrototypeOf(probe);
await probe.close();
for (const name of NAMES) {
  const sync = `${name}Sync`;
  if (typeof handles[name] === 'function' && name !== 'fstat')
    handles[name] = wrapPromise(name, handles[name], (handle) => placeOfHandle(handle), true);
  if (typeof fs.promises[name] === 'function')
    fs.promises[name] = wrapPromise(name, fs.promises[name], (_this, args) => placeOfFile(args[0]), false);
  if (typeof fs[name] === 'function') fs[name] = wrapCallback(name, fs[name]);
  if (typeof fs[sync] === 'function') fs[sync] = wrapSync(name, fs[sync]);
}
syncBuiltinESMExports();

function placeOfHandle(handle) {
  const place = byHandle.get(handle);
  return place !== undefined && isBelow(place.file) ? place : undefined;
}

function placeOfFile(file) {
  if (typeof file === 'object' && byHandle.has(file)) return placeOfHandle(file);
  return isBelow(String(file)) ? { file: String(file) } : undefined;
}
