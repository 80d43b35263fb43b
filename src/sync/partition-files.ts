/** The files of a partition: written in the order data, days, record, so that a record always describes files that exist. */

import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { formatWarning } from '../core/warnings.ts';
import { type StagedFile, stageFile, syncDirectory, withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { removeFile } from '../fs/held-files.ts';
import { countRecords } from './drops.ts';
import { namePartition, type PullContext } from './pull-context.ts';
import { DAYS_FILE, formatDays, formatRecord, type PartitionRecord, type PulledDays, RECORD_FILE } from './record.ts';
import type { Restatement } from './restatements.ts';
import { type DatasetSchema, hashOfSchema } from './schema-file.ts';
import { sourcesOf } from './sources.ts';
import type { PlannedPull } from './sync-plan.ts';
import { dataFileOf } from './tree.ts';

/** True if the files are those of the record. A run without a lock, or one that was killed, may have replaced them. */
export async function isIntact(pull: PlannedPull, record: PartitionRecord, context: PullContext): Promise<boolean> {
  const { tree, dataset } = context;
  if (pull.reason === 'incomplete' && record.records === 0) return false;
  try {
    if (hashOf(readFileSync(tree.pathOf(pull, DAYS_FILE), 'utf8')) !== record.days) return false;
    return (
      record.records === 0 ||
      (await hashOfChunks(createReadStream(tree.pathOf(pull, dataFileOf(dataset.format))))) === record.sha256
    );
  } catch {
    return false;
  }
}

interface UnchangedMonth {
  /** When the pull began. */
  readonly startedAt: Date;
  readonly record: PartitionRecord;
  /** The days of the record. */
  readonly before: PulledDays;
  /** As the record has them. */
  readonly warnings: PartitionRecord['warnings'];
}

/**
 * Writes the record of an unchanged month: with a longer range, with other warnings, or once a day with the time of the pull. A run at the same time
 * needs that time to know that the month was pulled.
 */
export async function refreshRecord(
  pull: PlannedPull,
  { record, startedAt, before, warnings }: UnchangedMonth,
  context: PullContext,
): Promise<void> {
  const { dayOf, overlap, tree } = context;
  const { from, to } = pull.range;
  const isSameRange = record.from === from && record.to === to;
  const hasSameWarnings =
    JSON.stringify(warnings?.map(formatWarning)) === JSON.stringify(record.warnings?.map(formatWarning));
  const isSameDay = !overlap.isSeen && hasSameWarnings && dayOf(record.pulledAt) === dayOf(startedAt);
  if (isSameRange && (isSameDay || record.pulledAt > startedAt)) return;
  let { days } = record;
  if (!isSameRange) {
    const text = formatDays({ from, to, days: before.days });
    days = hashOf(text);
    await writeDurably(...tree.placeOf(pull, DAYS_FILE), text);
  }
  const equalSince = warnings && isSameRange ? (record.equalSince ?? record.pulledAt) : undefined;
  const text = formatRecord({ ...record, from, to, pulledAt: startedAt, days, warnings, equalSince });
  await writeDurably(...tree.placeOf(pull, RECORD_FILE), text);
}

interface NewFiles {
  /** Undefined for a month without records. */
  readonly pieces: AsyncIterable<string | Uint8Array> | undefined;
  readonly now: PulledDays;
  readonly content: string;
  readonly startedAt: Date;
  readonly columns: PartitionRecord['columns'];
  readonly warnings: PartitionRecord['warnings'];
  readonly restatements: readonly Restatement[];
  readonly schema: DatasetSchema | undefined;
  /** Puts the schema if it is new. False if another run has put one meanwhile. */
  readonly putSchema: () => Promise<boolean>;
}

/** `superseded`: another run has written later figures meanwhile. */
type ReplaceResult = 'replaced' | 'superseded' | 'other schema';

/** Replaces the files. They stay as they are if the result is not `replaced`. */
export async function replaceFiles(
  pull: PlannedPull,
  { pieces, now, content, columns, startedAt, warnings, restatements, schema, putSchema }: NewFiles,
  context: PullContext,
): Promise<ReplaceResult> {
  const { tree, dataset, printRestatements } = context;
  const [data, shownData] = tree.placeOf(pull, dataFileOf(dataset.format));
  const staged: StagedFile[] = [];
  let isBegun = false;
  const stage = async (location: string, shown: string, text: Parameters<typeof stageFile>[2]) => {
    const file = await stageFile(location, shown, text, { signal: context.lock.signal }).catch((error: unknown) => {
      throw namePartition(pull, error, OTHER_TYPE);
    });
    staged.push(file);
    return file;
  };
  try {
    const dataFile = pieces && (await stage(data, shownData, pieces));
    const daysFile = await stage(...tree.placeOf(pull, DAYS_FILE), [formatDays(now)]);
    const { from, to } = now;
    const record = formatRecord({
      ...{ from, to, content, pulledAt: startedAt, days: daysFile.sha256, columns, warnings },
      records: countRecords(now.days),
      source: sourcesOf(dataset).get(pull.profile)!,
      schema: schema && hashOfSchema(schema),
      bytes: dataFile?.bytes ?? 0,
      sha256: dataFile?.sha256 ?? '',
    });
    const recordFile = await stage(...tree.placeOf(pull, RECORD_FILE), [record]);
    // Another run, which did not see this lock, has figures of a later time.
    const isSuperseded = (): boolean => (tree.readRecord(pull)?.pulledAt ?? startedAt) > startedAt;
    if (isSuperseded()) return 'superseded';
    if (!(await putSchema())) return 'other schema';
    // After a power failure, too, temporary files show the next run that only some files of this month are new.
    await withOutputErrors(shownData, () => syncDirectory(path.dirname(data)));
    // Print them before the days of the last pull are replaced: after a kill in between, the next run prints them again.
    if (restatements.length > 0) await printRestatements(pull, restatements, schema?.dateColumn !== undefined);
    const replaceData = dataFile?.publish ?? (() => remove(data, shownData));
    for (const replace of [replaceData, daysFile.publish, recordFile.publish]) {
      if (isSuperseded()) return 'superseded';
      isBegun = true;
      await replace();
    }
    isBegun = false;
    return 'replaced';
  } finally {
    // Temporary files show the next run that the files of this month do not match, as after a kill.
    if (!isBegun) for (const file of staged) await file.discard();
  }
}

const OTHER_TYPE =
  'the month was not replaced; sync to a new directory, and choose the type of that column with --type <column>=text';

function remove(file: string, shown: string): Promise<void> {
  return withOutputErrors(shown, async () => {
    await removeFile(file);
    await syncDirectory(path.dirname(file));
  });
}
