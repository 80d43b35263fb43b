/** Stretches of time that rows can be grouped by. */
export const DATE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type DateUnit = (typeof DATE_UNITS)[number];
