/** Times of day in a time zone: the instant of the next `09:00`, and the time of an instant. */

import { MS_PER_DAY, MS_PER_MINUTE, wallClockMs } from './date.ts';

/** The time of day that `text` spells, as `HH:MM`: `9:00` is `09:00`. Undefined for other texts. */
export function parseTimeOfDay(text: string): string | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}

/** The time of day at `instant`, as `HH:MM`. `timeZone` is an IANA name; without one, the system's zone. */
export function timeOfDayAt(instant: Date, timeZone?: string): string {
  return new Date(wallClockMs(instant, timeZone)).toISOString().slice(11, 16);
}

/**
 * The first instant after `after` whose time of day is `time`. A time that a clock change skips comes as much later as the clock
 * moves: 02:30 is then 03:30. A time that occurs twice is the first one.
 */
export function nextTimeOfDay(after: Date, time: string, timeZone?: string): Date {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const midnight = Math.floor(wallClockMs(after, timeZone) / MS_PER_DAY) * MS_PER_DAY;
  for (let day = 0; ; day++) {
    const at = instantOf(midnight + day * MS_PER_DAY + (hour * 60 + minute) * MS_PER_MINUTE, timeZone);
    if (at > after) return at;
  }
}

/** The instant at which a clock shows `wallMs`. */
function instantOf(wallMs: number, timeZone: string | undefined): Date {
  const at = (offsetAtMs: number): Date => {
    const offsetMs = wallClockMs(new Date(offsetAtMs), timeZone) - offsetAtMs;
    return new Date(wallMs - offsetMs);
  };
  // The offsets before and after a clock change on that day.
  const [early, late] = [at(wallMs - MS_PER_DAY), at(wallMs + MS_PER_DAY)];
  const isShown = (instant: Date): boolean => wallClockMs(instant, timeZone) === wallMs;
  return !isShown(early) && isShown(late) ? late : early;
}
