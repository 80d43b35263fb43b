/** The settings that determine the records. */
export interface RecordOptions {
  readonly seed: number;
  /** True for domain records with a date: one per day. */
  readonly domainDates: boolean;
  /** True to leave out the day of `end_date`. */
  readonly exclusiveEnd: boolean;
  /** True for a currency in each record: some amounts are in EUR, and others in USD. */
  readonly currencies: boolean;
}

/** The settings of the records alone, from an object with more members. Their values, in this order, identify the records. */
export function recordOptionsOf({ seed, domainDates, exclusiveEnd, currencies }: RecordOptions): RecordOptions {
  return { seed, domainDates, exclusiveEnd, currencies };
}

/** The names of these settings. */
export const RECORD_OPTIONS = ['seed', 'domainDates', 'exclusiveEnd', 'currencies'] as const;
