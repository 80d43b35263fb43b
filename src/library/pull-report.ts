import { ReportingError } from '../core/errors.ts';
import type { PullOptions } from './pull-options.ts';
import type { ReportRecord, ReportSummary } from './report-record.ts';

/** The records, in the service's order. Can be iterated once. */
export interface PulledReport extends AsyncIterable<ReportRecord> {
  /** Set before the first record, and still set after the loop; undefined before. */
  readonly summary: ReportSummary | undefined;
}

/**
 * A report that is pulled when it is iterated. The first record comes after every window is complete and checked. A failure is
 * thrown as a `ReportingError` at the start of the loop. Leaving the loop ends the pull and removes its temporary files.
 */
export function pullReport(options: PullOptions): PulledReport {
  // Later changes to the caller's object have no effect.
  const copied = copyOf(options);
  let isTaken = false;
  let summary: ReportSummary | undefined;
  return {
    get summary() {
      return summary;
    },
    [Symbol.asyncIterator]() {
      if (isTaken) {
        throw new ReportingError('E-option-value', 'a pulled report can be iterated only once', {
          hint: 'call pullReport again, or keep the records',
        });
      }
      isTaken = true;
      return iterate(copied, (found) => {
        summary = found;
      });
    },
  };
}

function copyOf(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const copy = ([name, value]: [string, unknown]): [string, unknown] => {
    if (Array.isArray(value)) return [name, [...value]];
    return [name, name === 'env' && typeof value === 'object' && value !== null ? { ...value } : value];
  };
  return Object.fromEntries(Object.entries(options).map(copy));
}

/** Unlike the `return` of a plain generator, this one ends a `next` that still waits for windows. */
function iterate(
  options: unknown,
  onSummary: (summary: ReportSummary) => void,
): AsyncIterableIterator<ReportRecord> {
  const leave = new AbortController();
  let records: AsyncGenerator<ReportRecord> | undefined;
  let loading: Promise<AsyncGenerator<ReportRecord>> | undefined;

  async function load(): Promise<AsyncGenerator<ReportRecord>> {
    const { pullRecords } = await import('./pull-records.ts');
    records = pullRecords(options, { leave: leave.signal, onSummary });
    return records;
  }

  return {
    next() {
      if (records !== undefined) return records.next();
      loading ??= load();
      return loading.then((loaded) => loaded.next());
    },
    async return() {
      leave.abort();
      loading ??= load();
      await (await loading).return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
