/**
 * Finds the alerts of one client in the compared groups of its day. Groups that vanish or start are alerts of their own kinds: a
 * group is gone if the day has no records of it and its usual value is not zero, so it had records on at least half of the like
 * days; it is new if none of the like days has records of it.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { compareDecimals, type Decimal, ZERO } from '../core/decimal.ts';
import { absolute, signOf } from '../core/exact-math.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { type Cell, isEmpty } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import { type Alert, type AlertKey, type CheckRequest, idOfAlert, idOfGroup } from './check-request.ts';

export interface FoundAlerts {
  /** The largest change first. */
  readonly alerts: readonly Alert[];
  /** Those that were told before, and have ended, with the values that their groups have now. */
  readonly ended: readonly Alert[];
  /** Ids of alerts that hold, and that a line about a group as a whole replaces. */
  readonly covered: ReadonlySet<string>;
}

/** `told` are the alerts that were told before, of this check. */
export async function findAlerts(
  { recordSet, keys, alerts }: TransformedRows,
  { alerts: conditions, tellsGone, tellsNew }: Pick<CheckRequest, 'alerts' | 'tellsGone' | 'tellsNew'>,
  told: readonly AlertKey[],
): Promise<FoundAlerts> {
  const { large, marked } = alerts!;
  const measures = marked.map(({ column }) => measureOf(column, keys));
  const [main] = measures as [Column];
  const found: Alert[] = [];
  const whole = new Set<string>();
  for await (const row of readGroups(large, keys.groups, main)) {
    const kind = kindOf(row);
    const isTold = kind === 'gone' ? tellsGone : kind === 'new' && tellsNew;
    if (kind === undefined || !isTold) continue;
    whole.add(idOfGroup(row));
    found.push({ ...row, kind, alert: kind });
  }
  const covered = new Set<string>();
  for (const [index, { rows }] of marked.entries()) {
    for await (const row of readGroups(rows, keys.groups, measures[index]!)) {
      const alert = { ...row, kind: 'alert' as const, alert: conditions[index]! };
      if (whole.has(idOfGroup(row))) covered.add(idOfAlert(alert));
      else found.push(alert);
    }
  }
  const holding = new Set([...found.map(idOfAlert), ...covered]);
  const ended: Alert[] = [];
  for (const alert of new Set(told.map((each) => each.alert))) {
    const measure = measures[conditions.indexOf(alert)] ?? main;
    const own = told.filter((each) => each.alert === alert && !holding.has(idOfAlert(each)));
    const groups = new Map(own.map(({ group }) => [idOfGroup({ group }), group]));
    if (groups.size === 0) continue;
    for await (const row of readGroups(recordSet, keys.groups, measure)) {
      if (groups.delete(idOfGroup(row))) ended.push({ ...row, kind: 'ended', alert });
    }
    // Neither the day nor a like day has records of these.
    for (const group of groups.values())
      ended.push({ ...NO_VALUES, group, measure: measure.name, kind: 'ended', alert });
  }
  return { alerts: found.sort(compareChanges), ended, covered };
}

const NO_VALUES = { now: undefined, usual: undefined, change: undefined, percent: undefined };

type GroupRow = Omit<Alert, 'kind' | 'alert'>;

async function* readGroups(
  rows: RecordSet,
  keys: readonly Column[],
  measure: Column,
): AsyncGenerator<GroupRow> {
  for await (const batch of readRows(rows, [...keys, ...comparedColumns(measure)])) {
    for (const { cells } of batch) {
      const [now, usual, change, percent] = cells.slice(keys.length);
      yield { group: cells.slice(0, keys.length), measure: measure.name, now, usual, change, percent };
    }
  }
}

function kindOf({ now, usual, change }: GroupRow): 'gone' | 'new' | undefined {
  // A change of an empty side means that this side has no records of the group.
  if (isEmpty(change)) return undefined;
  if (isEmpty(now)) return isZero(usual) ? undefined : 'gone';
  return isEmpty(usual) && !isZero(now) ? 'new' : undefined;
}

function isZero(cell: Cell): boolean {
  const number = numberIn(cell);
  return number === undefined || signOf(number) === 0;
}

/** The measure that a column belongs to; the first one for a key. */
function measureOf(column: Column, { derived, comparison }: TransformedRows['keys']): Column {
  const key = columnKey(column.path);
  if (comparison!.has(key)) return column;
  return derived!.get(key)?.measure ?? [...derived!.values()][0]!.measure;
}

function compareChanges(one: Alert, other: Alert): number {
  const sizeOf = ({ change }: Alert): Decimal => absolute(numberIn(change) ?? ZERO);
  return compareDecimals(sizeOf(other), sizeOf(one));
}
