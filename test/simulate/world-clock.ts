/**
 * The time of a simulated world. It moves by a millisecond with each effect of a run, and jumps to the next sleeper when nothing
 * else happens. Heartbeats beat in it, too.
 */

import { AsyncResource } from 'node:async_hooks';

const setRealInterval = globalThis.setInterval;
const clearRealInterval = globalThis.clearInterval;

/** Turns of the event loop without an effect after which only sleepers are left. A response in memory takes about ten. */
const QUIET_TURNS = 40;

interface Timer {
  atMs: number;
  readonly everyMs: number | undefined;
  readonly wake: () => void;
}

export class WorldClock {
  nowMs: number;
  private activity = 0;
  private readonly timers = new Set<Timer>();

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Notes that a run has done something. */
  advance(): void {
    this.nowMs++;
    this.activity++;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        this.timers.delete(timer);
        signal.removeEventListener('abort', wake);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer: Timer = { atMs: this.nowMs + ms, everyMs: undefined, wake };
      this.timers.add(timer);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }

  every(everyMs: number, wake: () => void): Timer {
    const timer = { atMs: this.nowMs + everyMs, everyMs, wake };
    this.timers.add(timer);
    return timer;
  }

  cancel(timer: unknown): boolean {
    return this.timers.delete(timer as Timer);
  }

  /** The result of `work`. Moves the time while it runs. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    for (let quiet = 0, seen = this.activity; !isDone; seen = this.activity) {
      await new Promise(setImmediate);
      quiet = seen === this.activity ? quiet + 1 : 0;
      if (quiet < QUIET_TURNS || ![...this.timers].some(({ everyMs }) => everyMs === undefined)) continue;
      this.wakeNext();
      quiet = 0;
    }
    this.timers.clear();
    return work;
  }

  private wakeNext(): void {
    const [first] = [...this.timers].sort((one, other) => one.atMs - other.atMs);
    if (first === undefined) return;
    this.nowMs = Math.max(this.nowMs, first.atMs);
    if (first.everyMs !== undefined) first.atMs += first.everyMs;
    first.wake();
  }
}

/** Replaces the intervals of the process: `clockOf` gives the clock of the caller, if it is simulated. */
export function replaceIntervals(clockOf: () => WorldClock | undefined): () => void {
  globalThis.setInterval = ((wake: () => void, ms: number) => {
    const clock = clockOf();
    if (clock === undefined) return setRealInterval(wake, ms);
    return Object.assign(clock.every(ms, AsyncResource.bind(wake)), { clock, unref: () => undefined });
  }) as typeof setInterval;
  globalThis.clearInterval = ((timer: { clock?: WorldClock }) => {
    if (timer?.clock === undefined) clearRealInterval(timer as NodeJS.Timeout);
    else timer.clock.cancel(timer);
  }) as typeof clearInterval;
  return () => {
    globalThis.setInterval = setRealInterval;
    globalThis.clearInterval = clearRealInterval;
  };
}
