/**
 * Simulated processes: runs of the command line in this process that believe to be processes of several machines. While one runs,
 * `node:fs` acts for it: each change of the file system is an effect, and a run can be killed, be interrupted or fail at any of
 * them. All calls are carried out at once, in an order that the seed decides.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { replaceIntervals, type WorldClock } from './world-clock.ts';

/** A computer on which runs are started. */
export interface Machine {
  readonly name: string;
  /** Its clock minus the true time. */
  offsetMs: number;
  /** Number of its starts. */
  boots: number;
}

/** The effect at which something happens to a run, from 1. */
export interface Fate {
  /** True to count only renames, which replace files. */
  readonly isOfRenames?: boolean;
  readonly killAt?: number;
  /** True to carry out half of the write at which the run is killed. */
  readonly isTorn?: boolean;
  readonly interruptAt?: number;
  /** This effect fails with EIO. */
  readonly failAt?: number;
  /** This and all later writes fail with ENOSPC. */
  readonly fullFrom?: number;
}

let starts = 0;

export class SimulatedProcess {
  /** When it started, in a unit of its own. */
  readonly start = ++starts;
  effects = 0;
  renames = 0;
  isDead = false;
  readonly interruption = new AbortController();
  readonly files = new Set<number>();

  constructor(
    readonly machine: Machine,
    readonly pid: number,
    readonly clock: WorldClock,
    readonly fate: Fate,
    /** False on a file system where several processes can create one lock. */
    readonly hasLocks: boolean,
    /** Lets other runs act first. */
    readonly yieldTurn: () => Promise<void>,
    readonly interrupt: () => unknown,
  ) {}
}

export const current = new AsyncLocalStorage<SimulatedProcess>();
const running = new Set<SimulatedProcess>();

/** Runs `work` as a process. */
export async function asProcess<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
  running.add(process);
  try {
    return await current.run(process, work);
  } finally {
    running.delete(process);
    for (const file of process.files) real.closeSync(file);
  }
}

const real = { ...fs };
const realPromises = { ...fs.promises };
type AnyCall = (...args: never[]) => unknown;
const asCalls = (owner: object): Record<string, AnyCall> => owner as Record<string, AnyCall>;
/** True while a real call runs: Node's own functions call others of the same module. */
let isInside = false;

