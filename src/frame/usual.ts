/**
 * The usual figures of groups: the median of the same days of the weeks before. The weeks of a group begin with its first record,
 * and a week without any record of the client is left out: both by all records, whatever conditions keep. A table has a side for
 * each week, the oldest first. Its parts after the sides hold numbers of records before the range: those after each number of
 * weeks, then those of the client's last day.
 */

import type { Column } from '../core/columns.ts';
import { weeksWithRecords } from '../dates/compared-range.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { Cell } from '../records/cells.ts';
import { PROFILE_COLUMN, type RecordSet } from '../records/record-set.ts';
import type { GroupTable, Spot } from './group-table.ts';
import { byDay } from './key-column.ts';

/** The weeks that a range is compared with, and what is known of the clients. */
export interface UsualWeeks {
  /** The oldest first. */
  readonly weeks: readonly DateRange[];
  readonly clients: readonly UsualClient[];
}

interface UsualClient {
  /** The JSON value of its profile; undefined for the only client. */
  readonly profile: Cell;
  /** All its records before the range. */
  readonly records: RecordSet;
  /** The days of these records, ascending. */
  readonly days: readonly CalendarDate[];
}

/** The weeks in which any client has records. */
export function weeksOfClients({ weeks, clients }: UsualWeeks): readonly DateRange[] {
  const areThere = clients.map(({ days }) => weeksWithRecords(weeks, days));
  return weeks.filter((_, index) => areThere.some((ofClient) => ofClient[index]));
}

/** How records become the parts of a table. A cell is that of the column with the day of a record. */
export interface Usual {
  readonly day: Column;
  readonly sides: number;
  /** The side of a compared record; undefined for a day of no week. */
  readonly sideOf: (cell: Cell) => number | undefined;
  readonly clients: readonly {
    readonly records: RecordSet;
    readonly partsOf: (cell: Cell) => readonly number[] | undefined;
  }[];
  /** The sides that count for a group; undefined for rows of several clients, which have weeks of their own. */
  readonly sidesAt: (spot: Spot) => readonly number[] | undefined;
  /** True if the group had records on the last day before the range on which the client has any. */
  readonly hadRecords: (table: GroupTable, group: number) => boolean;
}

/** `day` is the column with the day of a record. */
export function createUsual({ weeks, clients }: UsualWeeks, day: Column): Usual {
  const sides = 1 + weeks.length;
  const ofLastDay = sides + sides;
  const own = clients.map(({ profile, days }) => {
    const sides = weeksWithRecords(weeks, days).flatMap((isThere, index) => (isThere ? index + 1 : []));
    return { profile, sides };
  });
  return {
    day,
    sides,
    sideOf: byDay((date) => {
      const index = weeks.findIndex(({ from, to }) => from <= date && date <= to);
      return index === -1 ? undefined : index + 1;
    }),
    clients: clients.map(({ records, days }) => ({
      records,
      partsOf: byDay((date) => {
        const part = sides + weeks.filter(({ to }) => to < date).length;
        return date === days.at(-1) ? [part, ofLastDay] : [part];
      }),
    })),
    sidesAt({ table, group }) {
      const client = own.length === 1 ? own[0] : own.find(({ profile }) => profile === profileAt(table, group));
      const before = weeks.findIndex((_, index) => table.hasRecords(group, sides + index));
      return client?.sides.filter((side) => before !== -1 && side > before);
    },
    hadRecords: (table, group) => table.hasRecords(group, ofLastDay),
  };
}

/** The profile of a group; undefined for a group that stands for several rows. */
function profileAt(table: GroupTable, group: number): Cell {
  const index = table.keys.findIndex(({ key }) => key.name === PROFILE_COLUMN);
  return index === -1 || table.merged.has(group) ? undefined : table.keyAt(index, group);
}
