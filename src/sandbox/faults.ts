/** Misbehaviour on order, so that a bad day can be rehearsed. */

import { chance } from './figures.ts';

export type FaultKind = number | 'reset' | 'hang' | 'cut' | 'stall' | 'garbage';

export interface Fault {
  /** An HTTP status, or a way to break off. */
  readonly kind: FaultKind;
  /** The share of requests that it strikes, above 0 and at most 1. */
  readonly rate: number;
  /** Strikes only windows whose first day begins with this: `2026-02`, `2026-02-01`. */
  readonly startDate: string | undefined;
  /** Strikes only this many requests for a window, the first ones. */
  readonly attempts: number;
}

export const FAULT_SYNTAX = '<status|reset|hang|cut|stall|garbage>[:rate][@start-date][#attempts]';

const PATTERN =
  /^(?<kind>[45]\d\d|30[12378]|reset|hang|cut|stall|garbage)(?::(?<rate>[01]|[01]?\.\d+))?(?:@(?<date>[\d-]+))?(?:#(?<attempts>\d+))?$/;

/** The fault that a text such as `503:0.1`, `cut@2026-02-01` or `429#2` asks for, or undefined. */
export function parseFault(text: string): Fault | undefined {
  const groups = PATTERN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { kind = '', rate = '1', date, attempts } = groups;
  const parsed: Fault = {
    kind: /^\d/.test(kind) ? Number(kind) : (kind as FaultKind),
    rate: Number(rate),
    startDate: date,
    attempts: attempts === undefined ? Number.POSITIVE_INFINITY : Number(attempts),
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
      attempt <= fault.attempts &&
      chance(`${seed}|fault ${index}|${startDate}|${attempt}`) < fault.rate,
  );
}
