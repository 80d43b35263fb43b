/** Lengths of time as people write and read them. */

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `90s`, `30m`, `2h`, or of a plain number of seconds; undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * UNITS_MS[unit]!);
}

/** `2.1 s`, `46 s`, `3 min 20 s`, `2 h 5 min`: two units at most. */
export function formatDuration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return inUnits(seconds, ['min', 's']);
  return inUnits(Math.round(seconds / 60), ['h', 'min']);
}

/** `count` of the smaller unit, 60 of which are one of the larger. */
function inUnits(count: number, [larger, smaller]: readonly [string, string]): string {
  const rest = count % 60;
  return `${Math.floor(count / 60)} ${larger}${rest === 0 ? '' : ` ${rest} ${smaller}`}`;
}
