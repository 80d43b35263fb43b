/**
 * The folders of a dataset, and the small files in them. Its calls are synchronous: a dataset can have a hundred thousand partitions,
 * and a promise for each file takes several times as long.
 */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { REPORT_NAMES } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { shellWord } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { isTemporaryName } from '../fs/durable-files.ts';
import { codeOf, otherKindOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import { DATASET_FILE, type Dataset, isFolderName, parseDataset } from './dataset.ts';
import { SCHEMA_FILES } from './dataset-schema.ts';
import { isMonth, monthFolder, type Partition } from './months.ts';
import {
  DAYS_FILE,
  dataFileOf,
  type PartitionRecord,
  type PulledDays,
  parseDays,
  parseRecord,
  RECORD_FILE,
} from './record.ts';
import type { PartitionState } from './sync-plan.ts';

/** The lock of a partition, and that of the dataset's settings. */
export const LOCK_FILE = '.lock';

/** The absolute path of a file or a folder, and its path in messages. */
export type Place = readonly [location: string, shown: string];

/** The dataset in `root`; undefined if there is none. Throws a configuration error for a broken file. */
export function readDataset(root: string, shown: string): Dataset | undefined {
  const file = path.join(shown, DATASET_FILE);
  try {
    return parseDataset(readRegularFile(path.join(root, DATASET_FILE)), file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error instanceof ReportingError ? error : unreadable(file, error);
  }
}

/** The dataset in `root`. Throws a usage error if there is none, and a configuration error for a broken file. */
export function findDataset(root: string, shown: string): Dataset {
  const dataset = readDataset(root, shown);
  if (dataset !== undefined) return dataset;
  throw new ReportingError('E-dataset', `${shown} is not a dataset: it has no ${DATASET_FILE}`, {
    hint: `create one: reporting sync revenue ${shellWord(shown)} --from 2026-01`,
  });
}

/** A folder of a report or a month, or something else in the directory. Files are relative to the dataset. */
export type Found =
  | { readonly kind: 'report'; readonly report: string }
  | { readonly kind: 'month'; readonly partition: Partition }
  | { readonly kind: 'foreign'; readonly file: string; readonly entry: Dirent }
  | { readonly kind: 'unreadable'; readonly file: string; readonly error: unknown };

/**
 * The folders of a dataset down to the months, in the order of the disk, also of reports and clients that it has no more; and what
 * does not belong into them.
 */
export function* walkDataset(root: string): Generator<Found> {
  for (const entry of walkFolder(root, '', (name) => [DATASET_FILE, LOCK_FILE].includes(name))) {
    const report = nameIn(entry, 'report', (name) => REPORT_NAMES.includes(name));
    if (report === undefined) yield entry;
    else {
      yield { kind: 'report', report };
      yield* walkReport(root, entry.file, report);
    }
  }
}

function* walkReport(root: string, folder: string, report: string): Generator<Found> {
  for (const client of walkFolder(root, folder, (name) => SCHEMA_FILES.test(name))) {
    const profile = nameIn(client, 'profile', isFolderName);
    if (profile === undefined) {
      yield client;
      continue;
    }
    for (const entry of walkFolder(root, client.file)) {
      const month = nameIn(entry, 'month', isMonth);
      yield month === undefined ? entry : { kind: 'month', partition: { report, profile, month } };
    }
  }
}

type Entry = Extract<Found, { readonly file: string }>;

/** The entries of a folder without the files that belong there, and those that a killed run left. */
function* walkFolder(root: string, folder: string, isOwn = (_name: string): boolean => false): Generator<Entry> {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') yield { kind: 'unreadable', file: folder, error };
    return;
  }
  for (const entry of entries) {
    if (entry.isFile() && (isOwn(entry.name) || isTemporary(entry))) continue;
    yield { kind: 'foreign', file: path.join(folder, entry.name), entry };
  }
}

/** The value of a folder's name, such as `acme` of `profile=acme`; undefined for everything else. */
function nameIn(found: Entry, key: string, isValid: (name: string) => boolean): string | undefined {
  if (found.kind !== 'foreign' || !found.entry.isDirectory() || !found.entry.name.startsWith(`${key}=`))
    return undefined;
  const name = found.entry.name.slice(key.length + 1);
  return isValid(name) ? name : undefined;
}

/** A file that a killed run left. Engines do not read it, and the next pull of the month removes it. */
function isTemporary({ name }: Dirent): boolean {
  return isTemporaryName(name) || (name.startsWith(`${LOCK_FILE}-`) && !isReadByEngines(name));
}

/** True for the name of a file that the globs of engines match. */
function isReadByEngines(name: string): boolean {
  return /\.(?:parquet|csv)$/i.test(name);
}

interface MonthFolder {
  readonly own: readonly Dirent[];
  readonly foreign: readonly Dirent[];
  readonly hasTemporary: boolean;
}

/** The partitions of a dataset on disk. Each call reads the disk. */
export interface Tree {
  readonly root: string;
  /** Throws a configuration error for a link, and for a file that engines would read, outside the folders of months. */
  assertNoForeignFiles(): void;
  /** True if any month of a report has a data file. */
  hasData(report: string): boolean;
  /** Throws a configuration error for a broken record, for one with another source, and for a symbolic link. */
  readState(partition: Partition): PartitionState;
  /** The entries of a partition's folder that belong there, and those that do not. Temporary files of a killed run are neither. */
  readFolder(partition: Partition): MonthFolder;
  /** The days of the last pull; undefined if no run has recorded them. Throws a configuration error for a broken file. */
  readDays(partition: Partition): PulledDays | undefined;
  /** Undefined without a record. Throws a configuration error for a broken record, and for one with another source. */
  readRecord(partition: Partition): PartitionRecord | undefined;
  /** Undefined also for a record that cannot be read. */
  findRecord(partition: Partition): PartitionRecord | undefined;
  /** The source of the records of a client: see `sourcesOf`. */
  sourceOf(profile: string): string | undefined;
  /** The place of a partition's folder, or of a file in it. */
  placeOf(partition: Partition, file?: string): Place;
  /** The place of a partition's data file. */
  dataOf(partition: Partition): Place;
}

/** `root` is absolute. `shown` names it in messages, as the user did. */
export function openTree(root: string, shown: string, dataset: Dataset): Tree {
  const dataFile = dataFileOf(dataset.format);
  const own: readonly string[] = [RECORD_FILE, DAYS_FILE, dataFile, LOCK_FILE];
  const sources = sourcesOf(dataset);
  const place = (file: string): Place => [path.join(root, file), path.join(shown, file)];
  const placeOf = (partition: Partition, file = ''): Place => place(path.join(monthFolder(partition), file));
  const dataOf = (partition: Partition): Place => placeOf(partition, dataFile);

  /** Throws for a link, and for a file that engines would read, also below a folder. */
  function assertNotForEngines(file: string, entry: Dirent): void {
    const [location, label] = place(file);
    if (entry.isSymbolicLink()) throw symbolicLink(label);
    if (entry.isDirectory()) {
      for (const each of readFolder([location, label])) assertNotForEngines(path.join(file, each.name), each);
    } else if (isReadByEngines(entry.name)) {
      throw new ReportingError('E-dataset-file', `${label} does not belong to the dataset, and engines would read it`, {
        hint: 'move it to another directory',
      });
    }
  }

  /** The parsed content of a file of a partition; undefined without the file. */
  function readWith<T>(
    parse: (text: string, shown: string, month: string) => T,
    partition: Partition,
    file: string,
  ): T | undefined {
    const [location, label] = placeOf(partition, file);
    try {
      return parse(readRegularFile(location), label, partition.month);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error instanceof ReportingError ? error : unreadable(label, error);
    }
  }

  function readRecord(partition: Partition): PartitionRecord | undefined {
    const record = readWith(parseRecord, partition, RECORD_FILE);
    if (record === undefined || record.source === (sources.get(partition.profile) ?? record.source)) return record;
    throw new ReportingError('E-dataset-file', `${placeOf(partition, RECORD_FILE)[1]} ${OTHER_SOURCE}`, {
      hint: `remove ${placeOf(partition)[1]}, and the next sync pulls the month again`,
    });
  }

  function readMonth(partition: Partition): MonthFolder {
    const entries = readFolder(placeOf(partition));
    const isOwn = ({ name }: Dirent): boolean => own.includes(name);
    return {
      own: entries.filter(isOwn),
      foreign: entries.filter((entry) => !isOwn(entry) && !(entry.isFile() && isTemporary(entry))),
      hasTemporary: entries.some(({ name }) => isTemporaryName(name)),
    };
  }

  /** The size of a data file; undefined without one. */
  function sizeOf(partition: Partition): number | undefined {
    const [location, label] = dataOf(partition);
    try {
      return statSync(location, { throwIfNoEntry: false })?.size;
    } catch (error) {
      throw unreadable(label, error);
    }
  }

  return {
    root,
    assertNoForeignFiles() {
      for (const found of walkDataset(root)) {
        if (found.kind === 'foreign') assertNotForEngines(found.file, found.entry);
        if (found.kind === 'unreadable') throw unreadable(place(found.file)[1], found.error);
      }
    },
    hasData(report) {
      const months = walkReport(root, `report=${report}`, report);
      return [...months].some((found) => found.kind === 'month' && sizeOf(found.partition) !== undefined);
    },
    sourceOf: (profile) => sources.get(profile),
    placeOf,
    dataOf,
    readRecord,
    findRecord: (partition) => tryRead(() => readRecord(partition)),
    readDays: (partition) => readWith(parseDays, partition, DAYS_FILE),
    readFolder: readMonth,
    readState(partition) {
      const { own: files, foreign, hasTemporary } = readMonth(partition);
      for (const entry of files) assertFile(entry, placeOf(partition, entry.name)[1]);
      for (const entry of foreign) assertNotForEngines(path.join(monthFolder(partition), entry.name), entry);
      const record = readRecord(partition);
      if (record === undefined) return { record, isIncomplete: false };
      const { records, bytes } = record;
      const hasDays = files.some(({ name }) => name === DAYS_FILE);
      // Hashes would take too long. An empty month has no data file.
      const isMatching = hasDays && sizeOf(partition) === (records === 0 ? undefined : bytes);
      return { record, isIncomplete: hasTemporary || !isMatching };
    },
  };
}

/** The entries of a folder; none if it does not exist. Throws a configuration error for one that cannot be read. */
function readFolder([folder, shown]: Place): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadable(shown, error);
  }
}

