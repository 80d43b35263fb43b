/** Marks the groups that meet conditions, and keeps all groups: the alerts of a check. */

import { columnKey } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { RecordSet } from '../records/record-set.ts';
import { createValueTest, type ResolvedCondition } from './condition-test.ts';
import { filterRows } from './filter-rows.ts';
import type { TransformInput } from './group-step.ts';
import { type GroupRows, resolveHaving } from './resolve-conditions.ts';
import type { AlertConditions } from './transform-request.ts';
import type { MarkedGroups } from './transformed-rows.ts';

interface FoundGroups extends MarkedGroups {
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

/** Throws a usage error for a condition on a column that the rows do not have. */
export async function markGroups(
  { conditions, minimum }: AlertConditions,
  groups: GroupRows,
  { dated, newFile }: Pick<TransformInput, 'dated' | 'newFile'>,
): Promise<FoundGroups> {
  const [least, alerts] = [
    await resolveHaving(minimum, groups, dated),
    await resolveHaving(conditions, groups, dated),
  ];
  const notes = [...least.notes, ...alerts.notes];
  const warnings: DataWarning[] = [];
  const keep = async (rows: RecordSet, resolved: readonly ResolvedCondition[]): Promise<RecordSet> => {
    const result = await filterRows([rows], resolved, newFile);
    notes.push(...result.notes);
    warnings.push(...result.warnings);
    return result.filtered[0]!;
  };
  const large = await keep(
    groups.rows,
    least.conditions.map((each) => onEitherSide(each, groups)),
  );
  const marked: MarkedGroups['marked'][number][] = [];
  for (const each of alerts.conditions) marked.push({ column: each.column, rows: await keep(large, [each]) });
  return { large, marked, notes, warnings };
}

/** A condition on a compared measure that the value before may meet, too: a group that vanished has no value now. */
function onEitherSide(resolved: ResolvedCondition, { step }: GroupRows): ResolvedCondition {
  const { condition, column, createTest } = resolved;
  const before = step.keys.comparison?.get(columnKey(column.path));
  if (before === undefined || createTest !== undefined) return resolved;
  return {
    ...resolved,
    other: before,
    createTest() {
      const test = createValueTest(condition);
      return { ...test, matches: (now, comparison) => test.matches(now) || test.matches(comparison) };
    },
  };
}
