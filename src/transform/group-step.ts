/** The step of a transform that groups records, and the facts about groups that later steps use. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateUnit } from '../dates/date.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import type { ColumnSchema } from '../records/schema.ts';
import {
  type Currencies,
  combinedWarnings,
  type MixedAmount,
  NO_CURRENCIES,
  watchAmounts,
} from './amounts.ts';
import { computeByKinds, surveyColumns } from './column-kinds.ts';
import { changeRatios, comparedColumns, comparerOf, derivedByComparison } from './compare-groups.ts';
import type { DayFacts } from './counted-days.ts';
import { watchKeys } from './equal-keys.ts';
import { type GroupRows, groupRows } from './group.ts';
import { assertUniqueNames, type Grouping, measureColumns } from './group-table.ts';
import { type CellVisitor, createSharedGrouping } from './group-together.ts';
import { findNamedMeasure } from './main-measure.ts';
import type { PivotShape } from './pivot-columns.ts';
import {
  chooseSums,
  columnsToSum,
  type PlannedGroups,
  planGroups,
  type SkippedColumns,
  skippedColumns,
} from './plan-groups.ts';
import type { Ratio } from './ratio.ts';
import type { RecordGroups } from './regroup.ts';
import { unite } from './resolve-column.ts';
import type { Transform } from './transform-request.ts';

/** The records of a report, and the facts about them that a transform uses. */
export interface TransformInput extends DayFacts {
  readonly now: RecordSet;
  /** The records of the comparison range, or of each of the days whose medians are compared; empty without a comparison. */
  readonly comparisons: readonly RecordSet[];
  /** The columns that hold dates. */
  readonly dateColumns: readonly Column[];
  /** The columns with any cell that looks like a date. */
  readonly dated: readonly Column[];
  /** The column with the day of a record: one of `dateColumns`, or the window's; undefined if there is none. */
  readonly dayColumn: Column | undefined;
  /** True if the document is for people, who get the change a day of ranges with different numbers of days. */
  readonly isForPeople?: boolean;
  /** Requests summaries: by this unit of time if the records have days, and the unit is known. */
  readonly summaries: { readonly unit: DateUnit | undefined } | undefined;
  /** Computes the sums of all rows if there are at least so many; undefined for none. */
  readonly sumsFrom?: number | undefined;
  /** Requests the main sum of each group by day. */
  readonly findsDays?: boolean;
  /** True to compute the sums of all rows, which the document may not show. */
  readonly needsSums?: boolean;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** Groups the records; `groupRows` by default. */
  readonly groupRecords?: GroupRows;
  /** The currency of records without a column of currencies; undefined if it is unknown, or not one. */
  readonly currency?: string | undefined;
  /** The currencies of the records that meet the conditions, if they are known already. */
  readonly currencies?: Currencies | undefined;
  /** True to give each currency its own groups. */
  readonly separatesCurrencies?: boolean;
}

/** The rows before computed columns, sort and limit. */
export interface Step extends SkippedColumns {
  readonly recordSet: RecordSet;
  /** The schemas of the columns that are summed or could be; undefined for rows that are records, and for named aggregations. */
  readonly schemas?: readonly ColumnSchema[] | undefined;
  /** Undefined for rows that are records. */
  readonly groups: Groups | undefined;
  /** Columns that have a total, if their cells allow it. */
  readonly summable: readonly Column[];
  /** The percentages, to compute them again for totals. */
  readonly ratios: readonly Ratio[];
  /** Columns that hold a change. */
  readonly changes: readonly Column[];
  /** The columns with amounts that have several currencies in all rows together, by `columnKey`. */
  readonly amounts: ReadonlyMap<string, MixedAmount>;
  /** The amounts that a row for all other groups, or the total of a pivoted row, leaves empty, by name. Later steps add to them. */
  readonly emptied: Map<string, MixedAmount>;
  readonly keys: RowKeys;
  /** True if no key occurs in both ranges. */
  readonly isDisjoint: boolean;
  /** Messages about groups that may be wrong. */
  readonly warnings: readonly DataWarning[];
}

type GroupedStep = Omit<Step, 'schemas' | 'groups' | keyof SkippedColumns> & { readonly groups: Groups };

/** The facts about groups that later steps use. */
export interface Groups extends RecordGroups {
  /** The columns of the rows. */
  readonly keys: readonly Column[];
  readonly measures: readonly Column[];
  /** The main measure, if the user named it. */
  readonly namedMeasure: Column | undefined;
  /** The columns whose shares are requested. */
  readonly shares: readonly Column[];
  /** Undefined unless the rows are pivoted. */
  readonly pivot: PivotShape | undefined;
}

interface Records {
  /** The records of each range. */
  readonly all: readonly RecordSet[];
  /** Those of them that meet the conditions. */
  readonly filtered: readonly RecordSet[];
}

