import { selectColumns } from '../core/column-selection.ts';
import { formatRange } from '../core/date-range.ts';
import { type Dataset, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import { isGrouped, type ShapeRequest } from '../shaping/shape-request.ts';

export interface DoubtOptions {
  /** The report's name, for messages. */
  readonly report: string;
  readonly windowColumns: boolean;
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
    lostWindows(options, segments, dataset),
  ].filter((doubt) => doubt !== undefined);
}

function repeatedMember({ report }: DoubtOptions, segments: readonly Segment[]): string | undefined {
  const segment = segments.find(({ repeated }) => repeated !== undefined);
  if (segment === undefined) return undefined;
  const { record, column } = segment.repeated!;
  const where = `record ${record} of ${report} ${formatRange(segment.window)}`;
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
  if (filled.length < 2) return undefined;
  const telling = [...(windowColumns ? WINDOW_COLUMNS : []), ...dateColumns(filled)];
  if (telling.length === 0) {
    return (
      `no column holds the dates of the ${segments.length} windows, so nothing tells their records apart: ` +
      'add --window-columns, or --by-day for a daily breakdown'
    );
  }
  const shown = columnNames === undefined ? columns : selectColumns(columnNames, columns);
  const isShown = (name: string): boolean => shown.some((column) => column.name === name);
  if (telling.some(isShown)) return undefined;
  return `--columns leaves nothing that tells the ${segments.length} windows apart: add ${telling[0]} to it`;
}

/** Names of the columns that hold a date of its window in every record, of windows that have any. */
export function dateColumns(segments: readonly Segment[]): readonly string[] {
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  const [first = [], ...others] = filled.map((segment) => segment.dateColumns.map(({ name }) => name));
  return first.filter((name) => others.every((names) => names.includes(name)));
}
