/** Runs a pull and yields its records. Words all warnings and errors for the library, and removes secrets from them. */

import { setMaxListeners } from 'node:events';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { FLAG } from '../core/option-names.ts';
import { createRedaction } from '../core/redaction.ts';
import { type Sink, writeDocument } from '../core/sink.ts';
import { toVisibleText } from '../core/text.ts';
import { createRecordSet } from '../records/record-set.ts';
import { splitLines } from '../records/spool.ts';
import { findLostWindows, findSharedName } from '../report/checks/ambiguity.ts';
import type { CheckedPart } from '../report/fetch.ts';
import { withCheckedRecords, writeWhole } from '../report/run.ts';
import { type PreparedPull, preparePull } from './plan-pull.ts';
import { type AbortSignalLike, checkOptions, OPTION_OF_FLAG } from './pull-options.ts';
import { LazyRecord, type ReportRecord, type ReportSummary } from './report-record.ts';

interface PullServices {
  /** Aborted when the caller leaves the loop. Nothing is thrown then. */
  readonly leave: AbortSignal;
  /** Called before the first record. */
  readonly onSummary: (summary: ReportSummary) => void;
}

/** Checks `options`, pulls the report and yields its records. */
export async function* pullRecords(
  options: unknown,
  { leave, onSummary }: PullServices,
): AsyncGenerator<ReportRecord, undefined> {
  const shown = createCallerText();
  const stop = new AbortController();
  // Each window in progress adds a listener, so many listeners are not a leak.
  setMaxListeners(0, stop.signal);
  const ends = [endWith(leave, stop, 'the caller left the loop')];
  try {
    const checked = checkOptions(options);
    if (checked.signal !== undefined) ends.push(endWith(checked.signal, stop, 'its signal was aborted'));
    const pull = await preparePull(checked, { signal: stop.signal, hide: shown.hide });
    ends.push(pull.close);
    const { onWarning = () => undefined } = checked;
    const reportWarnings = (): void => {
      for (const warning of pull.warnings.splice(0)) callBack(onWarning, shown.text(warning));
    };
    reportWarnings();
    const run = (sink: Sink): Promise<void> => writeRecords(pull, sink, onSummary);
    for await (const block of sinkToIterable(run, stop.signal)) {
      // A block is whole lines.
      for (const json of splitLines(block as Buffer)) {
        stop.signal.throwIfAborted();
        yield new LazyRecord(json);
      }
    }
    reportWarnings();
  } catch (error) {
    if (leave.aborted) return;
    if (error instanceof CallbackFailure) throw error.cause;
    throw stop.signal.aborted ? stop.signal.reason : shown.error(error);
  } finally {
    for (const end of ends) end();
  }
}

/** Writes the checked records of a pull, one a line. */
function writeRecords(
  { plan, services }: PreparedPull,
  sink: Sink,
  onSummary: PullServices['onSummary'],
): Promise<void> {
  async function makeRows(parts: readonly CheckedPart[]) {
    const records = createRecordSet(
      parts.flatMap(({ now }) => now),
      plan,
    );
    const { columns, recordCount } = records;
    const lost = recordCount === 0 ? undefined : await findLostWindows(plan, parts, { columns });
    const warnings = [findSharedName(columns), lost].filter((warning) => warning !== undefined);
    return { rows: records, warnings };
  }
  return writeWhole(sink, () =>
    withCheckedRecords(plan, services, makeRows, async ({ rows: records }) => {
      const { columns, hasMoreColumns, recordCount } = records;
      onSummary({
        range: plan.range,
        windows: plan.clients[0]!.windows.map(({ from, to }) => ({ from, to })),
        recordCount,
        columns: hasMoreColumns ? undefined : columns.map(({ name }) => name),
      });
      await writeDocument(sink, records.lines(), services.signal);
    }),
  );
}

/** Ends the pull when `signal` is aborted. Returns a function that removes the listener. */
function endWith(signal: AbortSignalLike, stop: AbortController, reason: string): () => void {
  const onAbort = (): void =>
    stop.abort(new ReportingError('E-interrupted', `the pull ended: ${reason}`, { cause: signal.reason }));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return () => signal.removeEventListener('abort', onAbort);
}

/** Marks an error of the caller's own function, which is thrown unchanged. */
class CallbackFailure extends Error {}

function callBack<T>(callback: (value: T) => void, value: T): void {
  try {
    callback(value);
  } catch (error) {
    throw new CallbackFailure('', { cause: error });
  }
}

type Piece = string | Uint8Array;

interface Offer {
  readonly piece: Piece;
  /** Lets the writer continue: the piece is used up. */
  readonly taken: () => void;
}

/**
 * Yields the pieces that `run` writes. Each write waits until the caller requests the next piece; a piece is valid until then.
 * Throws the run's error. `signal` ends a waiting write; a caller that stops early must abort it.
 */
async function* sinkToIterable(
  run: (sink: Sink) => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Piece, undefined> {
  let offer: (offer: Offer) => void = () => undefined;
  const nextOffer = (): Promise<Offer> =>
    new Promise((resolve) => {
      offer = resolve;
    });
  let offered = nextOffer();
  const ended = run({
    write: (piece) => interruptible(new Promise((taken) => offer({ piece, taken: () => taken() })), signal),
    commit: async () => undefined,
    abort: async () => true,
  }).then(() => undefined);
  // The race below reports the error, perhaps later. This handler prevents an unhandled rejection.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([offered, ended]);
      if (next === undefined) return;
      offered = nextOffer();
      yield next.piece;
      next.taken();
    }
  } finally {
    await ended.catch(() => undefined);
  }
}

/** A message with the names of the library's options: `windowColumns` for `--window-columns`. */
function withOptionNames(message: string): string {
  return message.replace(FLAG, (flag) => OPTION_OF_FLAG.get(flag) ?? flag);
}

/** Words texts for the caller, without secrets and control characters. */
interface CallerText {
  /** Removes `secret` from all later texts. */
  hide(secret: string): void;
  text(message: string): string;
  /** The error to throw in place of `error`. */
  error(error: unknown): ReportingError;
}

function createCallerText(): CallerText {
  const redaction = createRedaction();
  const show = (message: string): string => toVisibleText(redaction.apply(withOptionNames(message)));
  return {
    hide: redaction.hide,
    text: show,
    error(error) {
      if (!(error instanceof ReportingError)) {
        const reason = error instanceof Error ? error.message : String(error);
        return new ReportingError('E-internal', show(`internal error of reporting-cli: ${reason}`), {
          cause: error,
        });
      }
      const { code, message, hint, facts, cause } = error;
      const columns = facts.columns && {
        missing: facts.columns.missing.map(redaction.apply),
        unexpected: facts.columns.unexpected.map(redaction.apply),
      };
      return new ReportingError(code, show(message), {
        ...facts,
        ...(columns && { columns }),
        ...(facts.option && { option: withOptionNames(facts.option) }),
        hint: hint === undefined ? null : show(hint),
        cause,
      });
    },
  };
}
