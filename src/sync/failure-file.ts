/**
 * `_failure.json`: why the last pull of a client failed, beside its months. It names a month: the next run that pulls this month
 * without a failure removes the file.
 */

import path from 'node:path';
import { attemptsSuffix, type ReportingError } from '../core/errors.ts';
import { parseObject } from '../core/json-object.ts';
import { makeDirectories, withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { removeFile } from '../fs/held-files.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { clientFolder, type Partition } from './months.ts';

/** The name of the file. */
export const FAILURE_FILE = '_failure.json';

const VERSION = 1;

/** A failed pull. Its members are empty in a broken file, which still says that a pull failed. */
export interface FailedPull {
  /** ISO 8601 */
  readonly time: string;
  /** The kind of the error. */
  readonly kind: string;
  readonly message: string;
  readonly month: string;
}

/** A dataset's directory, absolute and as the user named it. */
interface DatasetPlace {
  readonly root: string;
  readonly shown: string;
}

/** A run that has ended. */
interface EndedRun {
  /** All partitions of the run, in the order of the plan. */
  readonly partitions: readonly Partition[];
  /** In the order of the plan. */
  readonly failures: readonly { readonly partition: Partition; readonly error: ReportingError }[];
  readonly now: Date;
}

/** Writes a file for each client of the run that failed, and removes those of the others. Throws an output error. */
export async function recordFailures(
  { root, shown }: DatasetPlace,
  { partitions, failures, now }: EndedRun,
  redact: (text: string) => string,
): Promise<void> {
  const clients = new Map<string, Partition[]>();
  for (const partition of partitions) {
    const folder = clientFolder(partition);
    if (!clients.has(folder)) clients.set(folder, []);
    clients.get(folder)!.push(partition);
  }
  for (const [folder, own] of clients) {
    const file = path.join(folder, FAILURE_FILE);
    const place = [path.join(root, file), path.join(shown, file)] as const;
    // After a refusal, none of the client's reports is requested.
    const failed = failures.filter(
      ({ partition, error }) =>
        clientFolder(partition) === folder || (error.kind === 'auth' && partition.profile === own[0]!.profile),
    );
    // Another run pulls a locked month, and records its own failure.
    const first = failed.find(({ error }) => error.kind !== 'locked');
    if (first !== undefined) {
      const { error, partition } = first;
      const message = redact(error.message) + attemptsSuffix(error);
      const facts = { version: VERSION, time: now.toISOString(), kind: error.kind, message, month: partition.month };
      // The failure itself may be a disk that cannot be written.
      await makeDirectories(root, folder, path.join(shown, folder))
        .then(() => writeDurably(...place, `${JSON.stringify(facts)}\n`))
        .catch(() => undefined);
    } else if (failed.length === 0) {
      const { month = '' } = readFailure({ root, shown }, own[0]!) ?? {};
      if (month !== '' && !own.some((partition) => partition.month === month)) continue;
      await withOutputErrors(place[1], () => removeFile(place[0]));
    }
  }
}

/** The failure of a client; undefined if its last pull succeeded. Throws a configuration error for a file that cannot be read. */
export function readFailure({ root, shown }: DatasetPlace, client: Omit<Partition, 'month'>): FailedPull | undefined {
  const file = path.join(clientFolder(client), FAILURE_FILE);
  try {
    const found = parseObject(readRegularFile(path.join(root, file))) ?? {};
    const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
    const [time, kind, message, month] = [found.time, found.kind, found.message, found.month].map(textOf);
    return { time: time!, kind: kind!, message: message!, month: month! };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unreadable(path.join(shown, file), error);
  }
}
