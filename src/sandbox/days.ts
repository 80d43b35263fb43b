const PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MS_PER_DAY = 86_400_000;

/** The days from `start` to `end`, both included, as `YYYY-MM-DD`; undefined unless both are dates, in this order. */
export function daysOf(start: string | null, end: string | null): readonly string[] | undefined {
  const [first, last] = [dayNumber(start), dayNumber(end)];
  if (first === undefined || last === undefined || last < first) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) => toText(first + index));
}

function dayNumber(text: string | null): number | undefined {
  if (text === null || !PATTERN.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  const day = ms / MS_PER_DAY;
  return Number.isNaN(ms) || toText(day) !== text ? undefined : day;
}

function toText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
