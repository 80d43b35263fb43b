/** Checks every file of a dataset against its record, offline. */

import { createReadStream, type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { REPORTS } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { countOf, formatCount, shellWord, toVisibleText } from '../core/text.ts';
import { isTemporaryName } from '../fs/durable-files.ts';
import { codeOf, otherKindOf } from '../fs/paths.ts';
import type { Services } from '../services.ts';
import { DATASET_FILE, type Dataset, isFolderName } from './dataset.ts';
import { countRecords } from './drops.ts';
import { FAILURE_FILES } from './failure-file.ts';
import { findDataset } from './find-dataset.ts';
import { isMonth } from './months.ts';
import type { Partition } from './partition-name.ts';
import { contentHash, DAYS_FILE, parseDays, parseRecord, RECORD_FILE } from './record.ts';
import { hashesOf, OTHER_SCHEMA } from './schema-check.ts';
import { isSchemaFile, openSchemas, type SchemaStore } from './schema-file.ts';
import { OTHER_SOURCE, sourcesOf } from './sources.ts';
import { dataFileOf, isReadByEngines, LOCK_FILE, openTree, SCHEMA_FILE } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(directory: string, services: Services): Promise<void> {
  const root = await services.targetOf(directory);
  const dataset = findDataset(root, directory);
  let faults = 0;
  const pause = (): Promise<void> => services.sleep(PUBLISH_MS, services.signal);
  const schemas = openSchemas(root, '', { isReadOnly: true });
  const run = { root, dataset, schemas, sources: sourcesOf(dataset), pause };
  for await (const fault of findFaults(run)) {
    services.signal.throwIfAborted();
    if (fault === undefined) continue;
    faults++;
    await services.print(`${toVisibleText(path.join(directory, fault.file))}: ${fault.what}\n`);
  }
  if (faults === 0) return;
  throw new ReportingError('E-damaged', `${countOf(faults, 'fault')} in ${directory}`, {
    hint: `remove the _data.json of a wrong month, and run reporting sync ${shellWord(directory)}: it pulls the month again`,
  });
}

interface VerifyRun {
  readonly root: string;
  readonly dataset: Dataset;
  readonly schemas: SchemaStore;
  /** By the folders of clients. */
  readonly sources: ReadonlyMap<string, string>;
  readonly pause: () => Promise<void>;
}

interface Fault {
  /** Relative to the dataset. */
  readonly file: string;
  readonly what: string;
}

/** The faults of all files, and undefined now and then, so that the caller can stop. */
async function* findFaults(run: VerifyRun): AsyncGenerator<Fault | undefined> {
  const { root, dataset, schemas } = run;
  const tree = openTree(root, '', dataset);
  for (const entry of entriesOf(root, '')) {
    const report = /^report=(.+)$/.exec(entry.name)?.[1];
    if ([DATASET_FILE, LOCK_FILE].includes(entry.name) && entry.isFile()) continue;
    if (isTemporary(entry)) continue;
    // Reports and clients that the dataset has no more are checked like the others.
    const isKnown = entry.isDirectory() && REPORTS.some(({ name }) => name === report);
    if (report === undefined || !isKnown) {
      yield foreign(entry, '');
      continue;
    }
    const file = path.join(entry.name, SCHEMA_FILE);
    yield* orUnreadable(file, async function* () {
      if ((await schemas.read(report)) === undefined && tree.hasData(report)) yield { file, what: 'is missing' };
    });
    yield* orUnreadable(entry.name, () => findFaultsOfReport(run, entry.name, report));
  }
}

async function* findFaultsOfReport(run: VerifyRun, folder: string, report: string): AsyncGenerator<Fault | undefined> {
  const { root, schemas } = run;
  // A broken one is a fault already.
  const schema = await schemas.read(report).catch(() => undefined);
  for (const entry of entriesOf(root, folder)) {
    const profile = /^profile=(.+)$/.exec(entry.name)?.[1];
    if (isTemporary(entry) || (entry.isFile() && isSchemaFile(entry.name, schema))) continue;
    if (profile === undefined || !entry.isDirectory() || !isFolderName(profile)) {
      yield foreign(entry, folder);
      continue;
    }
    const client = path.join(folder, entry.name);
    yield* orUnreadable(client, () => findFaultsOfClient(run, client, { report, profile }));
  }
}

async function* findFaultsOfClient(
  run: VerifyRun,
  folder: string,
  client: Omit<Partition, 'month'>,
): AsyncGenerator<Fault | undefined> {
  const { root, pause } = run;
  for (const entry of entriesOf(root, folder)) {
    const month = /^month=(.+)$/.exec(entry.name)?.[1];
    if (isTemporary(entry) || (entry.isFile() && FAILURE_FILES.test(entry.name))) continue;
    if (month === undefined || !isMonth(month) || !entry.isDirectory()) {
      yield foreign(entry, folder);
      continue;
    }
    const partition = path.join(folder, entry.name);
    const check = () => findFaultsOfPartition(run, folder, { ...client, month });
    yield* orUnreadable(partition, () => findLastingFaults(path.join(root, partition), check, pause));
  }
}

/** A sync replaces the files of a month one after the other, in less time than this. */
const PUBLISH_MS = 1000;

/** The faults that `check` finds. While a sync replaces the files, they are checked once more, after a pause. */
async function* findLastingFaults(
  folder: string,
  check: () => AsyncGenerator<Fault | undefined>,
  pause: () => Promise<void>,
): AsyncGenerator<Fault | undefined> {
  const changedAt = (): number | undefined =>
    statSync(path.join(folder, RECORD_FILE), { throwIfNoEntry: false })?.mtimeMs;
  const before = changedAt();
  let faults = await gather(check());
  if (faults.length > 0 && (existsSync(path.join(folder, LOCK_FILE)) || changedAt() !== before)) {
    await pause();
    faults = await gather(check());
  }
  yield* faults;
  yield undefined;
}

async function gather(found: AsyncGenerator<Fault | undefined>): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for await (const fault of found) if (fault !== undefined) faults.push(fault);
  return faults;
}

