import { ReportingError } from '../core/reporting-error.ts';
import type { PullOptions } from './pull-options.ts';
import type { ReportRecord } from './report-record.ts';

/** The records, in the service's order. They can be iterated over once. */
export interface PulledReport extends AsyncIterable<ReportRecord> {
  /** What came, once all of it is in: from the first record on, and behind the loop. Undefined before. */
  readonly summary: ReportSummary | undefined;
}

export interface ReportSummary {
  /** What was asked for: the days that `last-month` came to. */
  readonly range: { readonly from: string; readonly to: string };
  /** The parts of the range that were asked for at once, in order. */
  readonly windows: readonly { readonly from: string; readonly to: string }[];
  readonly recordCount: number;
  /** Names of all columns, in order of first appearance, dotted where they are nested; undefined if there are more than 10,000. */
  readonly columns: readonly string[] | undefined;
}

/**
 * A report, pulled when it is iterated over. No record comes before every window is in, whole and well-formed; what fails is
 * thrown, as a `ReportingError`, where the loop begins. Leaving the loop ends the pull, and leaves nothing behind.
 */
export function pullReport(options: PullOptions): PulledReport {
  // Whatever becomes of the caller's object, the report stays what was asked for.
  const asked = copyOf(options);
  let isTaken = false;
  let summary: ReportSummary | undefined;
  return {
    get summary() {
      return summary;
    },
    [Symbol.asyncIterator]() {
      if (isTaken) {
        throw new ReportingError('usage', 'a pulled report can be iterated over once', {
          hint: 'call pullReport again, or keep the records',
        });
      }
      isTaken = true;
      return iterate(asked, (found) => {
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

/** Unlike that of a generator alone, its `return` ends a `next` that is still waiting for windows. */
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
