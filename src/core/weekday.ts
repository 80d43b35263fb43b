/** A day of the week, by its number in ISO 8601: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const MONDAY: Weekday = 1;

/** In the order of their numbers. */
export const WEEKDAY_NAMES: readonly string[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** The day that `text` names, in full or by its first three letters, in any case: `Sunday`, `sun`. Undefined if none. */
export function parseWeekday(text: string): Weekday | undefined {
  const wanted = text.trim().toLowerCase();
  const index = WEEKDAY_NAMES.findIndex((name) => wanted === name || wanted === name.slice(0, 3));
  return index === -1 ? undefined : ((index + 1) as Weekday);
}
