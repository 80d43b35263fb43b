/** Warnings about reports that are complete and correct, but may mislead. */

import type { CalendarWindow } from '../../api/wire.ts';
import { type Column, selectColumns } from '../../core/columns.ts';
import { bySurface, type Message, onCommandLine, option, phrase, reportSubject } from '../../core/message.ts';
import { countOf, formatCount } from '../../core/text.ts';
import { formatRange } from '../../dates/range.ts';
import type { Survey } from '../../json/record-survey.ts';
import { createRowReader, isText } from '../../records/cells.ts';
import { PROFILE_COLUMN, type RecordSet, WINDOW_COLUMNS } from '../../records/record-set.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { isGrouped, isIdentity, type Transform } from '../../transform/transform-request.ts';
import type { CheckedPart } from './check-report.ts';
import { distinguishingColumns } from './date-candidates.ts';

/** The settings of a report that decide which warnings apply. */
export interface AmbiguityOptions {
  /** The report's name, for messages. */
  readonly report: string;
  readonly windowColumns: boolean;
  /** The calendar unit that no window crosses; undefined for windows of a number of days. */
  readonly windowUnit: CalendarWindow | undefined;
  readonly profileColumn: boolean;
  /** Undefined for all columns. */
  readonly columnNames: readonly string[] | undefined;
  readonly transform: Transform;
  /** True if the format writes U+FFFD for half of a surrogate pair. */
  readonly replacesSurrogates: boolean;
  /** True if undated records of several windows may be mixed without a warning. */
  readonly mixesWindows: boolean;
}

/** The warnings, in a fixed order. `recordSet` holds the report's rows. */
export async function findAmbiguities(
  options: AmbiguityOptions,
  checked: readonly CheckedPart[],
  recordSet: RecordSet,
): Promise<readonly Message[]> {
  const recordsByWindow = checked.flatMap(({ now }) => now);
  const ofBothRanges = checked.flatMap(({ now, before }) => [...now, ...before]);
  return [
    emptyRecords(options, ofBothRanges),
    repeatedMember(options, ofBothRanges),
    await replacedCharacters(options, ofBothRanges, recordSet),
    sharedName(recordSet),
    lostProfiles(options, recordsByWindow, recordSet),
    lostWindows(options, checked, recordSet),
  ].filter((warning) => warning !== undefined);
}

/** Records of several clients in rows without the profile column. */
function lostProfiles(
  { profileColumn, columnNames, transform }: AmbiguityOptions,
  recordsByWindow: readonly WindowRecords[],
  { columns, recordCount }: RecordSet,
): Message | undefined {
  if (!profileColumn || columnNames === undefined || isGrouped(transform) || recordCount === 0)
    return undefined;
  // A condition may select the records of one profile.
  if (transform.where.length > 0) return undefined;
  const profiles = new Set(recordsByWindow.map(({ profile }) => profile));
  const isShown = selectColumns(columnNames, columns).some(({ name }) => name === PROFILE_COLUMN);
  if (profiles.size < 2 || isShown) return undefined;
  return phrase`${option('columns')} selects no column that distinguishes the ${profiles.size} profiles: add ${PROFILE_COLUMN}`;
}

function emptyRecords(
  { report }: AmbiguityOptions,
  recordsByWindow: readonly WindowRecords[],
): Message | undefined {
  const affected = recordsByWindow.filter(({ emptyRecords }) => emptyRecords > 0);
  const [first] = affected;
  if (first === undefined) return undefined;
  const whose = first.profile === undefined ? '' : `profile ${first.profile}: `;
  const where = phrase`${whose}${reportSubject(`${report} ${formatRange(first.window)}`)}`;
  const others = affected.length === 1 ? '' : `; the same in ${countOf(affected.length - 1, 'other answer')}`;
  return phrase`${where}: ${describeEmpty(first)}${others}`;
}

/** `2 of 3 records have no members` */
export function describeEmpty({ emptyRecords, recordCount }: Survey): string {
  const verb = emptyRecords === 1 ? 'has' : 'have';
  return `${formatCount(emptyRecords)} of ${countOf(recordCount, 'record')} ${verb} no members`;
}

function repeatedMember(
  { report }: AmbiguityOptions,
  recordsByWindow: readonly WindowRecords[],
): Message | undefined {
  const found = recordsByWindow.find(({ repeated }) => repeated !== undefined);
  if (found === undefined) return undefined;
  const { record, column } = found.repeated!;
  const whose = found.profile === undefined ? '' : `profile ${found.profile}: `;
  const where = phrase`${whose}record ${record} of ${reportSubject(`${report} ${formatRange(found.window)}`)}`;
  return phrase`${where} has ${JSON.stringify(column.name)} twice: ${SHOWN_OF_TWO}`;
}

const SHOWN_OF_TWO = bySurface({
  commandLine: 'table, csv and tsv show the last, json and ndjson both',
  library: '`values` has the last, `json` both',
});

