/**
 * The folders of a dataset, and the small files in them. Its calls are synchronous: a dataset can have a hundred thousand partitions,
 * and a promise for each file takes several times as long.
 */

import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { REPORT_NAMES } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { shellWord } from '../core/text.ts';
import { isTemporaryName, makeDirectories, stageFile } from '../fs/durable-files.ts';
import { codeOf, otherKindOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import { DATASET_FILE, type Dataset, damaged, isFolderName, parseDataset } from './dataset.ts';
import {
  type DatasetSchema,
  formatSchema,
  hashOfSchema,
  parseSchema,
  RESTORE_SCHEMA,
  SCHEMA_FILE,
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

/** The dataset in `root`; undefined if there is none. Throws a damaged error for a broken file. */
export function readDataset(root: string, shown: string): Dataset | undefined {
  return readWith([path.join(root, DATASET_FILE), path.join(shown, DATASET_FILE)], parseDataset);
}

/** The files of the dataset in `root`. Throws a usage error if there is none, and a damaged error for a broken file. */
export function openTree(root: string, shown: string): Tree {
  const dataset = readDataset(root, shown);
  if (dataset !== undefined) return new Tree(root, shown, dataset);
  throw new ReportingError('E-dataset', `${shown} is not a dataset: it has no ${DATASET_FILE}`, {
    hint: `create one: reporting sync revenue ${shellWord(shown)} --from 2026-01`,
  });
}

/** The names of files that the globs of engines match. */
const READ_BY_ENGINES = /\.(?:parquet|csv)$/i;

/** Files in the directory and in that of a report. */
const OWN = /^(?:_dataset\.json|\.lock|report=[^/]+\/_schema(?:-\d+)?\.json)$/;
/** The folder of a month. */
const MONTH_FOLDER = /^report=([^/]+)\/profile=([^/]+)\/month=([^/]+)$/;

/** Something in a dataset's directory that no sync has put there. */
interface Stray {
  /** Relative to the dataset. */
  readonly file: string;
  readonly entry: Dirent;
  /** What is wrong with it. */
  readonly what: string;
}

/** A file that a killed run left. Engines do not read it, and the next pull of the month removes it. */
function isTemporary(name: string): boolean {
  return isTemporaryName(name) || (name.startsWith(`${LOCK_FILE}-`) && !READ_BY_ENGINES.test(name));
}

/**
 * The files of a dataset. Each call reads the disk, and throws a damaged error for a broken file, and a configuration error for one
 * that cannot be read.
 */
export class Tree {
  /** Absolute. */
  readonly root: string;
  /** The directory, as the user named it. */
  readonly shown: string;
  readonly dataset: Dataset;
  /** The sources of the records of the clients: each record names it. */
  readonly sources: ReadonlyMap<string, string>;

  constructor(root: string, shown: string, dataset: Dataset) {
    [this.root, this.shown, this.dataset] = [root, shown, dataset];
    this.sources = new Map(Object.keys(dataset.profiles).map((profile) => [profile, sourceOf(profile, dataset)]));
  }

  /** The place of a file of the dataset. */
  place(file: string): Place {
    return [path.join(this.root, file), path.join(this.shown, file)];
  }

  /** The place of a partition's folder, or of a file in it. */
  placeOf(partition: Partition, file = ''): Place {
    return this.place(path.join(monthFolder(partition), file));
  }

  /** The place of a partition's data file. */
  dataOf(partition: Partition): Place {
    return this.placeOf(partition, dataFileOf(this.dataset.format));
  }

  /** The place of a version of a report's schema. */
  schemaFile(report: string, version = 1): Place {
    return this.place(path.join(`report=${report}`, version === 1 ? SCHEMA_FILE : `_schema-${version}.json`));
  }

  /** The months with files, also of reports and clients that the dataset has no more, and everything else but folders. */
  scan(): { readonly months: readonly Partition[]; readonly strays: readonly Stray[] } {
    const ownOfMonth = [RECORD_FILE, DAYS_FILE, LOCK_FILE, dataFileOf(this.dataset.format)];
    const months = new Map<string, Partition>();
    const strays: Stray[] = [];
    for (const entry of readFolder(this.place(''), true)) {
      // A profile may have such a name, too.
      const isFolder = entry.isDirectory() && (entry.name.startsWith('profile=') || !READ_BY_ENGINES.test(entry.name));
      if (isFolder || (entry.isFile() && isTemporary(entry.name))) continue;
      const folder = path.relative(this.root, entry.parentPath).split(path.sep).join('/');
      const [, report = '', profile = '', month = ''] = MONTH_FOLDER.exec(folder) ?? [];
      const isOfMonth = REPORT_NAMES.includes(report) && isFolderName(profile) && isMonth(month);
      const isOwn = isOfMonth ? ownOfMonth.includes(entry.name) : OWN.test(path.posix.join(folder, entry.name));
      const kind = otherKindOf(entry);
      if (isOfMonth && isOwn && kind === undefined) months.set(folder, { report, profile, month });
      if (isOwn && kind === undefined) continue;
      const what = kind === undefined ? 'does not belong to the dataset' : `is ${kind}`;
      strays.push({ file: path.join(folder, entry.name), entry, what });
    }
    return { months: [...months.values()], strays };
  }

  /** Throws for links, pipes and the like, and for files that engines would read. */
  assertNoStrays(): void {
    const stray = this.scan().strays.find(({ entry }) => !entry.isFile() || READ_BY_ENGINES.test(entry.name));
    if (stray === undefined) return;
    throw damaged(this.place(stray.file)[1], stray.what, 'move it elsewhere: engines read all files of the directory');
  }

  /** Throws for data files without a schema: new ones could get other types. */
  assertHasSchema(report: string): void {
    const isMissing = (): boolean => this.readSchema(report) === undefined;
    const hasData = (): boolean =>
      this.scan().months.some((month) => month.report === report && existsSync(this.dataOf(month)[0]));
    // Another run may write the first month meanwhile, and puts its schema before it.
    if (isMissing() && hasData() && isMissing())
      throw damaged(this.schemaFile(report)[1], 'is missing', RESTORE_SCHEMA);
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
        throw damaged(place[1], 'does not continue the schema files beside it', RESTORE_SCHEMA);
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
    if (record === undefined || record.source === (this.sources.get(partition.profile) ?? record.source)) return record;
    throw damaged(place[1], 'was pulled with another end date or client id');
  }

  /** The days of the last pull; undefined if no run has recorded them. */
  readDays(partition: Partition): PulledDays | undefined {
    const place = this.placeOf(partition, DAYS_FILE);
    return readWith(place, (text, label) => parseDays(text, label, partition.month));
  }

  /** The state of a partition. Throws as `readRecord` does. */
  readState(partition: Partition): PartitionState {
    const names = readFolder(this.placeOf(partition)).map(({ name }) => name);
    const record = this.readRecord(partition);
    if (record === undefined) return { record, isIncomplete: false };
    // Hashes would take too long. An empty month has no data file.
    const size = sizeOf(this.dataOf(partition));
    const isMatching = names.includes(DAYS_FILE) && size === (record.records === 0 ? undefined : record.bytes);
    return { record, isIncomplete: !isMatching || names.some(isTemporaryName) };
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

/** The size of a file; undefined without the file. */
function sizeOf([location, label]: Place): number | undefined {
  try {
    return statSync(location, { throwIfNoEntry: false })?.size;
  } catch (error) {
    throw unreadable(label, error);
  }
}

/** The entries of a folder; none if it does not exist. Throws a configuration error for one that cannot be read. */
function readFolder([folder, shown]: Place, recursive = false): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive });
  } catch (error) {
    // Another run may remove the folder of a month that it could not pull.
    if (codeOf(error) === 'ENOENT') return existsSync(folder) ? readFolder([folder, shown], recursive) : [];
    const { path: location = folder } = error as NodeJS.ErrnoException;
    throw unreadable(path.join(shown, path.relative(folder, location)), error);
  }
}

/** Enough of a hash to tell a few sources apart. */
const SOURCE_LENGTH = 8;

/**
 * The source of a client's records: the client id, or the options of the sandbox, and the end date of the requests. Each record
 * names it, so that a month of another dataset is found. The base URL and the time zone are no part of it.
 */
function sourceOf(profile: string, { profiles, endDate }: Pick<Dataset, 'profiles' | 'endDate'>): string {
  const client = profiles[profile]!;
  const identity = 'sandbox' in client ? Object.values(recordOptionsOf(client.sandbox)) : client.clientId.toLowerCase();
  return hashOf(JSON.stringify([identity, endDate])).slice(0, SOURCE_LENGTH);
}
