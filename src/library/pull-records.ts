/** A pull from its options to its records. What goes wrong is told here, in the library's words, and in none of its parts. */

import { setMaxListeners } from 'node:events';
import { ReportingError } from '../core/reporting-error.ts';
import { runReport } from '../report/run.ts';
import { splitLines } from '../segments/spooled-lines.ts';
import { checkOptions } from './check-options.ts';
import { handOver } from './hand-over.ts';
import { createLibraryWords } from './library-words.ts';
import { preparePull } from './plan.ts';
import type { AbortSignalLike } from './pull-options.ts';
import type { ReportSummary } from './pull-report.ts';
import { createRecord, type ReportRecord } from './report-record.ts';

export interface PullPorts {
  /** Aborted when nobody asks for records any more: there is nobody to tell, either. */
  readonly leave: AbortSignal;
  /** Told before the first record. */
  readonly onSummary: (summary: ReportSummary) => void;
}

/** `options` as the caller gave them, not checked yet. */
export async function* pullRecords(
  options: unknown,
  { leave, onSummary }: PullPorts,
): AsyncGenerator<ReportRecord, undefined> {
  const words = createLibraryWords();
  const stop = new AbortController();
  // One listener a window under way, and no leak.
  setMaxListeners(0, stop.signal);
  const ends = [endWith(leave, stop, 'nobody asks for its records any more')];
  try {
    const asked = checkOptions(options);
    if (asked.signal !== undefined) ends.push(endWith(asked.signal, stop, 'its signal was aborted'));
    const pull = await preparePull(asked, { signal: stop.signal, hide: words.hide, onSummary });
    ends.push(pull.close);
    const { plan, services, warnings, onWarning = () => undefined } = pull;
    const tellWarnings = (): void => {
      for (const warning of warnings.splice(0)) callBack(onWarning, words.text(warning));
    };
    tellWarnings();
    for await (const block of handOver((sink) => runReport(plan, { ...services, sink }), stop.signal)) {
      // What the plan's `encode` gives: a dataset's blocks.
      for (const json of splitLines(block as Buffer)) {
        stop.signal.throwIfAborted();
        yield createRecord(json);
      }
    }
    tellWarnings();
  } catch (error) {
    if (leave.aborted) return;
    if (error instanceof CallbackFailure) throw error.cause;
    throw stop.signal.aborted ? stop.signal.reason : words.error(error);
  } finally {
    for (const end of ends) end();
  }
}

/** Ends the pull when `signal` is aborted. Gives what takes the listener away again. */
function endWith(signal: AbortSignalLike, stop: AbortController, why: string): () => void {
  const onAbort = (): void =>
    stop.abort(new ReportingError('interrupted', `the pull ended: ${why}`, { cause: signal.reason }));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return () => signal.removeEventListener('abort', onAbort);
}

/** What the caller's own function threw is his. */
class CallbackFailure extends Error {}

function callBack<T>(callback: (value: T) => void, value: T): void {
  try {
    callback(value);
  } catch (error) {
    throw new CallbackFailure('', { cause: error });
  }
}
