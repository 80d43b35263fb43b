/**
 * `_failure.json`: why the last pull of a client failed, beside its months. The next run without a failure removes it. The file of
 * a run of some months names one of them, and only a run with that month removes it.
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { attemptsSuffix, type ReportingError } from '../core/errors.ts';
import { parseObject } from '../core/json-object.ts';
import { makeDirectories, withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { removeFile } from '../fs/held-files.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import type { Messages } from '../output/messages.ts';
import { folderOfClient, type Partition } from './partition-name.ts';

/** The names of the files in a client's folder. */
export const FAILURE_FILES = /^_failure(?:-\d{4}-\d{2})?\.json$/;

const VERSION = 1;

/** A failed pull. */
export interface FailedPull {
  /** ISO 8601; empty in a broken file, like the other texts. */
  readonly time: string;
  /** The kind of the error. */
  readonly kind: string;
  readonly message: string;
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
  /** True for a run of some months only. */
  readonly isPart: boolean;
  readonly now: Date;
}

/** Writes a file for each client of the run that failed, and removes those of the others. Throws an output error. */
export async function recordFailures(
  { root, shown }: DatasetPlace,
  { partitions, failures, isPart, now }: EndedRun,
  messages: Pick<Messages, 'redact'>,
): Promise<void> {
  for (const [folder, own] of byClient(partitions)) {
    // After a refusal, none of the client's reports is requested.
    const failed = failures.filter(
      ({ partition, error }) =>
        folderOfClient(partition) === folder || (error.kind === 'auth' && partition.profile === own[0]!.profile),
    );
    const first = failed.find(({ error }) => error.kind !== 'locked');
    // Another run pulls the month, and records its own failure.
    if (first === undefined && failed.length > 0) continue;
    const fileOf = ({ month }: Partition): string => (isPart ? `_failure-${month}.json` : '_failure.json');
    const month = own.find((partition) => partition === first?.partition) ?? own[0]!;
    const written = first && fileOf(month);
    if (written !== undefined) {
      const text = textOf(first!.error, now, messages);
      // The failure itself may be a disk that cannot be written.
      await makeDirectories(root, folder, path.join(shown, folder))
        .then(() => writeDurably(path.join(root, folder, written), path.join(shown, folder, written), text))
        .catch(() => undefined);
    }
    const mine = new Set(own.map(fileOf));
    for (const name of failureFiles(root, folder)) {
      if (name === written || (isPart && !mine.has(name))) continue;
      const file = path.join(folder, name);
      await withOutputErrors(path.join(shown, file), () => removeFile(path.join(root, file)));
    }
  }
}

/** The latest failure of a client; undefined if its last pull succeeded. Throws a configuration error for a file that cannot be read. */
export function readFailure({ root, shown }: DatasetPlace, client: Omit<Partition, 'month'>): FailedPull | undefined {
  const folder = folderOfClient(client);
  const found = failureFiles(root, folder).map((name) => {
    try {
      return parseFailure(readRegularFile(path.join(root, folder, name)));
    } catch (error) {
      throw unreadable(path.join(shown, folder, name), error);
    }
  });
  return found.sort((one, other) => one.time.localeCompare(other.time)).at(-1);
}

function byClient(partitions: readonly Partition[]): ReadonlyMap<string, readonly Partition[]> {
  const clients = new Map<string, Partition[]>();
  for (const partition of partitions) {
    const folder = folderOfClient(partition);
    const own = clients.get(folder);
    if (own === undefined) clients.set(folder, [partition]);
    else own.push(partition);
  }
  return clients;
}

function textOf(error: ReportingError, now: Date, messages: Pick<Messages, 'redact'>): string {
  const message = messages.redact(error.message) + attemptsSuffix(error);
  return `${JSON.stringify({ version: VERSION, time: now.toISOString(), kind: error.kind, message })}\n`;
}

/** A broken file still says that a pull failed. */
function parseFailure(text: string): FailedPull {
  const found = parseObject(text) ?? {};
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { time: textOf(found.time), kind: textOf(found.kind), message: textOf(found.message) };
}

function failureFiles(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(path.join(root, folder)).filter((name) => FAILURE_FILES.test(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadable(folder, error);
  }
}