function carryOut<T>(call: () => T): T {
  const before = isInside;
  isInside = true;
  try {
    return call();
  } finally {
    isInside = before;
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

function assertAlive(process: SimulatedProcess): void {
  if (process.isDead) throw new Error('this process was killed');
}

/** Carries out an effect of a process, or lets its fate happen. `torn` carries out a part of it. */
function act<T>(process: SimulatedProcess, name: string, call: () => T, torn: () => void = () => undefined): T {
  assertAlive(process);
  const { fate } = process;
  process.clock.advance();
  process.effects++;
  if (name === 'rename') process.renames++;
  const at = fate.isOfRenames !== true ? process.effects : name === 'rename' ? process.renames : 0;
  if (at === fate.killAt) {
    if (fate.isTorn === true) carryOut(torn);
    process.isDead = true;
    assertAlive(process);
  }
  if (at === fate.interruptAt) process.interruption.abort(process.interrupt());
  if (at === fate.failAt) throw systemError('EIO');
  const grows = !/^(?:rm|rename|unlink|chmod)/.test(name);
  if (grows && process.effects >= (fate.fullFrom ?? Number.POSITIVE_INFINITY)) throw systemError('ENOSPC');
  return carryOut(call);
}

function read<T>(process: SimulatedProcess, call: () => T): T {
  assertAlive(process);
  return carryOut(call);
}

const EFFECTS = ['chmod', 'link', 'mkdir', 'rename', 'rm', 'rmdir', 'unlink', 'utimes', 'writeFile'];
const READS = [...['access', 'exists', 'lstat', 'readFile', 'readdir', 'readlink', 'realpath', 'stat', 'statfs']];

/** One call of a process, by its name without `Sync`. */
function callOf(process: SimulatedProcess, name: string, args: readonly unknown[]): unknown {
  const call = (...given: readonly unknown[]): unknown => asCalls(real)[`${name}Sync`]!(...(given as never[]));
  if (READS.includes(name)) return read(process, () => procFile(process, String(args[0])) ?? call(...args));
  if (name === 'writeFile') {
    const [file, text, options] = args as [string, string, { flag?: string } | undefined];
    const isLock = options?.flag === 'wx' && !process.hasLocks;
    const given = isLock ? { ...options, flag: 'w' } : options;
    return act(
      process,
      name,
      () => call(file, text, given),
      () => call(file, text.slice(0, text.length / 2), given),
    );
  }
  return act(process, name, () => call(...args));
}

function findRunning(machine: Machine, pid: number): SimulatedProcess | undefined {
  return [...running].find((each) => each.machine === machine && each.pid === pid && !each.isDead);
}

/** What Linux says about the processes of the machine; undefined for other files. */
function procFile({ machine }: SimulatedProcess, file: string): string | undefined {
  if (file === '/proc/sys/kernel/random/boot_id') return `${machine.name} ${machine.boots}\n`;
  if (file === '/proc/self/ns/pid') return 'pid:[1]';
  const pid = /^\/proc\/(\d+)\/stat$/.exec(file)?.[1];
  if (pid === undefined) return undefined;
  const found = findRunning(machine, Number(pid));
  if (found === undefined) throw systemError('ENOENT');
  return `${pid} (node) ${'0 '.repeat(19)}${found.start}`;
}

/** The file handle of `fs.promises.open`. */
class Handle {
  constructor(
    private readonly process: SimulatedProcess,
    private readonly file: number,
  ) {
    process.files.add(file);
  }

  async appendFile(piece: string | Uint8Array): Promise<void> {
    await this.process.yieldTurn();
    const bytes = Buffer.from(piece as Uint8Array);
    const write = (part: Buffer) => () => void real.writeSync(this.file, part);
    act(this.process, 'write', write(bytes), write(bytes.subarray(0, bytes.length / 2)));
  }

  async read(buffer: Buffer, at: number, length: number): Promise<{ bytesRead: number }> {
    return { bytesRead: read(this.process, () => real.readSync(this.file, buffer, at, length, null)) };
  }

  async stat(): Promise<fs.Stats> {
    return read(this.process, () => real.fstatSync(this.file));
  }

  createReadStream(): Readable {
    return Readable.from([read(this.process, () => real.readFileSync(this.file))]);
  }

  async chmod(mode: number): Promise<void> {
    act(this.process, 'chmod', () => real.fchmodSync(this.file, mode));
  }

  async sync(): Promise<void> {
    await this.process.yieldTurn();
    act(this.process, 'sync', () => undefined);
  }

  async close(): Promise<void> {
    if (this.process.files.delete(this.file)) real.closeSync(this.file);
  }
}

/** Replaces `node:fs`, intervals and process ids for simulated processes. Returns a function that restores them. */
export function installProcesses(): () => void {
  const [sync, promises] = [asCalls(fs), asCalls(fs.promises)];
  for (const name of [...EFFECTS, ...READS]) {
    const [original, later] = [asCalls(real)[`${name}Sync`], asCalls(realPromises)[name]];
    sync[`${name}Sync`] = (...args) => {
      const process = isInside ? undefined : current.getStore();
      return process === undefined ? original!(...args) : callOf(process, name, args);
    };
    if (later === undefined) continue;
    promises[name] = async (...args) => {
      const process = current.getStore();
      if (process === undefined) return later(...args);
      await process.yieldTurn();
      return callOf(process, name, args);
    };
  }
  fs.promises.open = (async (file: string, flags: string | number, mode?: number) => {
    const process = current.getStore();
    if (process === undefined) return realPromises.open(file, flags, mode);
    await process.yieldTurn();
    const open = (): number => real.openSync(file, flags, mode);
    return new Handle(
      process,
      flags === 'r' || typeof flags === 'number' ? read(process, open) : act(process, 'open', open),
    );
  }) as typeof fs.promises.open;
  syncBuiltinESMExports();

  const [realPid, realKill] = [process.pid, process.kill];
  Object.defineProperty(process, 'pid', { configurable: true, get: () => current.getStore()?.pid ?? realPid });
  process.kill = (pid, signal) => {
    const own = current.getStore();
    if (own === undefined) return realKill.call(process, pid, signal);
    if (findRunning(own.machine, pid) !== undefined) return true;
    throw systemError('ESRCH');
  };
  const restoreIntervals = replaceIntervals(() => current.getStore()?.clock);
  return () => {
    for (const name of Object.keys(sync)) if (sync[name] !== asCalls(real)[name]) sync[name] = asCalls(real)[name]!;
    Object.assign(fs.promises, realPromises);
    syncBuiltinESMExports();
    Object.defineProperty(process, 'pid', { configurable: true, value: realPid });
    process.kill = realKill;
    restoreIntervals();
  };
}
