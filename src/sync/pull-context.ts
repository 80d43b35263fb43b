/** The values that all pulls of a run share, and the names of partitions in errors. */

import { ReportingError } from '../core/errors.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { LockOptions } from '../fs/lock.ts';
import type { Dataset } from './dataset.ts';
import type { MaxDrop } from './drops.ts';
import type { ChosenTypes } from './extend-schema.ts';
import { labelOfPartition } from './partition-name.ts';
import type { Restatement } from './restatements.ts';
import type { SchemaStore } from './schema-file.ts';
import type { PlannedPull } from './sync-plan.ts';
import type { Tree } from './tree.ts';

/** The values that all pulls of a run share. */
export interface PullContext {
  /** The dataset's directory, absolute and as the user named it. */
  readonly root: string;
  readonly shown: string;
  readonly dataset: Dataset;
  readonly tree: Tree;
  readonly schemas: SchemaStore;
  readonly types: ChosenTypes;
  /** By report, keys of the columns that the schema had before the months were pulled at once. */
  readonly columnsAtStart: Map<string, ReadonlySet<string>>;
  readonly maxDrop: MaxDrop;
  /** Keys of the partitions that may lose records. */
  readonly forced: ReadonlySet<string>;
  /** Days after the end of a month until its figures count as final. */
  readonly lookbackDays: number;
  readonly lock: LockOptions;
  /** Whether another run at the same time was seen: it looks for the time of each pull. */
  readonly overlap: { isSeen: boolean };
  readonly now: () => Date;
  readonly dayOf: (time: Date) => CalendarDate;
  /** The text without secrets. */
  readonly redact: (text: string) => string;
  /** Runs one piece of work at a time: encoding takes memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Prints the restatements of a partition. Its failure leaves the partition as it was. */
  readonly printRestatements: (
    pull: PlannedPull,
    restatements: readonly Restatement[],
    isDated: boolean,
  ) => Promise<void>;
}

/** Adds the partition to an error about columns, and a hint if it has none. */
export function namePartition(pull: PlannedPull, error: unknown, hint?: string): unknown {
  if (!(error instanceof ReportingError) || error.kind !== 'columns') return error;
  const { profile, report, range: window } = pull;
  const message = `${labelOfPartition(pull)}: ${error.message}`;
  return error.with({ profile, report, window }, { message, hint: error.hint ?? hint });
}
