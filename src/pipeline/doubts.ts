import { selectColumns } from '../core/column-selection.ts';
import { formatRange } from '../core/date-range.ts';
import { type Dataset, PROFILE_COLUMN, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import { isGrouped, type ShapeRequest } from '../shaping/shape-request.ts';

export interface DoubtOptions {
  /** The report's name, for messages. */
  readonly report: string;
  readonly windowColumns: boolean;
  readonly profileColumn: boolean;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  readonly shape: ShapeRequest;
}

/** What may make a whole and right report misleading all the same, in words to show. `dataset` is what leaves. */
export function findDoubts(
  options: DoubtOptions,
  segments: readonly Segment[],
  dataset: Dataset,
): readonly string[] {
  return [
    repeatedMember(options, segments),
    sharedName(dataset),
    lostProfiles(options, segments, dataset),
    lostWindows(options, segments, dataset),
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

function repeatedMember({ report }: DoubtOptions, segments: readonly Segment[]): string | undefined {
  const segment = segments.find(({ repeated }) => repeated !== undefined);
  if (segment === undefined) return undefined;
  const { record, column } = segment.repeated!;
  const whose = segment.profile === undefined ? '' : `profile ${segment.profile}: `;
  const where = `${whose}record ${record} of ${report} ${formatRange(segment.window)}`;
  return `${where} has ${JSON.stringify(column.name)} twice: table, csv and tsv show the last, json and ndjson both`;
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
  segments: readonly Segment[],
  { columns, recordCount }: Dataset,
): string | undefined {
  // Groups are of all windows together: that is what they are for.
  if (isGrouped(shape) || recordCount === 0) return undefined;
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  if (windowCount(filled) < 2) return undefined;
  const telling = [...(windowColumns ? WINDOW_COLUMNS : []), ...dateColumns(filled)];
  if (telling.length === 0) {
    return (
      `no column holds the dates of the ${windowCount(segments)} windows, so nothing tells their records apart: ` +
      'add --window-columns, or --by-day for a daily breakdown'
    );
  }
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  const isShown = (name: string): boolean => shown.some((column) => column.name === name);
  if (telling.some(isShown)) return undefined;
  return `--columns leaves nothing that tells the ${windowCount(segments)} windows apart: add ${telling[0]} to it`;
}

/** Clients may share them. */
function windowCount(segments: readonly Segment[]): number {
  return new Set(segments.map(({ window }) => formatRange(window))).size;
}

/** Names of the columns that hold a date of its window in every record, of windows that have any. */
export function dateColumns(segments: readonly Segment[]): readonly string[] {
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  const [first = [], ...others] = filled.map((segment) => segment.dateColumns.map(({ name }) => name));
  return first.filter((name) => others.every((names) => names.includes(name)));
}
