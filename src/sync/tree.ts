/**
 * The folders of a dataset, its schemas and its locks. Its calls are synchronous: a dataset can have a hundred thousand partitions,
 * and a promise for each file takes several times as long.
 */

import { type Dirent, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { REPORT_NAMES } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { shortHashOf } from '../core/hash.ts';
import { LOCK_WAIT_MS } from '../core/limits.ts';
import { formatDuration, shellWord } from '../core/text.ts';
import { isMonth } from '../dates/calendar.ts';
import { isTemporaryName, makeDirectories, outputError, stageFile } from '../fs/durable-files.ts';
import { acquireLock, LockHeld, type LockOptions, STALE_LOCK_MS } from '../fs/lock.ts';
import { codeOf, otherKindOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { DATASET_FILE, type Dataset, damaged, isFolderName, parseDataset } from './dataset.ts';
import {
  type DatasetSchema,
  formatSchema,
  hashOfSchema,
  parseSchema,
  RESTORE_SCHEMA,
  SCHEMA_FILE,
} from './dataset-schema.ts';
import { dataFileOf, monthFolder, type Partition, RECORD_FILE } from './months.ts';

/** The lock of a partition, and that of the dataset's settings. */
export const LOCK_FILE = '.lock';

/** The absolute path of a file or a folder, and its path in messages. */
export type Place = readonly [location: string, shown: string];

/** The dataset in `root`; undefined if there is none. Throws a damaged error for a broken file. */
export function readDataset(root: string, shown: string): Dataset | undefined {
  return readSmallFile([path.join(root, DATASET_FILE), path.join(shown, DATASET_FILE)], parseDataset);
}

/** The files of the dataset in `root`. Throws a usage error if there is none, and a damaged error for a broken file. */
export function openTree(root: string, shown: string): Tree {
  const dataset = readDataset(root, shown);
  if (dataset !== undefined) return createTree(root, shown, dataset);
  throw new ReportingError('E-dataset', `${shown} is not a dataset: it has no ${DATASET_FILE}`, {
    hint: `create one: ${firstSync(shown)}`,
  });
}

/** A command that creates a dataset. */
export function firstSync(directory: string, reports = 'revenue'): string {
  return `reporting sync ${reports} ${shellWord(directory)} --from 2026-01`;
}

/** The names of files that the globs of engines match. */
const READ_BY_ENGINES = /\.(?:parquet|csv)$/i;

/** Files in the directory and in that of a report. */
const OWN = /^(?:_dataset\.json|\.lock|report=[^/]+\/_schema(?:-\d+)?\.json)$/;
/** The folder of a month. */
const MONTH_FOLDER = /^report=([^/]+)\/profile=([^/]+)\/month=([^/]+)$/;

/** The month whose folder this is, also of a report or a client that the dataset has no more; undefined for other folders. */
function partitionIn(folder: string): Partition | undefined {
  const [, report = '', profile = '', month = ''] = MONTH_FOLDER.exec(folder) ?? [];
  return REPORT_NAMES.includes(report) && isFolderName(profile) && isMonth(month)
    ? { report, profile, month }
    : undefined;
}

/** Something in a dataset's directory that no sync has put there, or a folder that cannot be read. */
interface Stray {
  readonly error: ReportingError;
  /** False for a file that engines do not read. */
  readonly isHarmful: boolean;
}

/** The content of a folder and those below it. Folders of months are listed, and not looked into. */
interface Found {
  /** The names in the folder itself. */
  readonly names: readonly string[];
  readonly months: Partition[];
  readonly strays: Stray[];
}

/** Throws for links, pipes and the like, and for files that engines would read. */
export function assertHarmless({ strays }: Pick<Found, 'strays'>): void {
  for (const { error, isHarmful } of strays) if (isHarmful) throw error;
}

/** A file that a killed run left. Engines do not read it, and the next pull of the month removes it. */
function isTemporary(name: string): boolean {
  return isTemporaryName(name) || (name.startsWith(`${LOCK_FILE}-`) && !READ_BY_ENGINES.test(name));
}

/** The files of a dataset. */
export type Tree = ReturnType<typeof createTree>;

/**
 * The files of a dataset in `root`, an absolute path; `shown` is the directory as the user named it. Each call reads the disk, and
 * throws a damaged error for a broken file, and a configuration error for one that cannot be read.
 */
export function createTree(root: string, shown: string, dataset: Dataset) {
  const dataFile = dataFileOf(dataset.format);
  const filesOfMonth = [RECORD_FILE, LOCK_FILE, dataFile];
  const place = (file: string): Place => [path.join(root, file), path.join(shown, file)];
  const placeOf = (partition: Partition, file = ''): Place => place(path.join(monthFolder(partition), file));
  const schemaFile = (report: string, version = 1): Place =>
    place(path.join(`report=${report}`, version === 1 ? SCHEMA_FILE : `_schema-${version}.json`));

  function scan(folder = '', { months, strays }: Omit<Found, 'names'> = { months: [], strays: [] }): Found {
    let entries: readonly Dirent[];
    try {
      entries = readFolder(place(folder));
    } catch (error) {
      if (!(error instanceof ReportingError)) throw error;
      strays.push({ error, isHarmful: true });
      return { names: [], months, strays };
    }
    const isInMonth = partitionIn(folder) !== undefined;
    for (const entry of entries) {
      const { name } = entry;
      const file = path.posix.join(folder, name);
      const isRead = READ_BY_ENGINES.test(name);
      // A profile may have such a name, too.
      if (entry.isDirectory() && (name.startsWith('profile=') || !isRead)) {
        const month = partitionIn(file);
        if (month === undefined) scan(file, { months, strays });
        else months.push(month);
        continue;
      }
      if (entry.isFile() && isTemporary(name)) continue;
      const isOwn = isInMonth ? filesOfMonth.includes(name) : OWN.test(file);
      const kind = otherKindOf(entry);
      if (isOwn && kind === undefined) continue;
      const what = kind === undefined ? 'does not belong to the dataset' : `is ${kind}`;
      const hint = 'move it elsewhere: engines read all files of the directory';
      strays.push({ error: damaged(place(file)[1], what, hint), isHarmful: !entry.isFile() || isRead });
    }
    return { names: entries.map(({ name }) => name), months, strays };
  }

  function readSchema(report: string): DatasetSchema | undefined {
    let schema: DatasetSchema | undefined;
    for (let version = 1; ; version++) {
      const [location, label] = schemaFile(report, version);
      const next = readSmallFile([location, label], parseSchema);
      if (next === undefined) return schema;
      const expected = schema === undefined ? [] : [...schema.earlier, hashOfSchema(schema)];
      if (next.version !== version || String(next.earlier) !== String(expected))
        throw damaged(label, 'does not continue the schema files beside it', RESTORE_SCHEMA);
      schema = next;
    }
  }

  return {
    ...{ root, shown, dataset },
    /** The sources of the records of the clients: each record names it. */
    sources: new Map(Object.keys(dataset.profiles).map((profile) => [profile, sourceOf(profile, dataset)])),
    /** The place of a file of the dataset. */
    place,
    /** The place of a partition's folder, or of a file in it. */
    placeOf,
    /** The place of a partition's data file. */
    dataOf: (partition: Partition): Place => placeOf(partition, dataFile),
    /** The place of a version of a report's schema. */
    schemaFile,
    /** The content of the dataset, or of one of its folders. */
    scan: (folder?: string): Found => scan(folder),
    /** The newest version of a report's schema; undefined before the first. */
    readSchema,
    /** Throws for data files in `months` without a schema: new ones could get other types. */
    assertHasSchema(report: string, months: readonly Partition[]): void {
      const isMissing = (): boolean => readSchema(report) === undefined;
      const hasData = (): boolean =>
        months.some((month) => month.report === report && existsSync(placeOf(month, dataFile)[0]));
      // Another run may write the first month meanwhile, and puts its schema before it.
      if (isMissing() && hasData() && isMissing()) throw damaged(schemaFile(report)[1], 'is missing', RESTORE_SCHEMA);
    },
    /** Puts a schema. False if another run has put that version first: read it, and decide again. */
    async putSchema(report: string, schema: DatasetSchema): Promise<boolean> {
      const [location, label] = schemaFile(report, schema.version);
      await makeDirectories(root, `report=${report}`, path.dirname(label));
      const staged = await stageFile(location, label, [formatSchema(schema)]);
      return staged.publishIfAbsent();
    },
  };
}

/** What `read` gives for a file; undefined without the file. Throws a configuration error for one that cannot be read. */
export function readAt<T>(
  [location, label]: Place,
  read: (location: string) => T,
  absent = ['ENOENT', 'ENOTDIR'],
): T | undefined {
  try {
    return read(location);
  } catch (error) {
    if (absent.some((code) => code === codeOf(error))) return undefined;
    throw error instanceof ReportingError ? error : unreadable(label, error);
  }
}

/** The parsed content of a file; undefined without the file. Throws as `readAt` does. */
export function readSmallFile<T>(place: Place, parse: (text: string, label: string) => T): T | undefined {
  return readAt(place, (location) => parse(readRegularFile(location), place[1]));
}

/** The entries of a folder; none if it does not exist. Throws a configuration error for one that cannot be read. */
export function readFolder(place: Place): readonly Dirent[] {
  // Another run may remove the folder of a month that it could not pull.
  return readAt(place, (folder) => readdirSync(folder, { withFileTypes: true }), ['ENOENT']) ?? [];
}

/**
 * The source of a client's records: the client id, or the seed of the sandbox, and the end date of the requests. Each record
 * names it, so that a month of another dataset is found. The base URL and the time zone are no part of it.
 */
function sourceOf(profile: string, { profiles, endDate }: Pick<Dataset, 'profiles' | 'endDate'>): string {
  const client = profiles[profile]!;
  const identity = 'sandbox' in client ? [client.sandbox.seed] : client.clientId.toLowerCase();
  return shortHashOf(JSON.stringify([identity, endDate]));
}

const LOCK_POLL_MS = 1000;

/**
 * Acquires the lock in `place`. Throws an output error for one that cannot be written, and a locked error if another run still holds
 * it after the wait: it is `doing` that to `what`.
 */
export async function acquireOwnLock(
  [file, shown]: Place,
  { signal, now, sleep }: Pick<LockOptions, 'signal' | 'now' | 'sleep'>,
  { what, doing, ...facts }: { readonly what: string; readonly doing: string; readonly profile?: string },
): ReturnType<typeof acquireLock> {
  const options = { waitMs: LOCK_WAIT_MS, pollMs: LOCK_POLL_MS, staleMs: STALE_LOCK_MS, signal, now, sleep };
  try {
    return await acquireLock(file, options);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw outputError(shown, error);
    const owner = error.pid === undefined ? 'another sync' : `another sync (process ${error.pid})`;
    const waited = formatDuration(LOCK_WAIT_MS);
    throw new ReportingError('E-locked', `${what}: ${owner} is ${doing} it, after a wait of ${waited}`, {
      ...facts,
      hint: 'run again when it is done',
    });
  }
}
