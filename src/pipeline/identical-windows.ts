/**
 * Answers that are the same to the byte, and should not be: a cache that ignores the query, or the headers that name the
 * client, answers one request with the records of another.
 */

import { createHash } from 'node:crypto';
import { formatRange } from '../core/date-range.ts';
import type { CheckedPart } from '../report/checks/check-report.ts';
import type { ClientMessage } from '../report/profile-names.ts';
import { figureIn } from '../segments/cell.ts';
import { createRowReader } from '../segments/row-reader.ts';
import type { Segment } from '../segments/segment.ts';
import { readLines } from '../segments/spooled-lines.ts';

/**
 * Warnings about windows of one client that tell no dates, and about clients, that have the same records, with figures
 * in them. Files are read only where their record counts and sizes are equal.
 */
export async function findIdenticalWindows(
  report: string,
  checked: readonly CheckedPart[],
  findSameAnswer?: FindSameAnswer,
): Promise<readonly ClientMessage[]> {
  const said: ClientMessage[] = [];
  for (const { profile, now, before, dates } of checked) {
    if (dates.dateColumn !== undefined) continue;
    const twins = await findTwins([...now, ...before], areSameWindow);
    if (twins === undefined) continue;
    const [one, other] = twins;
    const text =
      `the answers for ${report} ${formatRange(one.window)} and ${formatRange(other.window)} hold the same records: ` +
      'a cache may ignore what is asked for';
    said.push({ profile, text });
  }
  const segments = checked.flatMap(({ now, before }) => [...now, ...before]);
  for (const segment of findSameAnswer === undefined ? [] : segments) {
    const owner = await findOwner(segment, findSameAnswer!);
    if (owner === undefined) continue;
    const text = `profile ${owner} got the same records for ${report} ${formatRange(segment.window)}: ${WRONG_CLIENT}`;
    return [...said, { profile: undefined, text }];
  }
  const twins = await findTwins(segments, areSameClient);
  if (twins === undefined) return said;
  const [one, other] = twins;
  const text = `profiles ${one.profile} and ${other.profile} got the same records for ${report} ${formatRange(other.window)}: ${WRONG_CLIENT}`;
  return [...said, { profile: undefined, text }];
}

const WRONG_CLIENT = 'a cache may ignore which client asks';

/**
 * Takes the hash of an answer to this client. Gives the name of another client of the same command that got the same one, or
 * undefined.
 */
export type FindSameAnswer = (hash: string) => string | undefined;

async function findOwner(segment: Segment, findSameAnswer: FindSameAnswer): Promise<string | undefined> {
  if (segment.recordCount === 0) return undefined;
  const owner = findSameAnswer(await hashOf(segment));
  return owner !== undefined && (await hasFigures(segment, 1)) ? owner : undefined;
}

/** Windows of the range may come again in the range that it is compared with. */
function areSameWindow(one: Segment, other: Segment): boolean {
  return formatRange(one.window) === formatRange(other.window);
}

function areSameClient(one: Segment, other: Segment): boolean {
  return one.profile === other.profile;
}

/** The first two segments of equal records that `mayBeEqual` does not excuse. */
async function findTwins(
  segments: readonly Segment[],
  mayBeEqual: (one: Segment, other: Segment) => boolean,
): Promise<readonly [Segment, Segment] | undefined> {
  const sizeOf = ({ recordCount, spoolBytes }: Segment): string => `${recordCount} ${spoolBytes}`;
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  const bySize = new Map<string, Segment[]>();
  for (const segment of filled)
    bySize.set(sizeOf(segment), [...(bySize.get(sizeOf(segment)) ?? []), segment]);
  for (const alike of bySize.values()) {
    if (alike.every((each) => mayBeEqual(alike[0]!, each))) continue;
    const byHash = new Map<string, Segment[]>();
    for (const segment of alike) {
      const hash = await hashOf(segment);
      byHash.set(hash, [...(byHash.get(hash) ?? []), segment]);
    }
    for (const equal of byHash.values()) {
      const [first] = equal as [Segment];
      const twins = equal.filter((each) => !mayBeEqual(first, each));
      if (twins.length > 0 && (await hasFigures(first, twins.length))) return [first, twins[0]!];
    }
  }
  return undefined;
}

async function hashOf(segment: Segment): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of readLines(segment)) hash.update(block);
  return hash.digest('hex');
}

/**
 * True if the records have figures of so many digits that other answers, `twinCount` of them, are hardly the same by chance:
 * names alone, months without revenue, and days of one click may well be.
 */
async function hasFigures(segment: Segment, twinCount: number): Promise<boolean> {
  const read = createRowReader(segment.columns);
  let digits = 0;
  for await (const block of readLines(segment)) {
    for (const cells of read(block)) {
      for (const cell of cells) {
        const figure = figureIn(cell);
        if (figure !== undefined) digits += significantDigits(figure.slice(0, MAX_LENGTH));
        if (digits * twinCount >= CONVINCING_DIGITS) return true;
      }
    }
  }
  return false;
}

const CONVINCING_DIGITS = 6;
/** Characters of a number that are looked at. */
const MAX_LENGTH = 100;

/** `-0.0120` has two. */
function significantDigits(number: string): number {
  const [mantissa] = number.split(/[eE]/, 1) as [string];
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
}
