/**
 * Compares sums that a response gives beside its records (`totals`, `summary`) with the sums of the records. Reads the records of a
 * window again only if its response has such a member.
 */

import { addDecimals, type Decimal, formatDecimal, negate, parseDecimal, ZERO } from '../../core/decimal.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { wordWindow } from '../../dates/range.ts';
import { Sums } from '../../frame/states.ts';
import { type Member, stringOf } from '../../json/members.ts';
import { comparedName } from '../../json/sign-rules.ts';
import { cellAt } from '../../records/cells.ts';
import { saysCurrency } from '../../records/currency.ts';
import { kindOfName } from '../../records/name-kind.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { createMemberTest, scopeOfMember } from './partial-signs.ts';

/** A difference that sums of floating-point numbers may have, as a share of the sum. */
const FLOAT_ERROR = 1e-9;
/** Names of a member which says that a sum is about other records. */
const OTHER_RECORDS =
  /filter|^(?:scope|(?:date)?range|period|segment|since|window|level|from|to|until|(?:start|end)?date|start|end)$/;

/** Warnings about sums that differ, one for each member. */
export async function findStatedSums(
  windows: readonly WindowRecords[],
  allowed: readonly string[],
): Promise<readonly DataWarning[]> {
  const isAllowed = createMemberTest(allowed, 'partial');
  const found = new Map<string, DataWarning>();
  for (const windowRecords of windows) {
    const sums = windowRecords.sumMembers.length === 0 ? [] : await compareSums(windowRecords);
    for (const { member, sum } of sums) {
      const scope = scopeOfMember(member.path);
      if (found.has(scope) || isAllowed(member.path) || isAllowed(member.path.slice(0, -1))) continue;
      const text = `the response for ${wordWindow(windowRecords)} has ${JSON.stringify(member.path.join('.'))}: ${member.value.text}, but its records sum to ${sum}: some may be missing`;
      found.set(scope, { name: 'partial', scope: [scope], text, namesReport: true });
    }
  }
  return [...found.values()];
}

async function compareSums(windowRecords: WindowRecords) {
  const { columns, recordCount, sumMembers, window } = windowRecords;
  const stated = sumMembers.flatMap((member) => {
    const total = parseDecimal(stringOf(member.value) ?? member.value.text);
    const name = comparedName(member.path);
    const names = [name, name.replace(/^(?:total|sum)(?:of)?/, ''), name.replace(/(?:total|sum)$/, '')];
    const index = columns.findIndex(
      ({ path }) => isAmountOrCount(path) && names.includes(comparedName([path.join('')])),
    );
    return total === undefined ? [] : [{ member, total, index, sums: new Sums() }];
  });
  const isOther = (member: Member): boolean =>
    OTHER_RECORDS.test(comparedName(member.path)) &&
    ![window.from, window.to].some((day) => member.value.text.includes(day));
  if (sumMembers.some(isOther)) return [];
  if (recordCount === 0) {
    const ofRecords = stated.filter(({ member, total }) => isAmountOrCount(member.path) && total.units !== 0);
    return ofRecords.map(({ member }) => ({ member, sum: formatDecimal(ZERO) }));
  }
  const compared = stated.filter(({ index }) => index !== -1);
  if (compared.length === 0) return [];
  const currencies = columns.flatMap((column, index) => (saysCurrency(column) ? [index] : []));
  const codes = currencies.map(() => new Set<string | undefined>());
  for await (const rows of scanSpooled(windowRecords, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      for (const { sums, index } of compared) sums.addAt(0, block, starts[index]!, ends[index]!);
      for (const [at, index] of currencies.entries()) codes[at]!.add(cellAt(block, starts[index]!, ends[index]!));
    }
  }
  if (codes.some(({ size }) => size > 1)) return [];
  return compared.flatMap(({ member, total, sums }) => {
    const sum = sums.sumOf(0);
    const isKnown = sums.refused === undefined && sums.unknown.count === 0 && sums.has(0);
    return isKnown && isApart(sum, total, sums.countOf(0)) ? [{ member, sum: formatDecimal(sum) }] : [];
  });
}

function isAmountOrCount(path: readonly string[]): boolean {
  const { kind } = kindOfName(path);
  return kind === 'money' || kind === 'count';
}

/** True if the sums differ by more than the rounding of `count` amounts to the coarser last digit can explain. */
function isApart(sum: Decimal, total: Decimal, count: number): boolean {
  const difference = Math.abs(Number(formatDecimal(addDecimals(sum, negate(total)))));
  const lastDigit = 10 ** -Math.min(sum.scale, total.scale);
  return difference > (count * lastDigit) / 2 + FLOAT_ERROR * Math.abs(Number(formatDecimal(total)));
}
