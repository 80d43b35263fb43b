import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { type DateRange, daysOf, formatDays, formatRange } from '../dates/range.ts';

/** A message lists this many windows, and counts the others. */
const MAX_SHOWN = 12;

/**
 * The recorded windows that `range` consists of. Throws a usage error that lists the windows it cuts, and the days that it
 * lacks.
 */
export function recordedWindows(range: DateRange, recorded: readonly DateRange[]): readonly DateRange[] {
  const touched = recorded.filter(({ from, to }) => from <= range.to && to >= range.from);
  const cut = touched.filter(({ from, to }) => from < range.from || to > range.to);
  const missing = daysOf(range).filter((day) => !touched.some(({ from, to }) => from <= day && day <= to));
  if (cut.length + missing.length === 0) return touched;
  const problems = [
    cut.length > 0 && `it cuts ${listOf(cut)}`,
    missing.length > 0 && `${countOf(missing.length, 'day')} without a recording: ${formatDays(missing)}`,
  ].filter((each) => each !== false);
  throw new ReportingError(
    'E-recording',
    `the range ${formatRange(range)} is not made of whole recorded windows: ${problems.join('; ')}`,
    { hint: `the recording has ${listOf(recorded)}` },
  );
}

function listOf(windows: readonly DateRange[]): string {
  const rest = windows.length - MAX_SHOWN;
  const shown = windows.slice(0, MAX_SHOWN).map(formatRange).join(', ');
  return rest > 0 ? `${shown} and ${countOf(rest, 'more window')}` : shown;
}
