import { Option } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone, timeZoneHint } from '../core/time-zone.ts';

export interface TimeZoneOptions {
  readonly timezone?: string;
}

/** `--timezone`, whose value is a zone that exists. */
export function timeZoneOption(description: string): Option {
  return new Option('--timezone <zone>', description).argParser((text: string) => {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `--timezone ${JSON.stringify(text)} is no time zone`, {
      hint: timeZoneHint(text),
    });
  });
}
