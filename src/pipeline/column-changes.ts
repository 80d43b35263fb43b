import { columnKey, uniteColumns } from '../core/column.ts';
import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import type { Segment } from '../segments/segment.ts';

/** Most columns that are told of. */
const MAX_TOLD = 20;

/** Which columns are not in all windows that have records, in words to show; undefined if all are. */
export function describeColumnChanges(segments: readonly Segment[]): string | undefined {
  const filled = segments.filter(({ recordCount, hasMoreColumns }) => recordCount > 0 && !hasMoreColumns);
  const keys = filled.map(({ columns }) => new Set(columns.map(({ path }) => columnKey(path))));
  const changes = uniteColumns(filled.map(({ columns }) => columns)).flatMap(({ name, path }) => {
    const isIn = keys.map((each) => each.has(columnKey(path)));
    return isIn.includes(false) ? [`${JSON.stringify(name)} ${describeChange(isIn, filled)}`] : [];
  });
  if (changes.length === 0) return undefined;
  const rest = changes.length - MAX_TOLD;
  const more = rest > 0 ? `; and ${countOf(rest, 'more column')}` : '';
  return `columns come or go: ${changes.slice(0, MAX_TOLD).join('; ')}${more}`;
}

function describeChange(isIn: readonly boolean[], filled: readonly Segment[]): string {
  const [first, last] = [isIn.indexOf(true), isIn.lastIndexOf(true)];
  const isOneRun = !isIn.slice(first, last + 1).includes(false);
  if (isOneRun && last === isIn.length - 1) return `comes with ${formatRange(filled[first]!.window)}`;
  if (isOneRun && first === 0) return `goes with ${formatRange(filled[last + 1]!.window)}`;
  if (first === last) return `is in ${formatRange(filled[first]!.window)} only`;
  return `is in ${isIn.filter(Boolean).length} of ${countOf(filled.length, 'window')} with records`;
}