/** UTF-8 cannot encode half of a surrogate pair (RFC 3629, section 3). */
async function replacedCharacters(
  { report, columnNames, transform, replacesSurrogates }: AmbiguityOptions,
  recordsByWindow: readonly WindowRecords[],
  recordSet: RecordSet,
): Promise<Message | undefined> {
  const { columns, hasMoreColumns } = recordSet;
  if (!replacesSurrogates || hasMoreColumns || columns.length === 0) return undefined;
  if (recordsByWindow.every(({ loneSurrogates }) => loneSurrogates.length === 0)) return undefined;
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  if (!isIdentity(transform)) {
    const column = await findLoneSurrogate(recordSet, shown);
    return (
      column &&
      phrase`the rows of ${reportSubject(report)} have ${REPLACED} in ${JSON.stringify(column.name)}${INSTEAD}`
    );
  }
  const names = new Set(shown.map(({ name }) => name));
  for (const { loneSurrogates, profile, window } of recordsByWindow) {
    const found = loneSurrogates.find(({ column }) => names.has(column.name));
    if (found === undefined) continue;
    const whose = profile === undefined ? '' : `profile ${profile}: `;
    const where = phrase`${whose}record ${found.record} of ${reportSubject(`${report} ${formatRange(window)}`)}`;
    return phrase`${where} has ${REPLACED} in ${JSON.stringify(found.column.name)}${INSTEAD}`;
  }
  return undefined;
}

const REPLACED = 'half of a surrogate pair';
const INSTEAD = ', which is not a character: it is written as U+FFFD (json and ndjson keep it)';

/** The first column of the rows with half of a pair in its name or in a string. */
async function findLoneSurrogate(
  recordSet: RecordSet,
  shown: readonly Column[],
): Promise<Column | undefined> {
  const named = shown.find(({ name }) => !name.isWellFormed());
  if (named !== undefined) return named;
  const readRows = createRowReader(shown);
  for await (const block of recordSet.lines()) {
    for (const cells of readRows(block)) {
      const index = cells.findIndex(
        (cell) => cell?.includes('\\u') && isText(cell) && !(JSON.parse(cell) as string).isWellFormed(),
      );
      if (index !== -1) return shown[index];
    }
  }
  return undefined;
}

function sharedName({ columns }: RecordSet): string | undefined {
  const names = columns.map(({ name }) => name);
  const shared = names.find((name, index) => names.indexOf(name, index + 1) !== -1);
  if (shared === undefined) return undefined;
  return `two columns are named ${JSON.stringify(shared)}: a key with a dot in it, and a nested key`;
}

/** Records of several windows in rows without a date: the interface promises none for domains. */
function lostWindows(
  { windowColumns, windowUnit, columnNames, transform, mixesWindows }: AmbiguityOptions,
  checked: readonly CheckedPart[],
  { columns, recordCount }: RecordSet,
): Message | undefined {
  if (mixesWindows) return undefined;
  // Groups and lists of columns combine all windows on purpose.
  if (isGrouped(transform) || transform.listsColumns === true || recordCount === 0) return undefined;
  const recordsByWindow = checked.flatMap(({ now }) => now);
  const filled = recordsByWindow.filter(({ recordCount }) => recordCount > 0);
  // If a column is likely the date column, the date check warns of it.
  if (windowCount(filled) < 2 || checked.some(({ dates }) => dates.isOpen)) return undefined;
  const dated = checked.flatMap(({ dates }) => dates.dateColumn?.column.name ?? []);
  const names = [...(windowColumns ? WINDOW_COLUMNS : []), ...dated, ...distinguishingColumns(filled)];
  if (names.length === 0) {
    return phrase`no column distinguishes the records of the ${windowCount(recordsByWindow)} windows: ${groupAdvice(columns)}add ${windowUnit === undefined ? MONTHLY : option('windowColumns')}, or ${option('byDay')} for a daily breakdown`;
  }
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  const isShown = (name: string): boolean => shown.some((column) => column.name === name);
  if (names.some(isShown)) return undefined;
  return phrase`${option('columns')} selects no column that distinguishes the ${windowCount(recordsByWindow)} windows: add ${JSON.stringify(names[0])}`;
}

const MONTHLY = bySurface({
  commandLine: phrase`${option('windows')} month ${option('windowColumns')}`,
  library: phrase`${option('windows')} 'month' with ${option('windowColumns')}`,
});

/** The library does not group. */
function groupAdvice(columns: readonly Column[]): Message {
  const keys = DOMAIN_KEYS.filter((key) => columns.some(({ name }) => name === key));
  const names = keys.length === 0 ? '' : ` ${keys.join(',')}`;
  return phrase`${onCommandLine(phrase`group them with ${option('groupBy')}${names}, or `)}`;
}

/** The likely keys of a report without dates. */
const DOMAIN_KEYS = ['domain', 'source'] as const;

/** Counts a window of several clients once. */
function windowCount(recordsByWindow: readonly WindowRecords[]): number {
  return new Set(recordsByWindow.map(({ window }) => formatRange(window))).size;
}
