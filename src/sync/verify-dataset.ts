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
  const others = [...strays, ...inMonths].map(({ error }) => error);
  for (const report of new Set(months.map((month) => month.report)))
    await collectFault(others, () => tree.assertHasSchema(report, months));
  const suspects: Partition[] = [];
  for (const month of months) {
    signal.throwIfAborted();
    if ((await faultsIn(month, tree)).length > 0) suspects.push(month);
  }
  if (suspects.length > 0) await sleep(PUBLISH_MS, signal);
  const wrong: string[] = [];
  for (const month of suspects) wrong.push(...(await faultsIn(month, tree)));
  const faults = [...others.map(({ message }) => message), ...wrong];
  if (faults.length === 0) return messages.summary(`${countOf(months.length, 'month')} checked, no fault.`);
  await print(faults.map((fault) => `${toVisibleText(fault)}\n`).join(''));
  const pull = `run \`reporting sync ${shellWord(directory)}\`: it pulls the month again`;
  const hints = others.flatMap(({ hint }) => hint ?? []);
  if (wrong.length > 0) hints.push(`remove the ${RECORD_FILE} of a wrong month, if it has one, and ${pull}`);
  throw new ReportingError('E-damaged', `${countOf(faults.length, 'fault')} in ${directory}`, {
    hint: [...new Set(hints)].join('; ') || undefined,
  });
}

/** A sync replaces the files of a month one after the other, in less time than this. Then a fault is looked at once more. */
const PUBLISH_MS = 1000;

async function faultsIn(month: Partition, tree: Tree): Promise<readonly string[]> {
  const broken: ReportingError[] = [];
  const record = await collectFault(broken, () => readRecord(month, tree));
  if (record === undefined) {
    const [data, shown] = tree.dataOf(month);
    if (broken.length === 0 && existsSync(data)) return [`${shown} has no ${RECORD_FILE}`];
    return broken.map(({ message }) => message);
  }
  // A broken schema is a fault of its report.
  const schema = tryRead(() => tree.readSchema(month.report));
  const isOther = schema !== undefined && !isOfSchema(record, schema);
  const other = isOther ? [`${tree.placeOf(month, RECORD_FILE)[1]} ${OTHER_SCHEMA}`] : [];
  return [...other, ...(await faultsOf(month, record, tree)).map(({ message }) => message)];
}
