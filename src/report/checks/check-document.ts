/** The checks of a document's rows, before anything is written. */

import { chosenColumns } from '../../core/column-list.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { FORMATS } from '../../formats/registry.ts';
import type { ReportPlan } from '../../plan/report-plan.ts';
import { isGrouped, isIdentity } from '../../transform/transform-request.ts';
import type { TransformedRows } from '../../transform/transformed-rows.ts';
import { allWindows, type CheckedPart } from '../fetch.ts';
import { findLostProfiles, findLostWindows, findReplacedCharacters, findSharedName } from './ambiguity.ts';

/** Warnings about rows that may mislead, in a fixed order. Throws a usage error for a chosen column that the rows lack. */
export async function checkDocument(
  { fetch, document }: ReportPlan,
  checked: readonly CheckedPart[],
  { recordSet, keys, warnings }: TransformedRows,
): Promise<readonly DataWarning[]> {
  const { transform, format } = document;
  const { columns, recordCount } = recordSet;
  const recordsByWindow = checked.flatMap(({ now }) => now);
  const ofBothRanges = allWindows(checked);
  const isTransformed = !isIdentity(transform);
  // Groups and lists of columns combine all clients and windows on purpose.
  const isOfRecords = recordCount > 0 && !isGrouped(transform) && transform.listsColumns !== true;
  // A condition may select the records of one profile.
  const mayLoseProfiles = isOfRecords && fetch.profileColumn && transform.where.length === 0;
  const selected = { columns, chosen: document.columns };
  // A pivot without rows has none of the columns of its values.
  const areKnown =
    ofBothRanges.some((each) => each.recordCount > 0) &&
    !recordSet.hasMoreColumns &&
    (recordCount > 0 || keys.totals === undefined);
  if (document.columns !== undefined && areKnown) chosenColumns(document.columns, columns);
  return [
    FORMATS[format].replacesSurrogates === true
      ? await findReplacedCharacters(fetch.report, ofBothRanges, recordSet, document.columns, isTransformed)
      : undefined,
    findSharedName(columns),
    mayLoseProfiles ? findLostProfiles(recordsByWindow, selected) : undefined,
    isOfRecords ? await findLostWindows(fetch, checked, selected) : undefined,
    ...warnings,
  ].filter((warning) => warning !== undefined);
}
