/**
 * Finds responses with the same records for different requests. A cache that ignores the query or the client id header answers
 * one request with the records of another.
 */

import { hashOfChunks } from '../../core/hash.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { type DateRange, formatRange, wordWindow } from '../../dates/range.ts';
import { figureIn } from '../../records/cells.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import { readLines } from '../../records/spool.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { allWindows, type CheckedPart, type FindSameResponse } from '../fetch.ts';

/** Remembers the first client with each hash. Calls for others give that client. */
export function createResponseOwners(): (profile: string, hash: string) => string | undefined {
  const owners = new Map<string, string>();
  return (profile, hash) => {
    const owner = owners.get(hash) ?? profile;
    owners.set(hash, owner);
    return owner === profile ? undefined : owner;
  };
}

const WRONG_CLIENT = 'a cache may ignore the client id';
/** Significant digits that two responses hardly share by chance. */
const CONVINCING_DIGITS = 6;
/** Characters of a number that are checked. */
const MAX_LENGTH = 100;

/**
 * Warnings about two windows with equal records: of one client without a date column, or of two clients. Records without
 * figures are ignored. Reads files only if their record counts and sizes are equal.
 */
export async function findIdenticalWindows(
  checked: readonly CheckedPart[],
  findSameResponse?: FindSameResponse,
): Promise<readonly DataWarning[]> {
  const messages: DataWarning[] = [];
  for (const { profile, now, comparison, dates } of checked) {
    if (dates.dateColumn !== undefined) continue;
    // The compared range may contain a window of the range again.
    const twins = await findTwins([...now, ...comparison], ({ window }) => formatRange(window));
    if (twins === undefined) continue;
    const [one, other] = twins;
    messages.push({ profile, ...describeSameRecords(one.report, one.window, other.window) });
  }
  const recordsByWindow = allWindows(checked);
  for (const windowRecords of findSameResponse === undefined ? [] : recordsByWindow) {
    const owner = await findOwner(windowRecords, findSameResponse!);
    if (owner === undefined) continue;
    const text = `profile ${owner} got the same records for ${wordWindow(windowRecords)}: ${WRONG_CLIENT}`;
    return [...messages, { name: 'repeated-windows', profile: undefined, text, namesReport: true }];
  }
  const twins = await findTwins(recordsByWindow, ({ profile }) => profile);
  if (twins === undefined) return messages;
  const [one, other] = twins;
  const text = `profiles ${one.profile!} and ${other.profile!} got the same records for ${wordWindow(other)}: ${WRONG_CLIENT}`;
  return [...messages, { name: 'repeated-windows', profile: undefined, text, namesReport: true }];
}

/** The warning about two ranges with equal records. */
export function describeSameRecords(report: string, one: DateRange, other: DateRange): DataWarning {
  const windows = `${report} ${formatRange(one)} and ${formatRange(other)}`;
  const text = `the responses for ${windows} hold the same records: a cache may ignore the query`;
  return { name: 'repeated-windows', text, namesReport: true };
}

async function findOwner(
  windowRecords: WindowRecords,
  findSameResponse: FindSameResponse,
): Promise<string | undefined> {
  if (windowRecords.recordCount === 0) return undefined;
  const owner = findSameResponse(await hashOfChunks(readLines(windowRecords)));
  return owner !== undefined && (await hasFigures(windowRecords, 1)) ? owner : undefined;
}

/** The first two windows with equal records, and with different results of `ownerOf`. */
async function findTwins(
  recordsByWindow: readonly WindowRecords[],
  ownerOf: (windowRecords: WindowRecords) => string | undefined,
): Promise<readonly [WindowRecords, WindowRecords] | undefined> {
  const sizeOf = ({ recordCount, spoolBytes }: WindowRecords): string => `${recordCount} ${spoolBytes}`;
  const filled = recordsByWindow.filter(({ recordCount }) => recordCount > 0);
  const bySize = new Map<string, WindowRecords[]>();
  for (const each of filled) bySize.set(sizeOf(each), [...(bySize.get(sizeOf(each)) ?? []), each]);
  for (const alike of bySize.values()) {
    if (new Set(alike.map(ownerOf)).size === 1) continue;
    const byHash = new Map<string, WindowRecords[]>();
    for (const each of alike) {
      const hash = await hashOfChunks(readLines(each));
      byHash.set(hash, [...(byHash.get(hash) ?? []), each]);
    }
    for (const equal of byHash.values()) {
      const [first] = equal as [WindowRecords];
      const twins = equal.filter((each) => ownerOf(each) !== ownerOf(first));
      if (twins.length > 0 && (await hasFigures(first, twins.length))) return [first, twins[0]!];
    }
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
      for (const cell of rows.cells()) {
        const figure = figureIn(cell);
        if (figure !== undefined) digits += significantDigits(figure.slice(0, MAX_LENGTH));
        if (digits * twinCount >= CONVINCING_DIGITS) return true;
      }
    }
  }
  return false;
}

/** The number of significant digits: `-0.0120` has two. */
function significantDigits(number: string): number {
  const [mantissa] = number.split(/[eE]/, 1) as [string];
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
}
