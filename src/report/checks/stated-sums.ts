/**
 * Compares sums that a response states beside its records (`totals.revenue`, `total_clicks`) with the sums of the records. Reads records
 * again only if a response has such a member.
 */

import { addDecimals, formatDecimal, negate, parseDecimal } from '../../core/decimal.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { wordWindow } from '../../dates/range.ts';
import { Sums } from '../../frame/states.ts';
import { stringOf } from '../../json/members.ts';
import { comparedName } from '../../json/sign-rules.ts';
import { saysCurrency } from '../../records/currency.ts';
import { kindOfName } from '../../records/name-kind.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { createMemberTest, scopeOfMember } from './partial-signs.ts';

/** Counts that do not add up: a total of users counts each of them once. */
const DISTINCT = /user|visitor|unique|reach|session|subscriber|follower/;
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
    const { columns, sumMembers, window } = windowRecords;
    const currencies = columns.flatMap((column, index) => (saysCurrency(column) ? [index] : []));
    const isOther = sumMembers.some(
      ({ path, value }) =>
        OTHER_RECORDS.test(comparedName(path)) && ![window.from, window.to].some((day) => value.text.includes(day)),
    );
    if (isOther) continue;
    for (const { path, value } of sumMembers) {
      const stated = parseDecimal(stringOf(value) ?? value.text);
      const name = comparedName(path);
      const names = [name, name.replace(/^(?:total|sum)(?:of)?/, ''), name.replace(/(?:total|sum)$/, '')];
      const index = columns.findIndex(
        (column) => addsUp(column.path) && names.includes(comparedName([column.path.join('')])),
      );
      const scope = scopeOfMember(path);
      if (stated === undefined || index === -1 || found.has(scope)) continue;
      if (isAllowed(path) || isAllowed(path.slice(0, -1))) continue;
      const sums = new Sums();
      const codes = new Set<string>();
      for await (const rows of scanSpooled(windowRecords, columns)) {
        while (rows.next()) {
          sums.addAt(0, rows.block, rows.starts[index]!, rows.ends[index]!);
          codes.add(currencies.map((each) => rows.cell(each)).join());
        }
      }
      // Amounts of several currencies have no sum.
      if (codes.size > 1 || sums.refused !== undefined || sums.unknown.count > 0 || !sums.has(0)) continue;
      const sum = sums.sumOf(0);
      // Amounts may be rounded to the coarser last digit of the two, each of them.
      const difference = Math.abs(Number(formatDecimal(addDecimals(sum, negate(stated)))));
      const rounding = (sums.countOf(0) * 10 ** -Math.min(sum.scale, stated.scale)) / 2;
      if (difference <= rounding + FLOAT_ERROR * Math.abs(Number(formatDecimal(stated)))) continue;
      const text = `the response for ${wordWindow(windowRecords)} has ${JSON.stringify(path.join('.'))}: ${value.text}, but its records sum to ${formatDecimal(sum)}: some may be missing`;
      found.set(scope, { name: 'partial', scope: [scope], text, namesReport: true });
    }
  }
  return [...found.values()];
}

function addsUp(path: readonly string[]): boolean {
  const { kind } = kindOfName(path);
  return kind === 'money' || (kind === 'count' && !DISTINCT.test(comparedName(path)));
}
