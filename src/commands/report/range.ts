import { unitAround } from '../../core/calendar.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import {
  type ComparisonRequest,
  earlierRange,
  inComparison,
  parseComparison,
} from '../../core/compared-range.ts';
import { countOf } from '../../core/count.ts';
import { countDays, type DateRange, formatRange } from '../../core/date-range.ts';
import { misleadingName } from '../../core/file-template.ts';
import { parseRange, type RangeRequest, type ResolvedRange, resolveRange } from '../../core/resolve-range.ts';
import { parseTimeZone } from '../../core/time-zone.ts';
import { MONDAY } from '../../core/weekday.ts';
import type { ProfileInUse } from '../find-credentials.ts';
import type { Ports } from '../ports.ts';
import { findTimeZone, requireZoneOfToday } from '../time-zone.ts';
import type { ReportOptions } from './options.ts';

export interface ChosenRanges {
  readonly range: DateRange;
  /** What it is compared with; undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** What is to be said of them on stderr, in a cron job too: its log is where somebody looks up what was pulled. */
  readonly notes: readonly string[];
  /** Doubts about what was asked for. */
  readonly warnings: readonly string[];
}

type AskToday = () => Promise<CalendarDate>;

/**
 * The range that the options ask for, and the one to compare it with. What was asked for in relative words is said in a
 * note. `profile` is undefined where no profile is used.
 */
export async function chooseRanges(
  options: ReportOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
  ports: Ports,
): Promise<ChosenRanges> {
  let told = '';
  const askToday = async () => {
    const timeZone = requireZoneOfToday(await findTimeZone(options, profile, ports), ports);
    const today = ports.today(timeZone);
    told = `today is ${today} in ${timeZone ?? ports.systemTimeZone() ?? "the system's time zone"}`;
    return today;
  };
  const comparison = options.compare === undefined ? undefined : parseComparison(options.compare);
  const { range, isRelative } = await resolveRequest(options, askToday);
  const notes: string[] = [];
  if (isRelative) {
    const days = countOf(countDays(range), 'day');
    notes.push(`${asTyped(options)} is ${formatRange(range)} (${days}; ${told})`);
  }
  notes.push(...tellCutUnits(range, options));
  const warnings = [misleadingName(options.output ?? '-', range)].filter((each) => each !== undefined);
  if (comparison === undefined) return { range, compared: undefined, notes, warnings };
  const compared = await comparedRange(range, comparison, askToday);
  notes.push(`compared with ${formatRange(compared)} (${countOf(countDays(compared), 'day')})`);
  return { range, compared, notes, warnings };
}

/**
 * The dates are parsed first: the time zone of today may be in a profile, and a typing error comes before a broken
 * profile. A fixed range needs no time zone.
 */
async function resolveRequest(request: RangeRequest, askToday: AskToday): Promise<ResolvedRange> {
  const parsed = parseRange(request);
  return parsed.kind === 'fixed' ? parsed : resolveRange(parsed, await askToday());
}

async function comparedRange(
  range: DateRange,
  comparison: ComparisonRequest,
  askToday: AskToday,
): Promise<DateRange> {
  if (typeof comparison === 'string') return earlierRange(range, comparison);
  try {
    return (await resolveRequest(comparison, askToday)).range;
  } catch (error) {
    throw inComparison(error, comparison);
  }
}

/**
 * The day that it is, for what is said of a report whose range is settled: a time zone that does not exist does not stop it,
 * and the system's is taken.
 */
export async function todayFor(
  options: ReportOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
  ports: Ports,
): Promise<CalendarDate> {
  const zone = await findTimeZone(options, profile, ports);
  return ports.today(zone && parseTimeZone(zone.value));
}

function asTyped({ from, to, period, includeToday }: ReportOptions): string {
  const given = [
    period !== undefined && `--period ${period.trim()}`,
    from !== undefined && `--from ${from.trim()}`,
    to !== undefined && `--to ${to.trim()}`,
    includeToday === true && '--include-today',
  ];
  return given.filter((each) => each !== false).join(' ');
}

/** The first and the last week of a range are often not whole, and then look like a fall. */
function tellCutUnits(range: DateRange, { by, weekStart = MONDAY }: ReportOptions): readonly string[] {
  if (by === undefined || by === 'day') return [];
  const first = unitAround(range.from, by, weekStart);
  const last = unitAround(range.to, by, weekStart);
  const cut = [
    first.from < range.from && `the first ${by} begins before the range, on ${first.from}`,
    last.to > range.to && `the last ${by} ends after it, on ${last.to}`,
  ].filter((each) => each !== false);
  return cut.length === 0 ? [] : [`not all of each ${by} is in: ${cut.join('; ')}`];
}
