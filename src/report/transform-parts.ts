/** Builds the rows of a plan from its checked records: what the transform reads, and the column with the day of a record. */

import { type Column, columnKey, createColumn, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import type { GroupUnit } from '../dates/date.ts';
import { FORMATS } from '../formats/registry.ts';
import { createRecordSet, WINDOW_COLUMNS } from '../records/record-set.ts';
import type { Spool } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { isIdentity, recordKeys } from '../transform/transform-request.ts';
import { plainRows, type TransformedRows } from '../transform/transformed-rows.ts';
import type { CheckedPart } from './checks/check-report.ts';
import { countRecords } from './checks/date-candidates.ts';
import { allWindows } from './fetch.ts';
import type { ReportPlan } from './report-plan.ts';

/** The rows of checked records. Loads the transform's code only if the plan transforms. */
export async function transformParts(
  plan: ReportPlan,
  checked: readonly CheckedPart[],
  spool: Spool,
): Promise<TransformedRows> {
  const records = checked.flatMap((each) => each.now);
  const { needsSummaries = false } = FORMATS[plan.format];
  if (isIdentity(plan.transform) && !needsSummaries) {
    return plainRows(createRecordSet(records, plan), recordKeys(plan.transform, dayColumn(plan, checked)));
  }
  const { transformRecords } = await import('../transform/transform.ts');
  const day = dayColumn(plan, checked);
  // Groups by the month of a window need its first day, whether the report shows it or not.
  const columns = { ...plan, windowColumns: plan.windowColumns || day === WINDOW_DAY };
  const now = createRecordSet(records, columns);
  const compared = checked.flatMap(({ before }) => before);
  const before = compared.length > 0 ? createRecordSet(compared, columns) : undefined;
  return transformRecords(plan.transform, {
    now,
    before,
    dateColumns: uniteColumns(checked.map(({ dates }) => dates.dates)),
    dated: datedColumns(checked, columns.windowColumns),
    dayColumn: day,
    range: plan.range,
    compared: plan.compared,
    summaries: needsSummaries ? { unit: summaryUnit(plan, checked, day) } : undefined,
    newFile: spool.scratchPath,
  });
}

/** The columns with any cell that looks like a date. */
function datedColumns(checked: readonly CheckedPart[], hasWindowColumns: boolean): readonly Column[] {
  const found = allWindows(checked).map(({ dates }) =>
    dates.filter(({ texts, integers }) => texts !== undefined || integers !== undefined),
  );
  return uniteColumns([hasWindowColumns ? WINDOW_COLUMNS.map((name) => createColumn([name])) : [], ...found]);
}

const WINDOW_DAY = createColumn([WINDOW_COLUMNS[0]!]);

/** Units that a window of one month never crosses. */
const UNITS_OF_MONTHS: ReadonlySet<GroupUnit | undefined> = new Set<GroupUnit>(['month', 'quarter', 'year']);

/**
 * The date column if all clients with records share it; otherwise the window column if each window is one day, or one month and
 * the groups are of months or longer units.
 */
function dayColumn(
  { windowColumns, windowUnit, transform }: ReportPlan,
  checked: readonly CheckedPart[],
): Column | undefined {
  const recordsByWindow = allWindows(checked);
  const isDaily = windowColumns && areDays(recordsByWindow);
  const isMonthly = windowUnit === 'month' && UNITS_OF_MONTHS.has(transform.by);
  const found = checked
    .filter((each) => countRecords(allWindows([each])) > 0)
    .map(({ dates }) => dates.dateColumn?.column);
  const [first] = found;
  const other = found.find((each) => each && first && columnKey(each.path) !== columnKey(first.path));
  if (transform.by !== undefined && first && other) {
    throw new ReportingError(
      'usage',
      phrase`${option('by')} ${transform.by}: the profiles have different date columns: ${JSON.stringify(first.name)} and ${JSON.stringify(other.name)}`,
      { hint: "write one file per profile: -o '{profile}.csv'" },
    );
  }
  const isCommon = other === undefined && !found.includes(undefined);
  return (isCommon ? first : undefined) ?? (isDaily || isMonthly ? WINDOW_DAY : undefined);
}

/** The days of summaries; or the unit of the groups, if the first day of its window is all that is known of a record's day. */
function summaryUnit(
  { transform: { by } }: ReportPlan,
  checked: readonly CheckedPart[],
  day: Column | undefined,
): GroupUnit | undefined {
  return day === WINDOW_DAY && !areDays(allWindows(checked)) ? by : 'day';
}

function areDays(recordsByWindow: readonly WindowRecords[]): boolean {
  return recordsByWindow.every(({ window }) => window.from === window.to);
}
