/**
 * The file of `--state`: the alerts that each check has told and that have not ended. A check is a report of one client with its
 * arguments, so several checks may share a file, and other arguments begin anew.
 */

import { ReportingError } from '../core/errors.ts';
import { type JsonObject, parseObject } from '../core/json-object.ts';
import type { CalendarDate } from '../dates/date.ts';
import { outputError, writeDurably } from '../fs/durable-files.ts';
import { acquireLock, LockError, STALE_LOCK_MS } from '../fs/lock.ts';
import { codeOf, readRegularFile } from '../fs/paths.ts';
import type { Services } from '../services.ts';
import type { ToldAlert } from './check-request.ts';

const VERSION = 1;
/** A check that shares the file pulls its report meanwhile. */
const LOCK_WAIT_MS = 600_000;
const LOCK_POLL_MS = 500;

/** The alerts of one check, after its last day. */
interface CheckState {
  /** The arguments of the check, and its client. */
  readonly check: JsonObject;
  readonly day: CalendarDate;
  readonly alerts: readonly ToldAlert[];
}

/** The state of all checks in a file, which no other run changes until it is closed. */
export interface AlertState {
  /** The alerts of a check, none for the first run. Throws a configuration error if they are of a later day. */
  told(check: JsonObject, day: CalendarDate): readonly ToldAlert[];
  /** Replaces the alerts of these checks. */
  save(checks: readonly CheckState[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the file, which need not exist. Throws a configuration error for one that is no state, and leaves it as it is. */
export async function openAlertState(file: string, services: Services): Promise<AlertState> {
  const location = await services.targetOf(file);
  const lock = await acquireLock(`${location}.lock`, {
    ...{ waitMs: LOCK_WAIT_MS, pollMs: LOCK_POLL_MS, staleMs: STALE_LOCK_MS },
    ...{ signal: services.signal, now: services.now, sleep: services.sleep },
    onWait: () => services.messages.verbose(`${file}: waiting for another check`),
  }).catch((error: unknown) => {
    if (!(error instanceof LockError)) throw error;
    if (error.reason !== 'held') throw outputError(`${file}.lock`, error.cause);
    throw new ReportingError('E-locked', `another check uses ${file}`, {
      hint: 'run it again when the other check has ended, or give each check its own --state file',
    });
  });
  try {
    const stored = readState(location, file);
    return {
      told(check, day) {
        const own = stored.find((each) => isSame(each.check, check));
        if (own === undefined || own.day <= day) return own?.alerts ?? [];
        throw new ReportingError(
          'E-state-file',
          `${file} has the alerts of ${own.day}, and ${day} is earlier: they would end too early`,
          { hint: 'leave out --state to check an earlier day' },
        );
      },
      async save(checks) {
        const others = stored.filter((each) => !checks.some(({ check }) => isSame(each.check, check)));
        const state = { version: VERSION, checks: [...others, ...checks] };
        await writeDurably(location, file, `${JSON.stringify(state, null, 2)}\n`);
      },
      close: lock.release,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readState(location: string, file: string): readonly CheckState[] {
  let text: string;
  try {
    text = readRegularFile(location);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw unusable(file, `it cannot be read: ${codeOf(error) ?? (error as Error).message}`);
  }
  const state = parseObject(text);
  if (state?.version !== VERSION || !isListOf(state.checks, isCheckState)) {
    throw unusable(
      file,
      state?.version === undefined ? 'it is no state of a check' : 'it is broken, or of another version',
    );
  }
  return state.checks;
}

function unusable(file: string, why: string): ReportingError {
  return new ReportingError('E-state-file', `cannot use ${file} as --state: ${why}`, {
    hint: 'it stays as it is; name another file, or remove it to print all alerts again',
  });
}

function isListOf<T>(value: unknown, isMember: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isMember);
}

function isCheckState(value: unknown): value is CheckState {
  const { check, day, alerts } = (value ?? {}) as JsonObject;
  return typeof check === 'object' && check !== null && isDay(day) && isListOf(alerts, isToldAlert);
}

function isToldAlert(value: unknown): value is ToldAlert {
  const { group, alert, day } = (value ?? {}) as JsonObject;
  return typeof alert === 'string' && isDay(day) && isListOf(group, (each) => typeof each === 'string');
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
