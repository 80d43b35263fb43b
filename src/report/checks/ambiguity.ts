/** Warnings about reports that are complete and correct, but may mislead. */

import { type ColumnItem, chosenColumns } from '../../core/column-list.ts';
import { type Column, isSameColumn } from '../../core/columns.ts';
import { asInOthers, countOf, formatCount } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { formatRange, wordWindow } from '../../dates/range.ts';
import { FORMATS } from '../../formats/registry.ts';
import type { FetchPlan, ReportPlan } from '../../plan/report-plan.ts';
import { isText } from '../../records/cells.ts';
import { isNamedAmount, listCodes, saysCurrency, UNKNOWN_CURRENCY } from '../../records/currency.ts';
import { CURRENCY_COLUMN, PROFILE_COLUMN, type RecordSet, WINDOW_COLUMNS } from '../../records/record-set.ts';
import { scanRows } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { isGrouped } from '../../transform/transform-request.ts';
import type { TransformedRows } from '../../transform/transformed-rows.ts';
import { allWindows, type CheckedPart } from '../pull.ts';
import { distinguishingColumns, findUnreadColumns } from './date-column.ts';

/** Warnings about records that have no members, or one member twice. */
export function findAmbiguousRecords(recordsByWindow: readonly WindowRecords[]): readonly DataWarning[] {
  return [emptyRecords(recordsByWindow), repeatedMember(recordsByWindow)].filter((warning) => warning !== undefined);
}

/** The columns of rows, and those to show. */
interface SelectedColumns {
  readonly columns: readonly Column[];
  /** Undefined for all. */
  readonly chosen?: readonly ColumnItem[] | undefined;
}

function shownColumns({ columns, chosen }: SelectedColumns): readonly Column[] {
  return chosen === undefined ? columns : chosenColumns(chosen, columns);
}

/** A warning about records of several clients in rows that do not show the profile. */
function findLostProfiles(
  recordsByWindow: readonly WindowRecords[],
  selected: SelectedColumns,
): DataWarning | undefined {
  const { size } = new Set(recordsByWindow.map(({ profile }) => profile));
  if (selected.chosen === undefined || size < 2) return undefined;
  return missingColumn(selected, [PROFILE_COLUMN], `the ${size} profiles`);
}

/** A warning about amounts of responses in several currencies, which no column tells apart. A condition may select one of them. */
function findLostCurrencies(
  recordsByWindow: readonly WindowRecords[],
  selected: SelectedColumns,
): DataWarning | undefined {
  const filled = recordsByWindow.filter(({ recordCount }) => recordCount > 0);
  const codes = new Set(filled.map(({ currency = UNKNOWN_CURRENCY }) => currency));
  const shown = shownColumns(selected);
  const amounts = shown.filter(isNamedAmount).map(({ name }) => name);
  const hasColumn = [...shown, ...filled.flatMap(({ columns }) => columns)].some(saysCurrency);
  if (codes.size < 2 || amounts.length === 0 || hasColumn) return undefined;
  const advice = selected.chosen === undefined ? "add --columns 'currency,*'" : `add ${CURRENCY_COLUMN} to --columns`;
  const text = `${amounts.join(', ')}: amounts in ${listCodes([...codes].sort())}, and no column says which: ${advice}`;
  return { name: 'currencies', scope: amounts, text };
}

/** A warning if none of the named columns is shown, which distinguish the windows or profiles. */
function missingColumn(selected: SelectedColumns, names: readonly string[], what: string): DataWarning | undefined {
  if (shownColumns(selected).some(({ name }) => names.includes(name))) return undefined;
  const text =
    names.length === 0
      ? `no column distinguishes the records of ${what}: group them with --group-by, or add --window-columns`
      : `--columns selects no column that distinguishes ${what}: add ${JSON.stringify(names[0])}`;
  return { name: 'windows', text };
}

function emptyRecords(recordsByWindow: readonly WindowRecords[]): DataWarning | undefined {
  const affected = recordsByWindow.filter(({ emptyRecords }) => emptyRecords > 0);
  const [first] = affected;
  if (first === undefined) return undefined;
  const { emptyRecords, recordCount } = first;
  const verb = emptyRecords === 1 ? 'has' : 'have';
  const counts = `${formatCount(emptyRecords)} of ${countOf(recordCount, 'record')}`;
  const text = `${wordWindow(first)}: ${counts} ${verb} no members${asInOthers(affected.length)}`;
  return { name: 'undated', profile: first.profile, text, namesReport: true };
}

