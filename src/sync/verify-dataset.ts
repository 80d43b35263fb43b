/** Checks every file of a dataset against its record, offline. */

import { existsSync } from 'node:fs';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord, toVisibleText } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import type { Services } from '../services.ts';
import { isOfSchema, OTHER_SCHEMA } from './dataset-schema.ts';
import { openData, readDays } from './month-files.ts';
import type { Partition } from './months.ts';
import { DAYS_FILE, RECORD_FILE } from './record.ts';
import { openTree, type Tree } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(
  directory: string,
  { targetOf, print, sleep, signal }: Pick<Services, 'targetOf' | 'print' | 'sleep' | 'signal'>,
): Promise<void> {
  const tree = openTree(await targetOf(directory), directory);
  const { months, strays } = tree.scan();
  const inMonths = months.flatMap((month) => [...tree.straysOf(month)]);
  const faults = [...strays, ...inMonths].map(({ error }) => error.message);
  for (const report of new Set(months.map((month) => month.report)))
    await collect(faults, () => tree.assertHasSchema(report, months));
  const suspects: Partition[] = [];
  for (const month of months) {
    signal.throwIfAborted();
    if ((await faultsOf(month, tree)).length > 0) suspects.push(month);
  }
  if (suspects.length > 0) await sleep(PUBLISH_MS, signal);
  for (const month of suspects) faults.push(...(await faultsOf(month, tree)));
  if (faults.length === 0) return;
  await print(faults.map((fault) => `${toVisibleText(fault)}\n`).join(''));
  throw new ReportingError('E-damaged', `${countOf(faults.length, 'fault')} in ${directory}`, {
    hint: `remove the _data.json of a wrong month, and run \`reporting sync ${shellWord(directory)}\`: it pulls the month again`,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. Then a fault is looked at once more. */
const PUBLISH_MS = 1000;

/** The result of `check`; undefined if it throws: its message is then one of the faults. */
async function collect<T>(faults: string[], check: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    faults.push(error.message);
    return undefined;
  }
}

async function faultsOf(month: Partition, tree: Tree): Promise<readonly string[]> {
  const faults: string[] = [];
  const [data, recordFile] = [tree.dataOf(month), tree.placeOf(month, RECORD_FILE)[1]];
  const record = await collect(faults, () => tree.readRecord(month));
  if (record === undefined) {
    if (faults.length === 0 && existsSync(data[0])) faults.push(`${data[1]} has no ${RECORD_FILE}`);
    return faults;
  }
  // A broken schema is a fault of its report.
  const schema = tryRead(() => tree.readSchema(month.report));
  if (schema !== undefined && !isOfSchema(record, schema)) faults.push(`${recordFile} ${OTHER_SCHEMA}`);
  await collect(faults, async () => (await openData(data, record))?.close());
  await collect(faults, () => readDays(tree.placeOf(month, DAYS_FILE), record));
  return faults;
}