/** Groups the records. */
export async function group(
  request: Transform,
  input: TransformInput,
  { all, filtered }: Records,
): Promise<Step> {
  const { range, compared, groupRecords } = input;
  const pairedRanges = compared === undefined ? undefined : { range, compared };
  const available = unite(all);
  const dates = { ...input, pairedRanges };
  const groupAs = (sums: readonly Column[] | undefined, visitor?: CellVisitor): Promise<GroupedStep> => {
    const grouper = visitor === undefined ? groupRows : createSharedGrouping(1, visitor);
    const planned = planGroups(request, available, dates, sums);
    return groupPlanned(request, input, filtered, planned, groupRecords ?? grouper);
  };
  const withSkipped = (step: GroupedStep, schemas: readonly ColumnSchema[]): Step => ({
    ...step,
    ...skippedColumns(schemas, step.groups.grouping),
    schemas,
  });

  const candidates = columnsToSum(request, available, dates);
  if (candidates === undefined) return { ...(await groupAs(undefined)), skipped: [], mixed: [] };
  const choose = (schemas: readonly ColumnSchema[]): Promise<readonly Column[]> =>
    chooseSums(schemas, { all, filtered });
  // A shared grouping reads the records once in any case, so a guess saves nothing.
  if (groupRecords !== undefined) {
    const schemas = await surveyColumns(filtered, candidates);
    return withSkipped(await groupAs(await choose(schemas)), schemas);
  }
  const { result, schemas } = await computeByKinds(filtered, candidates, choose, groupAs);
  return withSkipped(result, schemas);
}

/** Groups the records as planned. */
async function groupPlanned(
  request: Transform,
  { comparisons, newFile, currencies = NO_CURRENCIES }: TransformInput,
  filtered: readonly RecordSet[],
  planned: PlannedGroups,
  groupRecords: GroupRows,
): Promise<GroupedStep> {
  const { grouping } = planned;
  const measures = measureColumns(grouping);
  // The sum of averages or extremes is not meaningful.
  const sums = measures.filter((_, index) => (grouping.aggregations[index]?.kind ?? 'sum') === 'sum');
  const isCompared = comparisons.length > 0;
  const keys = grouping.keys.map(({ name }) => createColumn([name]));
  const columns = [...keys, ...(isCompared ? measures.flatMap(comparedColumns) : measures)];
  assertUniqueNames(columns);
  const compare = isCompared ? comparerOf(grouping) : undefined;
  let shared = 0;
  const watch = watchKeys(grouping.keys);
  const watched = watchAmounts(grouping, currencies);
  const groups = await groupRecords(filtered, watched.grouping, {
    newFile,
    columns,
    valuesOf(group) {
      const { keys: values } = group;
      const { sides } = watched.read(group);
      const [now, ...others] = sides;
      if (now !== undefined && others.some((other) => other !== undefined)) shared++;
      watch.add(values);
      return values.concat(compare === undefined ? now! : compare(sides));
    },
  });
  return {
    recordSet: groups,
    groups: {
      grouping,
      keys,
      measures,
      namedMeasure: findNamedMeasure(request, measures),
      shares: planned.shares,
      records: filtered,
      isCompared,
      currencies,
      computed: [],
      pivot: undefined,
    },
    summable: isCompared ? sums.flatMap((measure) => comparedColumns(measure).slice(0, 3)) : sums,
    ratios: isCompared ? sums.flatMap((measure) => changeRatios(measure, grouping.isMarked)) : [],
    changes: isCompared ? measures.flatMap((measure) => comparedColumns(measure).slice(2)) : [],
    keys: groupKeys(request, grouping, isCompared ? measures : []),
    isDisjoint: shared === 0 && isCompared && filtered.every(({ recordCount }) => recordCount > 0),
    amounts: amountsOf(grouping, isCompared, currencies),
    emptied: new Map(),
    warnings: [...(await watch.warnings(groups)), ...combinedWarnings(watched.combined, request)],
  };
}

/** The columns with amounts of several currencies: those of each aggregation, and of its comparison. */
function amountsOf(
  { aggregations }: Grouping,
  isCompared: boolean,
  { mixed }: Currencies,
): ReadonlyMap<string, MixedAmount> {
  return new Map(
    aggregations.flatMap(({ column, name }) => {
      const amount = mixed.get(columnKey(column.path));
      const own = createColumn([name]);
      if (amount === undefined) return [];
      return (isCompared ? comparedColumns(own) : [own]).map(
        ({ path }) => [columnKey(path), amount] as const,
      );
    }),
  );
}

/** `compared` are the measures with a column for the earlier range. */
export function groupKeys(
  { by, groupBy, weekStart, sort, top }: Transform,
  grouping: Grouping,
  compared: readonly Column[],
): RowKeys {
  const columns = grouping.keys.map(({ name }) => createColumn([name]));
  const groups = columns.slice(0, groupBy.length);
  const [time, comparisonTime] = columns.slice(groupBy.length);
  const hasUnit = by !== undefined;
  return {
    areGroups: true,
    groups: hasUnit ? groups : columns,
    time: hasUnit ? { column: time!, comparison: comparisonTime, unit: by, weekStart } : undefined,
    comparison: new Map(compared.map((measure) => [columnKey(measure.path), comparedColumns(measure)[1]])),
    derived: derivedByComparison(compared),
    isOrdered: sort.length > 0 || top !== undefined,
  };
}
