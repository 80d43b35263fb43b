import type { ExactNumber } from './exact-number.ts';
import { parseRecordValues } from './parse-record-values.ts';

/** One record, as the service sent it. */
export interface ReportRecord {
  /** Its JSON text, digit for digit, without the white space between tokens. */
  readonly json: string;
  /** Its members by name, read out of the text when they are first asked for; of a name that comes twice, the last. */
  readonly values: RecordValues;
}

/** An object without a prototype: it has the service's names, and no others. */
export interface RecordValues {
  readonly [name: string]: RecordValue | undefined;
}

export type RecordValue = string | ExactNumber | boolean | null | readonly RecordValue[] | RecordValues;

/** The record that `json`, checked and minified, is. */
export function createRecord(json: string): ReportRecord {
  return new LazyRecord(json);
}

class LazyRecord implements ReportRecord {
  readonly json: string;
  #values: RecordValues | undefined;

  constructor(json: string) {
    this.json = json;
  }

  get values(): RecordValues {
    this.#values ??= parseRecordValues(this.json);
    return this.#values;
  }
}
