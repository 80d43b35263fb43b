/** Checks every file of a dataset against its record, offline. */

import { type Dirent, existsSync } from 'node:fs';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord, toVisibleText } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { codeOf, otherKindOf } from '../fs/paths.ts';
import type { Services } from '../services.ts';
import { isOfSchema, OTHER_SCHEMA } from './dataset-schema.ts';
import { openData, readDays } from './month-files.ts';
import type { Partition } from './months.ts';
import { DAYS_FILE, RECORD_FILE } from './record.ts';
import { type Found, findDataset, LOCK_FILE, Tree, walkDataset } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(
  directory: string,
  { targetOf, print, sleep, signal }: Pick<Services, 'targetOf' | 'print' | 'sleep' | 'signal'>,
): Promise<void> {
  const root = await targetOf(directory);
  const tree = new Tree(root, directory, findDataset(root, directory));
  const pause = (): Promise<void> => sleep(PUBLISH_MS, signal);
  let count = 0;
  for (const found of walkDataset(root)) {
    signal.throwIfAborted();
    for (const fault of await faultsOf(found, directory, tree, pause)) {
      await print(`${toVisibleText(fault)}\n`);
      count++;
    }
  }
  if (count === 0) return;
  throw new ReportingError('E-damaged', `${countOf(count, 'fault')} in ${directory}`, {
    hint: `remove the _data.json of a wrong month, and run \`reporting sync ${shellWord(directory)}\`: it pulls the month again`,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. */
const PUBLISH_MS = 1000;

/** The faults of something in the directory. While a sync replaces the files of a month, they are checked once more, after a pause. */
async function faultsOf(
  found: Found,
  directory: string,
  tree: Tree,
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  switch (found.kind) {
    case 'unreadable':
      return [fault(path.join(directory, found.file), `cannot be read: ${codeOf(found.error)}`)];
    case 'foreign':
      return [wordForeign(path.join(directory, found.file), found.entry)];
    case 'report': {
      const file = tree.schemaFile(found.report)[1];
      const isMissing = (): boolean => tree.readSchema(found.report) === undefined && tree.hasData(found.report);
      return gather(file, () => (isMissing() ? [fault(file, 'is missing')] : []));
    }
  }
  const { partition } = found;
  const pulledAt = (): number | undefined => tree.findRecord(partition)?.pulledAt.getTime();
  const before = pulledAt();
  const faults = await faultsOfMonth(partition, tree);
  const isChanging = existsSync(tree.placeOf(partition, LOCK_FILE)[0]) || pulledAt() !== before;
  if (faults.length === 0 || !isChanging) return faults;
  await pause();
  return faultsOfMonth(partition, tree);
}

const fault = (file: string, what: string): string => `${file}: ${what}`;

function wordForeign(file: string, entry: Dirent): string {
  const kind = entry.isDirectory() ? undefined : otherKindOf(entry);
  return fault(file, kind === undefined ? 'does not belong to the dataset' : `is ${kind}`);
}

/** The faults that `find` returns, or the one that it throws, which mostly begins with the name of the file. */
async function gather(
  file: string,
  find: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    const what = error.message.replace(`cannot read ${file}:`, 'cannot be read:').replace(`${file} `, '');
    return [fault(file, what)];
  }
}

async function faultsOfMonth(partition: Partition, tree: Tree): Promise<readonly string[]> {
  const [, folder] = tree.placeOf(partition);
  const [recordFile, daysFile] = [RECORD_FILE, DAYS_FILE].map((file) => path.join(folder, file)) as [string, string];
  const data = tree.dataOf(partition);
  const faults: string[] = [];
  const rest = await gather(folder, () => {
    const { own, foreign } = tree.readFolder(partition);
    faults.push(...foreign.map((entry) => wordForeign(path.join(folder, entry.name), entry)));
    return own.flatMap((entry) =>
      entry.isFile() ? [] : [fault(path.join(folder, entry.name), `is ${otherKindOf(entry)}`)],
    );
  });
  if (rest.length > 0) return [...faults, ...rest];
  const ofRecord = await gather(recordFile, async () => {
    const record = tree.readRecord(partition);
    if (record === undefined) return existsSync(data[0]) ? [fault(data[1], `has no ${RECORD_FILE}`)] : [];
    // A broken schema is a fault of its report.
    const schema = tryRead(() => tree.readSchema(partition.report));
    return [
      ...(schema === undefined || isOfSchema(record, schema) ? [] : [fault(recordFile, OTHER_SCHEMA)]),
      ...(await gather(data[1], async () => {
        await (await openData(data, record))?.close();
        return [];
      })),
      ...(await gather(daysFile, () => {
        readDays(tree.placeOf(partition, DAYS_FILE), record);
        return [];
      })),
    ];
  });
  return [...faults, ...ofRecord];
}
