import type { CalendarDate } from '../dates/date.ts';
import type { LikeDaysRule } from '../dates/like-days.ts';
import type { FetchRequest } from '../plan/request.ts';
import type { Cell } from '../records/cells.ts';
import type { Transform } from '../transform/transform-request.ts';

/** The user's request for a check: plain data, parsed and validated. Conditions are as typed. */
export interface CheckRequest {
  readonly fetch: FetchRequest;
  /** Compares groups, and marks those that meet the conditions of `alerts`, in the same order. */
  readonly transform: Transform;
  readonly against: LikeDaysRule;
  readonly alerts: readonly string[];
  readonly minimum: readonly string[];
  readonly where: readonly string[];
  readonly tellsNew: boolean;
  readonly tellsGone: boolean;
  readonly format: 'text' | 'json' | 'csv' | 'markdown';
  /** The file that remembers alerts; undefined to tell all. */
  readonly state: string | undefined;
}

/** Which alert of which group. */
export interface AlertKey {
  /** The JSON values of the columns of `--group-by`. */
  readonly group: readonly Cell[];
  /** The condition as typed, `gone` or `new`. */
  readonly alert: string;
}

/** An alert that was told before. */
export interface ToldAlert extends AlertKey {
  /** The last day on which it held. */
  readonly day: CalendarDate;
}

/** An alert to print. Its values are JSON values; empty for a side without records of the group. */
export interface Alert extends AlertKey {
  readonly kind: 'alert' | 'gone' | 'new' | 'ended';
  readonly measure: string;
  readonly now: Cell;
  /** The median of the like days. */
  readonly usual: Cell;
  readonly change: Cell;
  readonly percent: Cell;
}

/** The text that identifies a group: JSON values have no line breaks. */
export function idOfGroup({ group }: Pick<AlertKey, 'group'>): string {
  return group.map((cell) => cell ?? 'null').join('\n');
}

/** The text that identifies an alert of one check. */
export function idOfAlert(alert: AlertKey): string {
  return `${alert.alert}\n${idOfGroup(alert)}`;
}