function repeatedMember(recordsByWindow: readonly WindowRecords[]): DataWarning | undefined {
  const found = recordsByWindow.find(({ repeated }) => repeated !== undefined);
  if (found === undefined) return undefined;
  const { record, column } = found.repeated!;
  return {
    name: 'repeated-columns',
    scope: [column.name],
    profile: found.profile,
    text: `record ${record} of ${wordWindow(found)} has ${JSON.stringify(column.name)} twice: table, csv and tsv show the last, json and ndjson both`,
    namesReport: true,
  };
}

/**
 * A warning about half of a surrogate pair in a shown column of the rows, which UTF-8 cannot encode (RFC 3629, section 3). Without
 * `chosen`, all columns are shown.
 */
export async function findReplacedCharacters(
  recordsByWindow: readonly WindowRecords[],
  recordSet: RecordSet,
  chosen?: readonly ColumnItem[],
): Promise<DataWarning | undefined> {
  const { columns, hasMoreColumns } = recordSet;
  if (hasMoreColumns || recordsByWindow.every(({ hasLoneSurrogates }) => !hasLoneSurrogates)) return undefined;
  const column = await findLoneSurrogate(recordSet, shownColumns({ columns, chosen }));
  if (column === undefined) return undefined;
  const text = `a row of ${recordsByWindow[0]!.report} has half of a surrogate pair in ${JSON.stringify(column.name)}, which is not a character: it is written as U+FFFD (json and ndjson keep it)`;
  return { name: 'encoding', scope: [column.name], text, namesReport: true };
}

/** The first column of the rows with half of a pair in its name or in a string. */
async function findLoneSurrogate(recordSet: RecordSet, shown: readonly Column[]): Promise<Column | undefined> {
  const named = shown.find(({ name }) => !name.isWellFormed());
  if (named !== undefined) return named;
  for await (const rows of scanRows(recordSet, shown)) {
    while (rows.next()) {
      const index = rows
        .cells()
        .findIndex((cell) => cell?.includes('\\u') && isText(cell) && !(JSON.parse(cell) as string).isWellFormed());
      if (index !== -1) return shown[index];
    }
  }
  return undefined;
}

/** A warning about two columns of one name. */
export function findSharedName(columns: readonly Column[]): DataWarning | undefined {
  const names = new Set<string>();
  const shared = columns.find(({ name }) => names.size === names.add(name).size);
  if (shared === undefined) return undefined;
  return {
    name: 'repeated-columns',
    scope: [shared.name],
    text: `two columns are named ${JSON.stringify(shared.name)}: a key with a dot in it, and a nested key`,
  };
}

/** A warning about records of several windows in rows without a date: the interface promises none for domains. */
function findLostWindows(
  { windowColumns }: FetchPlan,
  checked: readonly CheckedPart[],
  selected: SelectedColumns,
): DataWarning | undefined {
  const recordsByWindow = checked.flatMap(({ now }) => now);
  const filled = recordsByWindow.filter(({ recordCount }) => recordCount > 0);
  // If a column is likely the date column, the date check warns of it.
  if (windowCount(filled) < 2 || checked.some(({ dates }) => dates.isOpen)) return undefined;
  const dated = checked.flatMap(({ dates }) => dates.dateColumn?.column.name ?? []);
  const unread = findUnreadColumns(filled).flatMap((column) => (isOtherByWindow(column, filled) ? column.name : []));
  const added = windowColumns ? WINDOW_COLUMNS : [];
  const names: readonly string[] = [...added, ...dated, ...distinguishingColumns(filled), ...unread];
  return missingColumn(selected, names, `the ${windowCount(recordsByWindow)} windows`);
}

/** True if the first value that cannot be read as a date differs in each window. */
function isOtherByWindow(column: Column, filled: readonly WindowRecords[]): boolean {
  const values = filled.flatMap(({ dates }) =>
    dates.flatMap((each) => (isSameColumn(each, column) ? each.firstUnread : [])),
  );
  return new Set(values).size >= windowCount(filled);
}

/** Counts a window of several clients once. */
function windowCount(recordsByWindow: readonly WindowRecords[]): number {
  return new Set(recordsByWindow.map(({ window }) => formatRange(window))).size;
}

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
      ? await findReplacedCharacters(ofBothRanges, recordSet, document.columns)
      : undefined,
    findSharedName(columns),
    mayLoseProfiles ? findLostProfiles(recordsByWindow, selected) : undefined,
    isOfRecords ? findLostWindows(fetch, checked, selected) : undefined,
    isOfRecords && transform.where.length === 0 ? findLostCurrencies(recordsByWindow, selected) : undefined,
    ...warnings,
  ].filter((warning) => warning !== undefined);
}
