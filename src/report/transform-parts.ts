/** Builds the rows of a plan from its checked records: what the transform reads, and the column with the day of a record. */

import { NO_DATE_COLUMN } from '../config/settings.ts';
import { namesIn } from '../core/column-list.ts';
import { type Column, createColumn, isSameColumn, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { spanOf } from '../dates/calendar.ts';
import type { CalendarUnit, DateUnit } from '../dates/date.ts';
import { FORMATS } from '../formats/registry.ts';
import type { UsualWeeks } from '../frame/usual.ts';
import type { Document, FetchPlan, ReportPlan } from '../plan/report-plan.ts';
import { saysCurrency } from '../records/currency.ts';
import { CURRENCY_COLUMN, createRecordSet, WINDOW_COLUMNS } from '../records/record-set.ts';
import type { Spool } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import type { Services } from '../services.ts';
import { hasKeys, isGrouped, isIdentity, recordKeys, type Transform } from '../transform/transform-request.ts';
import { plainRows, type TransformedRows } from '../transform/transformed-rows.ts';
import { countRecords } from './checks/date-column.ts';
import { daysWithRecords } from './checks/gaps.ts';
import { allWindows, type CheckedPart } from './pull.ts';

/** The rows of checked records. Loads the transform's code only if the plan transforms. */
export async function transformParts(
  { fetch, document }: ReportPlan,
  checked: readonly CheckedPart[],
  spool: Spool,
  {
    today,
    findsDays,
    needsSums,
  }: { readonly today: Services['today']; readonly findsDays: boolean; readonly needsSums: boolean },
): Promise<TransformedRows> {
  const { transform, format } = document;
  const records = checked.flatMap((each) => each.now);
  const {
    needsSummaries = false,
    isPicture = false,
    hasTotals = false,
    statesFacts = false,
    audience,
  } = FORMATS[format];
  const members = currencyMembers(allWindows(checked));
  const currencyColumn = addsCurrency(document, checked, members);
  const currency = members.length === 1 ? members[0] : undefined;
  // People see what the rows of a table add up to.
  const showsTotals = hasTotals && (hasKeys(transform) || document.isOnScreen);
  if (isIdentity(transform) && !needsSummaries && !needsSums && !showsTotals) {
    const rows = createRecordSet(records, { ...fetch, currencyColumn });
    const plain = plainRows(rows, recordKeys(transform, findDays(fetch, transform, checked).column));
    const isKnown = currency !== undefined || rows.columns.some((column) => saysCurrency(column));
    if (audience === 'data' || !isKnown) return plain;
    const { findCurrencies, rowCurrencies } = await import('../transform/amounts.ts');
    return { ...plain, currencies: rowCurrencies(rows.columns, await findCurrencies([rows], currency)) };
  }
  const { transformRecords } = await import('../transform/transform.ts');
  const { column: day, windowUnit, summaryUnit } = findDays(fetch, transform, checked);
  // Groups by the month of a window need its first day, whether the report shows it or not.
  const columns = { ...fetch, windowColumns: fetch.windowColumns || day === WINDOW_DAY, currencyColumn };
  const now = createRecordSet(records, columns);
  const windows = checked.flatMap(({ comparison }) => comparison);
  return transformRecords(transform, {
    now,
    comparisons: windows.length === 0 ? [] : [createRecordSet(windows, columns)],
    dateColumns: uniteColumns(checked.map(({ dates }) => dates.dates)),
    dated: datedColumns(checked, columns.windowColumns),
    dayColumn: day,
    range: fetch.range,
    compared: fetch.compared,
    usual: usualOf(fetch, checked, columns),
    isForPeople: audience === 'people' || statesFacts,
    windowUnit,
    // A day is over once it is for all clients.
    today: () => checked.map(({ client }) => today(client.timeZone)).sort()[0]!,
    summaries: needsSummaries ? { unit: summaryUnit } : undefined,
    findsDays,
    // The object of a written document has the sums of any rows.
    sumsFrom: needsSums ? 0 : document.comparison ? 1 : showsTotals ? 2 : undefined,
    currency,
    separatesCurrencies: isPicture,
    chart: isPicture ? { columns: document.columns, measures: document.display.requestedMeasures } : undefined,
    newFile: spool.scratchPath,
    endTurn: spool.endTurn,
  });
}

/** Undefined unless the range is compared with the weeks before. */
function usualOf(
  { compared }: FetchPlan,
  checked: readonly CheckedPart[],
  columns: Parameters<typeof createRecordSet>[1],
): UsualWeeks | undefined {
  if (compared?.weeks === undefined) return undefined;
  const clients = checked.map(({ profile, comparison, dates: { dateColumn } }) => ({
    profile: profile && JSON.stringify(profile),
    records: createRecordSet(comparison, columns),
    days: daysWithRecords(comparison, dateColumn),
  }));
  return { weeks: compared.weeks, clients };
}

/** The codes that the responses name for all their records, each once, with undefined for responses without one. */
function currencyMembers(recordsByWindow: readonly WindowRecords[]): readonly (string | undefined)[] {
  return [...new Set(recordsByWindow.filter(({ recordCount }) => recordCount > 0).map(({ currency }) => currency))];
}

/**
 * True if the records get a column with the currency of their response: if the request names it, or if there are several
 * currencies, or an unknown one beside another, and the report adds records, or shows them to people.
 */
function addsCurrency(
  { columns = [], transform, format }: Document,
  checked: readonly CheckedPart[],
  members: readonly (string | undefined)[],
): boolean {
  const recordsByWindow = allWindows(checked);
  const hasOwn = recordsByWindow.some(
    (each) => each.hasMoreColumns || each.columns.some((column) => saysCurrency(column)),
  );
  const codes = members.filter((code) => code !== undefined);
  if (hasOwn || codes.length === 0 || transform.listsColumns === true) return false;
  const named = [...namesIn(columns), ...transform.groupBy, ...transform.where.map(({ column }) => column)];
  const combines = isGrouped(transform) || FORMATS[format].audience === 'people';
  return named.includes(CURRENCY_COLUMN) || (members.length > 1 && combines);
}

/** The columns with any cell that looks like a date. */
function datedColumns(checked: readonly CheckedPart[], hasWindowColumns: boolean): readonly Column[] {
  const found = allWindows(checked).map(({ dates }) => dates.filter(({ count }) => count > 0));
  return uniteColumns([hasWindowColumns ? WINDOW_COLUMNS.map((name) => createColumn([name])) : [], ...found]);
}

const WINDOW_DAY = createColumn([WINDOW_COLUMNS[0]!]);

/** What is known of the day of a record. */
interface DayFacts {
  /**
   * The date column if all clients with records share it; otherwise the window column if each window is one day, or in one unit
   * of the groups as the user wants it.
   */
  readonly column: Column | undefined;
  /** The unit of the windows if the first day of its window is all that is known of a record's day. */
  readonly windowUnit: CalendarUnit | undefined;
  /** The unit of the groups; or days, if there is none or only one. Undefined for windows that are all that is known, without one. */
  readonly summaryUnit: DateUnit | undefined;
}

function findDays(
  { clients, compared, range, windowColumns, windowUnit }: FetchPlan,
  { by: unit, weekStart }: Transform,
  checked: readonly CheckedPart[],
): DayFacts {
  const windows = allWindows(checked).map(({ window }) => window);
  const areDays = windows.every(({ from, to }) => from === to);
  const isDaily = (windowColumns || compared?.weeks !== undefined) && areDays;
  const isByWindow =
    unit !== undefined &&
    (windowUnit === 'month' || clients.every(({ dateColumn }) => dateColumn?.value === NO_DATE_COLUMN)) &&
    windows.every(({ from, to }) => spanOf(from, to, { unit, weekStart }).count === 1);
  const found = checked
    .filter((each) => countRecords(allWindows([each])) > 0)
    .map(({ dates }) => dates.dateColumn?.column);
  const [first] = found;
  const other = found.find((each) => each && first && !isSameColumn(each, first));
  if (unit !== undefined && first && other) {
    throw new ReportingError(
      'E-date-column',
      `--by ${unit}: the profiles have different date columns: ${JSON.stringify(first.name)} and ${JSON.stringify(other.name)}`,
      { hint: "write one file per profile: -o '{profile}.csv'" },
    );
  }
  const isCommon = other === undefined && !found.includes(undefined);
  const ofWindow = isDaily || isByWindow ? WINDOW_DAY : undefined;
  const column = (isCommon ? first : undefined) ?? ofWindow;
  const isVague = column === WINDOW_DAY && !areDays;
  const isSeveral = unit !== undefined && spanOf(range.from, range.to, { unit, weekStart }).count > 1;
  return {
    column,
    windowUnit: isVague && unit !== 'day' ? (windowUnit ?? unit) : undefined,
    summaryUnit: isVague || isSeveral ? unit : 'day',
  };
}
