import type { Column } from '../core/column.ts';
import { selectColumns } from '../core/column-selection.ts';
import { countOf, formatCount } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import type { CheckedPart } from '../report/checks/check-report.ts';
import { isText } from '../segments/cell.ts';
import { type Dataset, PROFILE_COLUMN, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Survey } from '../segments/record-survey.ts';
import { createRowReader } from '../segments/row-reader.ts';
import type { Segment } from '../segments/segment.ts';
import { isGrouped, isPlain, type ShapeRequest } from '../shaping/shape-request.ts';
import { windowTellingColumns } from './date-column.ts';

export interface DoubtOptions {
  /** The report's name, for messages. */
  readonly report: string;
  readonly windowColumns: boolean;
  readonly profileColumn: boolean;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  readonly shape: ShapeRequest;
  /** True if the format writes U+FFFD for half of a surrogate pair. */
  readonly replacesSurrogates: boolean;
}

/** What may make a whole and right report misleading all the same, in words to show. `dataset` is what leaves. */
export async function findDoubts(
  options: DoubtOptions,
  checked: readonly CheckedPart[],
  dataset: Dataset,
): Promise<readonly string[]> {
  const segments = checked.flatMap(({ now }) => now);
  const ofBothRanges = checked.flatMap(({ now, before }) => [...now, ...before]);
  return [
    emptyRecords(options, ofBothRanges),
    repeatedMember(options, ofBothRanges),
    await replacedCharacters(options, ofBothRanges, dataset),
    sharedName(dataset),
    lostProfiles(options, segments, dataset),
    lostWindows(options, checked, dataset),
  ].filter((doubt) => doubt !== undefined);
}

/** Records of several clients that nothing shown tells apart. */
function lostProfiles(
  { profileColumn, columnNames, shape }: DoubtOptions,
  segments: readonly Segment[],
  { columns, recordCount }: Dataset,
): string | undefined {
  if (!profileColumn || columnNames === undefined || isGrouped(shape) || recordCount === 0) return undefined;
  // A condition may leave those of one.
  if (shape.where.length > 0) return undefined;
  const profiles = new Set(segments.map(({ profile }) => profile));
  const isShown = selectColumns(columnNames, columns).some(({ name }) => name === PROFILE_COLUMN);
  if (profiles.size < 2 || isShown) return undefined;
  return `--columns leaves nothing that tells the ${profiles.size} profiles apart: add ${PROFILE_COLUMN} to it`;
}

function emptyRecords({ report }: DoubtOptions, segments: readonly Segment[]): string | undefined {
  const affected = segments.filter((segment) => segment.emptyRecords > 0);
  const [first] = affected;
  if (first === undefined) return undefined;
  const whose = first.profile === undefined ? '' : `profile ${first.profile}: `;
  const where = `${whose}${report} ${formatRange(first.window)}`;
  const others = affected.length === 1 ? '' : `; the same in ${countOf(affected.length - 1, 'other answer')}`;
  return `${where}: ${describeEmpty(first)}${others}`;
}

/** `2 of 3 records have no members` */
export function describeEmpty({ emptyRecords, recordCount }: Survey): string {
  const verb = emptyRecords === 1 ? 'has' : 'have';
  return `${formatCount(emptyRecords)} of ${countOf(recordCount, 'record')} ${verb} no members`;
}

function repeatedMember({ report }: DoubtOptions, segments: readonly Segment[]): string | undefined {
  const segment = segments.find(({ repeated }) => repeated !== undefined);
  if (segment === undefined) return undefined;
  const { record, column } = segment.repeated!;
  const whose = segment.profile === undefined ? '' : `profile ${segment.profile}: `;
  const where = `${whose}record ${record} of ${report} ${formatRange(segment.window)}`;
  return `${where} has ${JSON.stringify(column.name)} twice: table, csv and tsv show the last, json and ndjson both`;
}

