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
import { isTemporaryName, makeDirectories, stageFile } from '../fs/durable-files.ts';
import { codeOf, otherKindOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import { DATASET_FILE, type Dataset, isFolderName, parseDataset } from './dataset.ts';
import {
  type DatasetSchema,
  formatSchema,
  hashOfSchema,
  parseSchema,
  SCHEMA_FILE,
  SCHEMA_FILES,
  schemaError,
} from './dataset-schema.ts';
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
  return readWith([path.join(root, DATASET_FILE), path.join(shown, DATASET_FILE)], parseDataset);
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

/** The entries of a partition's folder that belong there, and those that do not. Temporary files of a killed run are neither. */
interface MonthFolder {
  readonly own: readonly Dirent[];
  readonly foreign: readonly Dirent[];
  readonly hasTemporary: boolean;
}

/** The files of a dataset. Each call reads the disk, and throws a configuration error for a file that is broken or cannot be read. */
export class Tree {
  readonly root: string;
  readonly dataset: Dataset;
  /** The directory, as the user named it. */
  readonly shown: string;
  private readonly dataFile: string;
  private readonly sources: ReadonlyMap<string, string>;

  /** `root` is absolute. `shown` names it in messages, as the user did. */
  constructor(root: string, shown: string, dataset: Dataset) {
    [this.root, this.shown, this.dataset] = [root, shown, dataset];
    this.dataFile = dataFileOf(dataset.format);
    this.sources = sourcesOf(dataset);
  }

  /** The place of a partition's folder, or of a file in it. */
  placeOf(partition: Partition, file = ''): Place {
    return this.place(path.join(monthFolder(partition), file));
  }

  /** The place of a partition's data file. */
  dataOf(partition: Partition): Place {
    return this.placeOf(partition, this.dataFile);
  }

  /** The place of a version of a report's schema. */
  schemaFile(report: string, version = 1): Place {
    return this.place(path.join(`report=${report}`, version === 1 ? SCHEMA_FILE : `_schema-${version}.json`));
  }

  /** The source of the records of a client. */
  sourceOf(profile: string): string | undefined {
    return this.sources.get(profile);
  }

  /** Throws for a link, and for a file that engines would read, outside the folders of months. */
  assertNoForeignFiles(): void {
    for (const found of walkDataset(this.root)) {
      if (found.kind === 'foreign') this.assertNotForEngines(found.file, found.entry);
      if (found.kind === 'unreadable') throw unreadable(this.place(found.file)[1], found.error);
    }
  }

  /** True if any month of a report has a data file. */
  hasData(report: string): boolean {
    const months = walkReport(this.root, `report=${report}`, report);
    return [...months].some((found) => found.kind === 'month' && this.sizeOf(found.partition) !== undefined);
  }

  /** The newest version of a report's schema; undefined before the first. */
  readSchema(report: string): DatasetSchema | undefined {
    let schema: DatasetSchema | undefined;
    for (let version = 1; ; version++) {
      const place = this.schemaFile(report, version);
      const next = readWith(place, parseSchema);
      if (next === undefined) return schema;
      const expected = schema === undefined ? [] : [...schema.earlier, hashOfSchema(schema)];
      if (next.version !== version || String(next.earlier) !== String(expected))
        throw schemaError(`${place[1]} does not continue the schema files beside it`);
      schema = next;
    }
  }

  /** Puts a schema. False if another run has put that version first: read it, and decide again. */
  async putSchema(report: string, schema: DatasetSchema): Promise<boolean> {
    const [location, label] = this.schemaFile(report, schema.version);
    await makeDirectories(this.root, `report=${report}`, path.dirname(label));
    const staged = await stageFile(location, label, [formatSchema(schema)]);
    return staged.publishIfAbsent();
  }

  /** Undefined without a record. Throws for one with another source, too. */
  readRecord(partition: Partition): PartitionRecord | undefined {
    const place = this.placeOf(partition, RECORD_FILE);
    const record = readWith(place, (text, label) => parseRecord(text, label, partition.month));
    if (record === undefined || record.source === (this.sourceOf(partition.profile) ?? record.source)) return record;
    throw new ReportingError('E-dataset-file', `${place[1]} was pulled with another end date or client id`, {
      hint: `remove ${this.placeOf(partition)[1]}, and the next sync pulls the month again`,
    });
  }

  /** Undefined also for a record that cannot be read. */
  findRecord(partition: Partition): PartitionRecord | undefined {
    return tryRead(() => this.readRecord(partition));
  }

  /** The days of the last pull; undefined if no run has recorded them. */
  readDays(partition: Partition): PulledDays | undefined {
    const place = this.placeOf(partition, DAYS_FILE);
    return readWith(place, (text, label) => parseDays(text, label, partition.month));
  }

  readFolder(partition: Partition): MonthFolder {
    const entries = readFolder(this.placeOf(partition));
    const names: readonly string[] = [RECORD_FILE, DAYS_FILE, this.dataFile, LOCK_FILE];
    const isOwn = ({ name }: Dirent): boolean => names.includes(name);
    return {
      own: entries.filter(isOwn),
      foreign: entries.filter((entry) => !isOwn(entry) && !(entry.isFile() && isTemporary(entry))),
      hasTemporary: entries.some(({ name }) => isTemporaryName(name)),
    };
  }

  /** The state of a partition. Throws as `readRecord` does, for a link, and for a file that engines would read. */
  readState(partition: Partition): PartitionState {
    const { own, foreign, hasTemporary } = this.readFolder(partition);
    for (const entry of own) assertFile(entry, this.placeOf(partition, entry.name)[1]);
    for (const entry of foreign) this.assertNotForEngines(path.join(monthFolder(partition), entry.name), entry);
    const record = this.readRecord(partition);
    if (record === undefined) return { record, isIncomplete: false };
    const { records, bytes } = record;
    const hasDays = own.some(({ name }) => name === DAYS_FILE);
    // Hashes would take too long. An empty month has no data file.
    const isMatching = hasDays && this.sizeOf(partition) === (records === 0 ? undefined : bytes);
    return { record, isIncomplete: hasTemporary || !isMatching };
  }

  private place(file: string): Place {
    return [path.join(this.root, file), path.join(this.shown, file)];
  }

  /** The size of a data file; undefined without one. */
  private sizeOf(partition: Partition): number | undefined {
    const [location, label] = this.dataOf(partition);
    try {
      return statSync(location, { throwIfNoEntry: false })?.size;
    } catch (error) {
      throw unreadable(label, error);
    }
  }

  private assertNotForEngines(file: string, entry: Dirent): void {
    const place = this.place(file);
    if (entry.isSymbolicLink()) throw symbolicLink(place[1]);
    if (entry.isDirectory()) {
      for (const each of readFolder(place)) this.assertNotForEngines(path.join(file, each.name), each);
    } else if (isReadByEngines(entry.name)) {
      throw new ReportingError(
        'E-dataset-file',
        `${place[1]} does not belong to the dataset, and engines would read it`,
        { hint: 'move it to another directory' },
      );
    }
  }
}

/** The parsed content of a file; undefined without the file. */
function readWith<T>([location, label]: Place, parse: (text: string, label: string) => T): T | undefined {
  try {
    return parse(readRegularFile(location), label);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error instanceof ReportingError ? error : unreadable(label, error);
  }
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
