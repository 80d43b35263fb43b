/** Checks every file of a dataset against its record, offline. */

import { existsSync } from 'node:fs';
import { ReportingError, tryRead } from '../core/errors.ts';
import { countOf, shellWord, toVisibleText } from '../core/text.ts';
import type { Uses } from '../services.ts';
import { damaged } from './dataset.ts';
import { isOfSchema } from './dataset-schema.ts';
import { assertData, collectFault, otherSchema, readRecord } from './month-files.ts';
import { keyOf, monthFolder, type Partition, RECORD_FILE } from './months.ts';
import { openTree, type Tree } from './tree.ts';

/** Prints one line for each fault. Throws a damaged error if there is one. */
export async function verifyDataset(
  directory: string,
  { targetOf, print, sleep, signal, messages }: Uses<'targetOf' | 'print' | 'sleep' | 'signal' | 'messages'>,
): Promise<void> {
  const tree = openTree(await targetOf(directory), directory);
  const { months, strays } = tree.scan();
  const inMonths = months.flatMap((month) => tree.scan(monthFolder(month)).strays);
  const others = [...strays, ...inMonths].map(({ error }) => error);
  for (const report of new Set(months.map((month) => month.report)))
    await collectFault(others, () => tree.assertHasSchema(report, months));
  const suspects: Partition[] = [];
  for (const month of months) {
    signal.throwIfAborted();
    if ((await faultsIn(month, tree)).texts.length > 0) suspects.push(month);
  }
  if (suspects.length > 0) await sleep(PUBLISH_MS, signal);
  const faults = others.map(({ message }) => message);
  const repairs = new Set(others.flatMap(({ hint }) => hint ?? []));
  const forced: string[] = [];
  for (const month of suspects) {
    const { texts, blocker } = await faultsIn(month, tree);
    faults.push(...texts);
    if (blocker?.hint !== undefined) repairs.add(blocker.hint);
    if (blocker === undefined && texts.length > 0) forced.push(` --force ${keyOf(month)}`);
  }
  const caution = '; --force also accepts a loss beyond --max-drop: compare the restated days it prints';
  if (forced.length > 0) repairs.add(`run \`reporting sync ${shellWord(directory)}${forced.join('')}\`${caution}`);
  if (faults.length === 0) return messages.summary(`${countOf(months.length, 'month')} checked, no fault.`);
  await print(faults.map((fault) => `${toVisibleText(fault)}\n`).join(''));
  throw new ReportingError('E-damaged', `${countOf(faults.length, 'fault')} in ${directory}`, {
    hint: [...repairs].join('; ') || undefined,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. Then a fault is looked at once more. */
const PUBLISH_MS = 1000;

/** The faults of a month, and the first one that ends its pull, if a sync refuses its record. */
async function faultsIn(
  month: Partition,
  tree: Tree,
): Promise<{ texts: readonly string[]; blocker: ReportingError | undefined }> {
  const faults: ReportingError[] = [];
  const record = await collectFault(faults, () => readRecord(month, tree));
  // A broken schema is a fault of its report.
  const schema = tryRead(() => tree.readSchema(month.report));
  const isOther = record !== undefined && schema !== undefined && !isOfSchema(record, schema);
  if (isOther) faults.push(otherSchema(month, tree));
  const blocker = faults[0];
  const [data, shown] = tree.dataOf(month);
  if (record !== undefined) await collectFault(faults, () => assertData(month, record, tree));
  else if (blocker === undefined && existsSync(data)) faults.push(damaged(shown, `has no ${RECORD_FILE}`));
  return { texts: faults.map(({ message }) => message), blocker };
}
