/** Misbehaviour on order, so that a bad day can be rehearsed. */

import { chance } from './figures.ts';

/** What the service can be told to do other than answer with a status. */
export const FAULT_WAYS = [
  'reset',
  'hang',
  'cut',
  'stall',
  'slow',
  'garbage',
  'empty',
  'rate-limit',
] as const;

/**
 * `reset` closes the connection, `hang` never answers, `cut` and `stall` end and halt in the middle of the body, `slow`
 * sends it in drops, `garbage` spoils it, `empty` has no records, `rate-limit` is 429 while another request is under way.
 */
export type FaultWay = (typeof FAULT_WAYS)[number];

export interface Fault {
  /** An HTTP status, or a way to misbehave. */
  readonly kind: number | FaultWay;
  /** Seconds that a status tells the client to wait. */
  readonly retryAfter: number | undefined;
  /** The share of requests that it strikes, above 0 and at most 1. */
  readonly rate: number;
  /** Strikes only windows whose first day begins with this: `2026-02`, `2026-02-01`. */
  readonly startDate: string | undefined;
  /** Strikes only this many requests for a window, the first ones; undefined for all. */
  readonly attempts: number | undefined;
}

export const FAULT_SYNTAX = `<status>[+seconds] or ${FAULT_WAYS.join(', ')}; then [:rate][@start-date][#attempts]`;

const PATTERN = new RegExp(
  `^(?:(?<status>[45]\\d\\d|30[12378])(?:\\+(?<after>\\d+))?|(?<way>${FAULT_WAYS.join('|')}))` +
    '(?::(?<rate>[01]|[01]?\\.\\d+))?(?:@(?<date>[\\d-]+))?(?:#(?<attempts>[1-9]\\d*))?$',
);

/** The fault that a text such as `503:0.1`, `429+2`, `cut@2026-02-01` or `stall#2` asks for, or undefined. */
export function parseFault(text: string): Fault | undefined {
  const groups = PATTERN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { status, after, way, rate = '1', date, attempts } = groups;
  const parsed: Fault = {
    kind: status === undefined ? (way as FaultWay) : Number(status),
    retryAfter: after === undefined ? undefined : Number(after),
    rate: Number(rate),
    startDate: date,
    attempts: attempts === undefined ? undefined : Number(attempts),
  };
  return parsed.rate > 0 && parsed.rate <= 1 ? parsed : undefined;
}

/** What strikes the `attempt`th request, counted from 1, for the window that begins on `startDate`: the first that applies. */
export function strikingFault(
  faults: readonly Fault[],
  {
    seed,
    startDate,
    attempt,
  }: { readonly seed: number; readonly startDate: string; readonly attempt: number },
): Fault | undefined {
  return faults.find(
    (fault, index) =>
      startDate.startsWith(fault.startDate ?? '') &&
      attempt <= (fault.attempts ?? Number.POSITIVE_INFINITY) &&
      chance(`${seed}|fault ${index}|${startDate}|${attempt}`) < fault.rate,
  );
}
