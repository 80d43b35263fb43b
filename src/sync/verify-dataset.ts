/** Checks every file of a dataset against its record, offline. */

import { existsSync } from 'node:fs';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord, toVisibleText } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import type { Services } from '../services.ts';
import { damaged } from './dataset.ts';
import { isOfSchema, OTHER_SCHEMA } from './dataset-schema.ts';
import { openData, readDays } from './month-files.ts';
import { DAYS_FILE, RECORD_FILE } from './record.ts';
import { type Found, findDataset, Tree, wordStray } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(
  directory: string,
  { targetOf, print, sleep, signal }: Pick<Services, 'targetOf' | 'print' | 'sleep' | 'signal'>,
): Promise<void> {
  const root = await targetOf(directory);
  const tree = new Tree(root, directory, findDataset(root, directory));
  const suspects: Found[] = [];
  for (const found of tree.walk()) {
    signal.throwIfAborted();
    if ((await faultsOf(found, tree)).length > 0) suspects.push(found);
  }
  if (suspects.length > 0) await sleep(PUBLISH_MS, signal);
  let count = 0;
  for (const found of suspects) {
    for (const fault of await faultsOf(found, tree)) {
      await print(`${toVisibleText(fault)}\n`);
      count++;
    }
  }
  if (count === 0) return;
  throw new ReportingError('E-damaged', `${countOf(count, 'fault')} in ${directory}`, {
    hint: `remove the _data.json of a wrong month, and run \`reporting sync ${shellWord(directory)}\`: it pulls the month again`,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. Then a fault is looked at once more. */
const PUBLISH_MS = 1000;

async function faultsOf(found: Found, tree: Tree): Promise<readonly string[]> {
  if (found.kind === 'stray') return [`${tree.place(found.file)[1]} ${wordStray(found)}`];
  const faults: string[] = [];
  const check = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  if (found.kind === 'report') {
    await check(() => tree.assertHasSchema(found.report));
    return faults;
  }
  const { partition } = found;
  const strays = (await check(() => tree.straysIn(partition))) ?? [];
  faults.push(...strays.map((stray) => `${tree.place(stray.file)[1]} ${wordStray(stray)}`));
  if (faults.length > 0) return faults;
  const data = tree.dataOf(partition);
  const record = await check(() => tree.readRecord(partition));
  if (record === undefined) {
    if (faults.length === 0 && existsSync(data[0])) faults.push(`${data[1]} has no ${RECORD_FILE}`);
    return faults;
  }
  // A broken schema is a fault of its report.
  const schema = tryRead(() => tree.readSchema(partition.report));
  await check(() => {
    if (schema !== undefined && !isOfSchema(record, schema))
      throw damaged(tree.placeOf(partition, RECORD_FILE)[1], OTHER_SCHEMA);
  });
  await check(async () => (await openData(data, record))?.close());
  await check(() => readDays(tree.placeOf(partition, DAYS_FILE), record));
  return faults;
}
