import { sendJson, startService, type TestService } from './service.ts';

export interface DailyOptions {
  /** Days without records. */
  readonly missing?: readonly string[];
  /** Leaves out the day that is `end_date`. */
  readonly exclusiveEnd?: boolean;
  /** The records of a day, as JSON texts; by default one record with the day in its column `day`. */
  readonly recordsOf?: (day: string) => readonly string[];
}

/** A service with records for each requested day, in order. */
export function startDailyService(options: DailyOptions = {}): Promise<TestService> {
  const { missing = [], exclusiveEnd = false, recordsOf = (day) => [`{"day":"${day}","n":1}`] } = options;
  return startService(({ query }, response) => {
    const days = daysFrom(query.start_date!, query.end_date!).filter(
      (day) => !missing.includes(day) && !(exclusiveEnd && day === query.end_date),
    );
    sendJson(response, `{"data":[${days.flatMap(recordsOf)}]}`);
  });
}

/** The days from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += 86_400_000) {
    days.push(new Date(ms).toISOString().slice(0, 10));
  }
  return days;
}
