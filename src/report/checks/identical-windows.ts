/**
 * Finds responses with the same records for different requests. A cache that ignores the query or the client id header answers
 * one request with the records of another.
 */

import { hashOfChunks } from '../../core/hash.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { type DateRange, formatRange, wordWindow } from '../../dates/range.ts';
import { significantDigits } from '../../records/cells.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import { readLines } from '../../records/spool.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { allWindows, type CheckedPart, type FindSameResponse } from '../pull.ts';

/** Remembers the first client with each hash. Calls for others give that client. */
export function createResponseOwners(): (profile: string, hash: string) => string | undefined {
  const owners = new Map<string, string>();
  return (profile, hash) => {
    const owner = owners.get(hash) ?? profile;
    owners.set(hash, owner);
    return owner === profile ? undefined : owner;
  };
}

/** Significant digits that two responses hardly share by chance. */
const CONVINCING_DIGITS = 6;

/**
 * Warnings about two windows with equal records: of one client without a date column, or of two clients. Records without
 * figures are ignored. Reads files only if their record counts and sizes are equal.
 */
export async function findIdenticalWindows(
  checked: readonly CheckedPart[],
  findSameResponse?: FindSameResponse,
): Promise<readonly DataWarning[]> {
  const warnings: DataWarning[] = [];
  for (const { profile, now, comparison, dates } of checked) {
    if (dates.dateColumn !== undefined) continue;
    // The compared range may contain a window of the range again.
    const [one, other] = (await findTwins([...now, ...comparison], ({ window }) => formatRange(window))) ?? [];
    if (one !== undefined) warnings.push({ profile, ...describeSameRecords(one.report, one.window, other!.window) });
  }
  const who = await findWrongClient(allWindows(checked), findSameResponse);
  if (who !== undefined) {
    const text = `${who}: a cache may ignore the client id`;
    warnings.push({ name: 'repeated-windows', text, namesReport: true });
  }
  return warnings;
}

/** The warning about two ranges with equal records. */
export function describeSameRecords(report: string, one: DateRange, other: DateRange): DataWarning {
  const windows = `${report} ${formatRange(one)} and ${formatRange(other)}`;
  const text = `the responses for ${windows} hold the same records: a cache may ignore the query`;
  return { name: 'repeated-windows', text, namesReport: true };
}

/** Says which clients got the same records, in this run or in those of other clients; undefined without any. */
async function findWrongClient(
  recordsByWindow: readonly WindowRecords[],
  findSameResponse?: FindSameResponse,
): Promise<string | undefined> {
  for (const each of findSameResponse === undefined ? [] : recordsByWindow) {
    const owner = each.recordCount === 0 ? undefined : findSameResponse!(await hashOfChunks(readLines(each)));
    if (owner === undefined || !(await hasFigures(each, 1))) continue;
    return `profile ${owner} got the same records for ${wordWindow(each)}`;
  }
  const [one, other] = (await findTwins(recordsByWindow, ({ profile }) => profile)) ?? [];
  return one && `profiles ${one.profile!} and ${other!.profile!} got the same records for ${wordWindow(other!)}`;
}

/** Two windows with equal records, and with different results of `ownerOf`. */
async function findTwins(
  recordsByWindow: readonly WindowRecords[],
  ownerOf: (windowRecords: WindowRecords) => string | undefined,
): Promise<readonly [WindowRecords, WindowRecords] | undefined> {
  if (new Set(recordsByWindow.map(ownerOf)).size < 2) return undefined;
  const filled = recordsByWindow.filter(({ recordCount }) => recordCount > 0);
  const sizeOf = ({ recordCount, spoolBytes }: WindowRecords): string => `${recordCount} ${spoolBytes}`;
  const [sizes, repeated] = [new Set<string>(), new Set<string>()];
  for (const size of filled.map(sizeOf)) (sizes.has(size) ? repeated : sizes).add(size);
  const found = new Map<string, { readonly first: WindowRecords; twins: number }>();
  for (const each of filled) {
    if (!repeated.has(sizeOf(each))) continue;
    const hash = await hashOfChunks(readLines(each));
    const known = found.get(hash) ?? { first: each, twins: 0 };
    found.set(hash, known);
    if (ownerOf(each) === ownerOf(known.first)) continue;
    known.twins++;
    if (await hasFigures(known.first, known.twins)) return [known.first, each];
  }
  return undefined;
}

/**
 * True if the figures have so many digits that `twinCount` equal responses are unlikely to be chance. Names alone, months
 * without revenue, or days with one click may be equal.
 */
export async function hasFigures(windowRecords: WindowRecords, twinCount: number): Promise<boolean> {
  let digits = 0;
  for await (const rows of scanSpooled(windowRecords, windowRecords.columns)) {
    while (rows.next()) {
      for (const cell of rows.cells()) digits += significantDigits(cell);
      if (digits * twinCount >= CONVINCING_DIGITS) return true;
    }
  }
  return false;
}