async function* findFaultsOfPartition(
  { root, dataset, schemas, sources }: VerifyRun,
  client: string,
  { report, profile, month }: Partition,
): AsyncGenerator<Fault | undefined> {
  const dataFile = dataFileOf(dataset.format);
  const folder = path.join(client, `month=${month}`);
  const entries = entriesOf(root, folder);
  const own: readonly string[] = [RECORD_FILE, DAYS_FILE, dataFile, LOCK_FILE];
  for (const entry of entries) {
    if (own.includes(entry.name)) {
      const kind = otherKindOf(entry);
      if (kind !== undefined) yield { file: path.join(folder, entry.name), what: `is ${kind}` };
    } else if (!isTemporary(entry)) yield foreign(entry, folder);
  }
  const has = (name: string): boolean => entries.some((entry) => entry.name === name && entry.isFile());
  const at = (name: string): string => path.join(folder, name);
  if (!has(RECORD_FILE)) {
    if (has(dataFile)) yield { file: at(dataFile), what: `has no ${RECORD_FILE}` };
    return yield undefined;
  }
  yield* orUnreadable(at(RECORD_FILE), async function* () {
    const record = parseRecord(readFileSync(path.join(root, at(RECORD_FILE)), 'utf8'), RECORD_FILE, month);
    if (record.source !== (sources.get(profile) ?? record.source)) yield { file: at(RECORD_FILE), what: OTHER_SOURCE };
    if (record.records > 0 && !has(dataFile)) yield { file: at(dataFile), what: 'is missing' };
    if (record.records === 0 && has(dataFile))
      yield { file: at(dataFile), what: 'exists, but its record says that the month is empty' };
    if (record.records > 0 && has(dataFile)) {
      const location = path.join(root, at(dataFile));
      const { size } = statSync(location);
      if (size !== record.bytes) {
        yield { file: at(dataFile), what: `has ${countOf(size, 'byte')} instead of ${formatCount(record.bytes)}` };
      } else if ((await hashOfChunks(createReadStream(location))) !== record.sha256) {
        yield { file: at(dataFile), what: 'has another SHA-256 than its record' };
      } else {
        const schema = await schemas.read(report).catch(() => undefined);
        if (schema !== undefined && !hashesOf(schema).has(record.schema))
          yield { file: at(RECORD_FILE), what: OTHER_SCHEMA };
      }
    }
    if (!has(DAYS_FILE)) return yield { file: at(DAYS_FILE), what: 'is missing' };
    const text = readFileSync(path.join(root, at(DAYS_FILE)), 'utf8');
    const { days } = parseDays(text, DAYS_FILE, month);
    const isSame =
      hashOf(text) === record.days && contentHash(days) === record.content && countRecords(days) === record.records;
    if (!isSame) yield { file: at(DAYS_FILE), what: 'does not belong to its record' };
  });
}

/** The faults that `find` finds in a file or a folder. One that cannot be read is a fault itself. */
async function* orUnreadable(
  file: string,
  find: () => AsyncGenerator<Fault | undefined>,
): AsyncGenerator<Fault | undefined> {
  try {
    yield* find();
  } catch (error) {
    if (error instanceof ReportingError && error.kind === 'interrupted') throw error;
    yield { file, what: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof ReportingError ? undefined : codeOf(error);
  return code === undefined ? error.message : `cannot be read: ${code}`;
}

function entriesOf(root: string, folder: string): readonly Dirent[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true });
}

/** A file that a killed run left. Engines do not read it, and the next pull of the month removes it. */
function isTemporary(entry: Dirent): boolean {
  const { name } = entry;
  return entry.isFile() && (isTemporaryName(name) || (name.startsWith(`${LOCK_FILE}-`) && !isReadByEngines(name)));
}

function foreign(entry: Dirent, folder: string): Fault {
  const kind = entry.isDirectory() ? undefined : otherKindOf(entry);
  const what = kind === undefined ? 'does not belong to the dataset' : `is ${kind}`;
  return { file: path.join(folder, entry.name), what };
}
