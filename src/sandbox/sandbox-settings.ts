/** The faults that a sandbox simulates, for tests of retries and error handling, and its random numbers. */

/**
 * Faults besides HTTP statuses. `reset` closes the connection, `hang` never answers, `cut` and `stall` end and halt in the middle of
 * the body, `garbage` corrupts it, `empty` has no records.
 */
export const FAULT_KINDS = ['reset', 'hang', 'cut', 'stall', 'garbage', 'empty'] as const;

/** A fault, and the requests that it applies to. */
export interface Fault {
  readonly kind: number | (typeof FAULT_KINDS)[number];
  /** Value of `Retry-After` in seconds, for a status. */
  readonly retryAfter: number | undefined;
  /** Share of requests with the fault, above 0 and at most 1. */
  readonly rate: number;
  /** Limits the fault to windows whose first day begins with this: `2026-02`, `2026-02-01`. */
  readonly startDate: string | undefined;
  /** Limits the fault to the first requests for a window, to this many; undefined for all. */
  readonly attempts: number | undefined;
}

/** The syntax that `parseFault` reads, for messages. */
export const FAULT_SYNTAX = `<status>[+seconds] or ${FAULT_KINDS.join(', ')}; then [:rate][@start-date][#attempts]`;

const PATTERN = new RegExp(
  `^(?:(?<status>[45]\\d\\d|30[12378])(?:\\+(?<after>\\d+))?|(?<other>${FAULT_KINDS.join('|')}))` +
    '(?::(?<rate>[01]|[01]?\\.\\d+))?(?:@(?<date>[\\d-]+))?(?:#(?<attempts>[1-9]\\d*))?$',
);

/** The fault in a text such as `503:0.1`, `429+2`, `cut@2026-02-01` or `stall#2`; undefined if the text is invalid. */
export function parseFault(text: string): Fault | undefined {
  const groups = PATTERN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { status, after, other, rate = '1', date, attempts } = groups;
  const parsed: Fault = {
    kind: status === undefined ? (other as Fault['kind']) : Number(status),
    retryAfter: after === undefined ? undefined : Number(after),
    rate: Number(rate),
    startDate: date,
    attempts: attempts === undefined ? undefined : Number(attempts),
  };
  return parsed.rate > 0 && parsed.rate <= 1 ? parsed : undefined;
}

/** The first fault that applies to a request: the `attempt`th, from 1, for the window that begins on `startDate`. */
export function findFault(
  faults: readonly Fault[],
  { seed, startDate, attempt }: { readonly seed: number; readonly startDate: string; readonly attempt: number },
): Fault | undefined {
  return faults.find(
    (fault, index) =>
      startDate.startsWith(fault.startDate ?? '') &&
      attempt <= (fault.attempts ?? Number.POSITIVE_INFINITY) &&
      chance(`${seed}|fault ${index}|${startDate}|${attempt}`) < fault.rate,
  );
}

/** A number from 0 to below 1 that depends only on `text`: the sandbox answers the same request in the same way. */
export function chance(text: string): number {
  return createRandom(text)();
}

/** A xorshift generator, seeded with the FNV-1a hash of the text. */
export function createRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 4; round++) next();
  return next;
}
