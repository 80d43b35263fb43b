/** Checks every file of a dataset against its record, offline. */

import { existsSync } from 'node:fs';
import { ReportingError, tryRead } from '../core/errors.ts';
import { countOf, shellWord, toVisibleText } from '../core/text.ts';
import type { Uses } from '../services.ts';
import { isOfSchema, OTHER_SCHEMA } from './dataset-schema.ts';
import { collectFault, faultsOf, readRecord } from './month-files.ts';
import { monthFolder, type Partition, RECORD_FILE } from './months.ts';
import { openTree, type Tree } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(
  directory: string,
  { targetOf, print, sleep, signal, messages }: Uses<'targetOf' | 'print' | 'sleep' | 'signal' | 'messages'>,
): Promise<void> {
  const tree = openTree(await targetOf(directory), directory);
  const { months, strays } = tree.scan();
  const inMonths = months.flatMap((month) => tree.scan(monthFolder(month)).strays);
  const faults = [...strays, ...inMonths].map(({ error }) => error.message);
  for (const report of new Set(months.map((month) => month.report)))
    await collectFault(faults, () => tree.assertHasSchema(report, months));
  const suspects: Partition[] = [];
  for (const month of months) {
    signal.throwIfAborted();
    if ((await faultsIn(month, tree)).length > 0) suspects.push(month);
  }
  if (suspects.length > 0) await sleep(PUBLISH_MS, signal);
  for (const month of suspects) faults.push(...(await faultsIn(month, tree)));
  if (faults.length === 0) return messages.summary(`${countOf(months.length, 'month')} checked, no fault.`);
  await print(faults.map((fault) => `${toVisibleText(fault)}\n`).join(''));
  throw new ReportingError('E-damaged', `${countOf(faults.length, 'fault')} in ${directory}`, {
    hint: `remove the _data.json of a wrong month, and run \`reporting sync ${shellWord(directory)}\`: it pulls the month again`,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. Then a fault is looked at once more. */
const PUBLISH_MS = 1000;

async function faultsIn(month: Partition, tree: Tree): Promise<readonly string[]> {
  const faults: string[] = [];
  const record = await collectFault(faults, () => readRecord(month, tree));
  if (record === undefined) {
    const [data, shown] = tree.dataOf(month);
    if (faults.length === 0 && existsSync(data)) faults.push(`${shown} has no ${RECORD_FILE}`);
    return faults;
  }
  // A broken schema is a fault of its report.
  const schema = tryRead(() => tree.readSchema(month.report));
  if (schema !== undefined && !isOfSchema(record, schema))
    faults.push(`${tree.placeOf(month, RECORD_FILE)[1]} ${OTHER_SCHEMA}`);
  return [...faults, ...(await faultsOf(month, record, tree))];
}