function assertFile(entry: Dirent, shown: string): void {
  if (entry.isSymbolicLink()) throw symbolicLink(shown);
  const kind = otherKindOf(entry);
  if (kind === undefined) return;
  throw new ReportingError('E-dataset-file', `${shown} is ${kind}, not a file`, {
    hint: 'remove it, and the next sync pulls the month again',
  });
}

/** The error for a link below the dataset's directory: a rename through it would change files elsewhere. */
function symbolicLink(file: string): ReportingError {
  return new ReportingError('E-dataset-file', `${file} is a symbolic link`, {
    hint: 'replace it by the file or folder itself: a dataset has no links below its directory',
  });
}

/** The message about a record with another source. */
const OTHER_SOURCE = 'was pulled with another end date or client id';

/** Enough of a hash to tell a few sources apart. */
const SOURCE_LENGTH = 8;

/**
 * By folder, the source of a client's records: the client id, or the options of the sandbox, and the end date of the requests. Each
 * record names it, so that a month of another dataset is found. The base URL and the time zone are no part of it.
 */
function sourcesOf({ profiles, endDate }: Pick<Dataset, 'profiles' | 'endDate'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(profiles).map(([profile, client]) => {
      const identity =
        'sandbox' in client ? Object.values(recordOptionsOf(client.sandbox)) : client.clientId.toLowerCase();
      return [profile, hashOf(JSON.stringify([identity, endDate])).slice(0, SOURCE_LENGTH)];
    }),
  );
}
