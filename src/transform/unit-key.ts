/** The unit of time as a key of groups, and with a comparison the unit that it is compared with. */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { type CalendarDate, type DateUnit, parseCalendarDate, type Weekday } from '../dates/date.ts';
import { type ComparedRanges, pairUnits } from '../dates/paired-units.ts';
import { unitName } from '../dates/unit-names.ts';
import type { GroupKey } from '../frame/key-column.ts';
import { dateSpelling } from '../json/date-values.ts';
import type { Cell } from '../records/cells.ts';
import type { Transform } from './transform-request.ts';

/**
 * The keys that give the unit of time of a record, by the date in `column`. With `ranges`, the second key is the unit of the
 * earlier range that the first one is compared with: `month`, `month_before`. A unit without a partner leaves the other key
 * empty. Throws a usage error without a column.
 */
export function unitKeys(
  { by, weekStart }: Transform,
  column: Column | undefined,
  ranges: ComparedRanges | undefined,
): readonly GroupKey[] {
  if (column === undefined) {
    throw new ReportingError('E-date-column', `--by ${by!}: no column is known to hold the record's date`, {
      hint: `name the column with --date-column, or request each ${by!} apart with --date-column none`,
    });
  }
  const unitOf = createUnitOf(by!, weekStart);
  const unit = { unit: by!, weekStart };
  if (ranges === undefined) return [{ column, name: by!, unitOf, unit }];
  const { comparedDay, rangeDay } = pairUnits(ranges, unit);
  const comparedUnitOf = createUnitOf(by!, weekStart, comparedDay);
  const rangeUnitOf = createUnitOf(by!, weekStart, rangeDay);
  return [
    { column, name: by!, unit, unitOf: (cell, side) => (side === 0 ? unitOf(cell) : rangeUnitOf(cell)) },
    {
      ...{ column, name: `${by!}_before`, unit },
      unitOf: (cell, side) => (side === 0 ? comparedUnitOf(cell) : unitOf(cell)),
    },
  ];
}

/**
 * A function that gives the unit of a date cell, as a JSON text of its name (`dates/unit-names.ts`), which sorts by time. `null` for
 * a cell without a date. With `dayOf`, the unit is that of another day: `null` if there is none.
 */
export function createUnitOf(
  unit: DateUnit,
  weekStart: Weekday,
  dayOf: (day: CalendarDate) => CalendarDate | undefined = (day) => day,
): (cell: Cell) => string {
  const known = new Map<string, string>();
  /** Many records in a row share a date. */
  let [lastCell, lastName]: [Cell, string] = [undefined, 'null'];

  function unitOf(cell: Cell): string {
    const spelled = cell === undefined ? undefined : dateSpelling(cell)?.date;
    if (spelled === undefined) return 'null';
    let name = known.get(spelled);
    if (name === undefined) {
      const own = parseCalendarDate(spelled);
      const day = own && dayOf(own);
      name = day === undefined ? 'null' : JSON.stringify(unitName(day, unit, weekStart));
      known.set(spelled, name);
    }
    return name;
  }

  return (cell) => {
    if (cell !== lastCell) [lastCell, lastName] = [cell, unitOf(cell)];
    return lastName;
  };
}
