/**
 * Reads the folders of a dataset. Of data files, it reads only the size. Its calls are synchronous: a dataset can have a hundred
 * thousand partitions, and a promise for each file takes several times as long.
 */

import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { tryRead } from '../core/try-read.ts';
import { isTemporaryName } from '../fs/durable-files.ts';
import { codeOf, otherKindOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { DATASET_FILE, type Dataset, type DatasetFormat } from './dataset.ts';
import type { Month } from './months.ts';
import { folderOfPartition, type Partition } from './partition-name.ts';
import { DAYS_FILE, type PartitionRecord, type PulledDays, parseDays, parseRecord, RECORD_FILE } from './record.ts';
import { OTHER_SOURCE, sourcesOf } from './sources.ts';
import type { PartitionState } from './sync-plan.ts';

/** The name of a partition's lock. */
export const LOCK_FILE = '.lock';
/** The current schema of a report, beside its clients. */
export const SCHEMA_FILE = '_schema.json';

/** The name of a partition's data file. */
export function dataFileOf(format: DatasetFormat): string {
  return `data.${format}`;
}

/** The absolute path of a file or a folder, and its path in messages. */
export type Place = readonly [location: string, shown: string];

/** The folders of a dataset. Each call reads the disk. */
export interface Tree {
  /** Throws a configuration error for a symbolic link in place of a file or a folder above the months. */
  assertNoLinks(dataset: Pick<Dataset, 'reports' | 'profiles'>): void;
  /** Throws a configuration error for a file that engines would read, outside the folders of months. */
  assertNoForeignFiles(): void;
  /** True if any month of a report has a data file. */
  hasData(report: string): boolean;
  /** Throws a configuration error for a broken record, for one with another source, and for a symbolic link. */
  readState(partition: Partition): PartitionState;
  /** The days of the last pull; undefined if no run has recorded them. Throws a configuration error for a broken file. */
  readDays(partition: Partition): PulledDays | undefined;
  /** Undefined without a record. Throws a configuration error for a broken record, and for one with another source. */
  readRecord(partition: Partition): PartitionRecord | undefined;
  /** Undefined also for a record that cannot be read. */
  findRecord(partition: Partition): PartitionRecord | undefined;
  /** The place of a partition's folder, or of a file in it. */
  placeOf(partition: Partition, file?: string): Place;
  /** The absolute path of that place. */
  pathOf(partition: Partition, file?: string): string;
}

/** `root` is absolute. `shown` names it in messages, as the user did. */
export function openTree(root: string, shown: string, dataset: Dataset): Tree {
  const dataFile = dataFileOf(dataset.format);
  const own: ReadonlySet<string> = new Set([RECORD_FILE, DAYS_FILE, dataFile, LOCK_FILE]);
  const sources = sourcesOf(dataset);

  const place = (file: string): Place => [path.join(root, file), path.join(shown, file)];
  const placeOf = (partition: Partition, file = ''): Place => place(path.join(folderOfPartition(partition), file));

  function assertNoLink(folder: string): void {
    const [location, label] = place(folder);
    try {
      const found = lstatSync(location, { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true) throw symbolicLink(label);
    } catch (error) {
      throw error instanceof ReportingError ? error : unreadable(label, error);
    }
  }

  /** `levels` are the names of the folders that the dataset has here and below. It does not look into those of the last level. */
  function assertNoneForEngines(
    entries: readonly Dirent[],
    folder: string,
    [own, ...lower]: readonly RegExp[] = [],
  ): void {
    for (const entry of entries) {
      const file = path.join(folder, entry.name);
      if (!entry.isDirectory()) {
        if (isReadByEngines(entry.name)) throw foreignFile(path.join(shown, file));
        continue;
      }
      const isOwn = own?.test(entry.name) === true;
      if (isOwn && lower.length === 0) continue;
      assertNoneForEngines(readFolder(place(file)), file, isOwn ? lower : []);
    }
  }

  /** The parsed content of a file of a partition; undefined without the file. */
  function readWith<T>(
    parse: (text: string, shown: string, month: Month) => T,
    partition: Partition,
    file: string,
  ): T | undefined {
    const [location, label] = placeOf(partition, file);
    let text: string;
    try {
      text = readRegularFile(location);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unreadable(label, error);
    }
    return parse(text, label, partition.month);
  }

  function readRecord(partition: Partition): PartitionRecord | undefined {
    const record = readWith(parseRecord, partition, RECORD_FILE);
    if (record === undefined || record.source === sources.get(partition.profile)) return record;
    throw new ReportingError('E-dataset-file', `${placeOf(partition, RECORD_FILE)[1]} ${OTHER_SOURCE}`, {
      hint: `remove ${placeOf(partition)[1]}, and the next sync pulls the month again`,
    });
  }

  /**
   * True if the files that the record describes exist, and the data file has its size. An empty month has no data file. Hashes
   * would take too long.
   */
  function isMatching(
    partition: Partition,
    { records, bytes }: PartitionRecord,
    has: (name: string) => boolean,
  ): boolean {
    if (!has(DAYS_FILE) || has(dataFile) !== records > 0) return false;
    if (records === 0) return true;
    // Another run may replace the file meanwhile.
    return inspect(placeOf(partition, dataFile))?.size === bytes;
  }

  /** The folders in a folder whose names begin with `key=`. */
  const foldersIn = (folder: string, key: string): readonly string[] =>
    readFolder(place(folder))
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${key}=`))
      .map(({ name }) => path.join(folder, name));
  const monthsOf = (report: string): readonly string[] =>
    foldersIn(`report=${report}`, 'profile').flatMap((client) => foldersIn(client, 'month'));

  return {
    assertNoLinks({ reports, profiles }) {
      assertNoLink(DATASET_FILE);
      for (const folder of reports.map((report) => `report=${report}`)) {
        assertNoLink(folder);
        assertNoLink(path.join(folder, SCHEMA_FILE));
        for (const profile of Object.keys(profiles)) assertNoLink(path.join(folder, `profile=${profile}`));
      }
    },
    assertNoForeignFiles: () => assertNoneForEngines(readFolder([root, shown]), '', FOLDERS),
    hasData: (report) => monthsOf(report).some((month) => inspect(place(path.join(month, dataFile))) !== undefined),
    placeOf,
    pathOf: (...file) => placeOf(...file)[0],
    readRecord,
    findRecord: (partition) => tryRead(() => readRecord(partition)),
    readDays: (partition) => readWith(parseDays, partition, DAYS_FILE),
    readState(partition) {
      const entries = readFolder(placeOf(partition));
      if (entries.length === 0) return { record: undefined, isIncomplete: false };
      const link = entries.find((entry) => entry.isSymbolicLink());
      if (link !== undefined) throw symbolicLink(placeOf(partition, link.name)[1]);
      for (const entry of entries) {
        const kind = own.has(entry.name) ? otherKindOf(entry) : undefined;
        if (kind !== undefined) throw otherKind(placeOf(partition, entry.name)[1], kind);
      }
      assertNoneForEngines(
        entries.filter(({ name }) => name !== dataFile),
        folderOfPartition(partition),
      );
      const has = (name: string): boolean => entries.some((entry) => entry.name === name);
      const record = has(RECORD_FILE) ? readRecord(partition) : undefined;
      const isInterrupted = entries.some(({ name }) => isTemporaryName(name));
      return {
        record,
        isIncomplete: isInterrupted || (record !== undefined && !isMatching(partition, record, has)),
      };
    },
  };
}

/** The status of a file; undefined if it does not exist. Throws a configuration error for one that cannot be inspected. */
function inspect([file, shown]: Place): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(shown, error);
  }
}

/** The entries of a folder; none if it does not exist. Throws for a link or a file in its place. */
function readFolder([folder, shown]: Place): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (lstatSync(folder).isSymbolicLink()) throw symbolicLink(shown);
    return entries;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error instanceof ReportingError ? error : unreadable(shown, error);
  }
}

/** The names of the folders of a dataset, from its directory down to the months. */
const FOLDERS: readonly RegExp[] = [/^report=[a-z]+$/, /^profile=[A-Za-z0-9._-]+$/, /^month=\d{4}-\d{2}$/];

/** True for the name of a file that the globs of engines match. */
export function isReadByEngines(name: string): boolean {
  return /\.(?:parquet|csv)$/i.test(name);
}

function foreignFile(file: string): ReportingError {
  return new ReportingError('E-dataset-file', `${file} does not belong to the dataset, and engines would read it`, {
    hint: 'move it to another directory',
  });
}

function otherKind(file: string, kind: string): ReportingError {
  return new ReportingError('E-dataset-file', `${file} is ${kind}, not a file`, {
    hint: 'remove it, and the next sync pulls the month again',
  });
}

/** The error for a link below the dataset's directory: a rename through it would change files elsewhere. */
export function symbolicLink(file: string): ReportingError {
  return new ReportingError('E-dataset-file', `${file} is a symbolic link`, {
    hint: 'replace it by the file or folder itself: a dataset has no links below its directory',
  });
}
