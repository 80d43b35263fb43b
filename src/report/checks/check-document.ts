/** The checks of a document's rows, before anything is written. */

import { uniteColumns } from '../../core/columns.ts';
import type { DataWarning } from '../../core/errors.ts';
import { assertGoodWhenDown } from '../../formats/change-tone.ts';
import { FORMATS } from '../../formats/registry.ts';
import type { ReportPlan } from '../../plan/report-plan.ts';
import type { RecordSet } from '../../records/record-set.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { isGrouped, isIdentity } from '../../transform/transform-request.ts';
import type { TransformedRows } from '../../transform/transformed-rows.ts';
import { allWindows, type CheckedPart } from '../fetch.ts';
import { findLostProfiles, findLostWindows, findReplacedCharacters, findSharedName } from './ambiguity.ts';
import { emptyError } from './check-records.ts';

/** Warnings about rows that may mislead, in a fixed order. With `failEmpty`, throws an error for a document without rows. */
export async function checkDocument(
  { fetch, document }: ReportPlan,
  checked: readonly CheckedPart[],
  { recordSet, emptiedBy, warnings }: TransformedRows,
): Promise<readonly DataWarning[]> {
  const { transform, format } = document;
  const { columns, recordCount } = recordSet;
  const recordsByWindow = checked.flatMap(({ now }) => now);
  if (fetch.checks.failEmpty && recordCount === 0) throw emptyError(fetch.report, recordsByWindow, emptiedBy);
  const ofBothRanges = allWindows(checked);
  checkGoodWhenDown(document.display, ofBothRanges, recordSet);
  const isTransformed = !isIdentity(transform);
  // Groups and lists of columns combine all clients and windows on purpose.
  const isOfRecords = recordCount > 0 && !isGrouped(transform) && transform.listsColumns !== true;
  // A condition may select the records of one profile.
  const mayLoseProfiles = isOfRecords && fetch.profileColumn && transform.where.length === 0;
  const selected = { columns, names: document.columns };
  return [
    FORMATS[format].replacesSurrogates === true
      ? await findReplacedCharacters(fetch.report, ofBothRanges, recordSet, document.columns, isTransformed)
      : undefined,
    findSharedName(columns),
    mayLoseProfiles ? findLostProfiles(recordsByWindow, selected) : undefined,
    isOfRecords ? await findLostWindows(fetch, checked, selected) : undefined,
    ...warnings.map((text) => ({ text })),
  ].filter((warning) => warning !== undefined);
}

/** Throws a usage error for a column of `--good-when-down` that neither the records nor the rows have. */
function checkGoodWhenDown(
  { goodWhenDown = [], isGoodWhenDownChosen }: ReportPlan['document']['display'],
  windows: readonly WindowRecords[],
  { columns, hasMoreColumns }: RecordSet,
): void {
  const hasRecords = windows.some(({ recordCount }) => recordCount > 0);
  const mayHaveMore = hasMoreColumns || windows.some((each) => each.hasMoreColumns);
  if (!isGoodWhenDownChosen || !hasRecords || mayHaveMore) return;
  assertGoodWhenDown(goodWhenDown, uniteColumns([...windows.map((each) => each.columns), columns]));
}