/** Half of a surrogate pair is no character, and UTF-8 has no bytes for it (RFC 3629, section 3). */
async function replacedCharacters(
  { report, columnNames, shape, replacesSurrogates }: DoubtOptions,
  segments: readonly Segment[],
  dataset: Dataset,
): Promise<string | undefined> {
  const { columns, hasMoreColumns } = dataset;
  if (!replacesSurrogates || hasMoreColumns || columns.length === 0) return undefined;
  if (segments.every(({ loneSurrogates }) => loneSurrogates.length === 0)) return undefined;
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  if (!isPlain(shape)) {
    const column = await findLoneSurrogate(dataset, shown);
    return column && `the rows of ${report} have ${REPLACED} in ${JSON.stringify(column.name)}${INSTEAD}`;
  }
  const names = new Set(shown.map(({ name }) => name));
  for (const { loneSurrogates, profile, window } of segments) {
    const found = loneSurrogates.find(({ column }) => names.has(column.name));
    if (found === undefined) continue;
    const whose = profile === undefined ? '' : `profile ${profile}: `;
    const where = `${whose}record ${found.record} of ${report} ${formatRange(window)}`;
    return `${where} has ${REPLACED} in ${JSON.stringify(found.column.name)}${INSTEAD}`;
  }
  return undefined;
}

const REPLACED = 'half of a surrogate pair';
const INSTEAD = ', which is not a character: U+FFFD stands in its place (json and ndjson keep it)';

/** The first column of the rows that leave with one in its name or in a text. */
async function findLoneSurrogate(dataset: Dataset, shown: readonly Column[]): Promise<Column | undefined> {
  const named = shown.find(({ name }) => !name.isWellFormed());
  if (named !== undefined) return named;
  const readRows = createRowReader(shown);
  for await (const block of dataset.lines()) {
    for (const cells of readRows(block)) {
      const index = cells.findIndex(
        (cell) => cell?.includes('\\u') && isText(cell) && !(JSON.parse(cell) as string).isWellFormed(),
      );
      if (index !== -1) return shown[index];
    }
  }
  return undefined;
}

function sharedName({ columns }: Dataset): string | undefined {
  const names = columns.map(({ name }) => name);
  const shared = names.find((name, index) => names.indexOf(name, index + 1) !== -1);
  if (shared === undefined) return undefined;
  return `two columns are called ${JSON.stringify(shared)}: one key with a dot in it, and one below another`;
}

/** Records of several windows that nothing shown tells apart: the domains report promises no date. */
function lostWindows(
  { windowColumns, columnNames, shape }: DoubtOptions,
  checked: readonly CheckedPart[],
  { columns, recordCount }: Dataset,
): string | undefined {
  // Groups are of all windows together: that is what they are for.
  if (isGrouped(shape) || recordCount === 0) return undefined;
  const segments = checked.flatMap(({ now }) => now);
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  // Where one column may be the date column, a warning of its own says so.
  if (windowCount(filled) < 2 || checked.some(({ dates }) => dates.isOpen)) return undefined;
  const dated = checked.flatMap(({ dates }) => dates.dateColumn?.column.name ?? []);
  const telling = [...(windowColumns ? WINDOW_COLUMNS : []), ...dated, ...windowTellingColumns(filled)];
  if (telling.length === 0) {
    return (
      `no column tells the records of the ${windowCount(segments)} windows apart: ` +
      'add --window-columns, or --by-day for a daily breakdown'
    );
  }
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  const isShown = (name: string): boolean => shown.some((column) => column.name === name);
  if (telling.some(isShown)) return undefined;
  return `--columns leaves nothing that tells the ${windowCount(segments)} windows apart: add ${JSON.stringify(telling[0])} to it`;
}

/** Clients may share them. */
function windowCount(segments: readonly Segment[]): number {
  return new Set(segments.map(({ window }) => formatRange(window))).size;
}
