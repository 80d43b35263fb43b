import { realpathSync } from 'node:fs';
import { parseTzVariable } from '../core/time-zone.ts';

/** The IANA time zone that `value`, the value of TZ, stands for; undefined if it is unknown. */
export function zoneOfTzVariable(value: string): string | undefined {
  return parseTzVariable(value, (file) => {
    try {
      return realpathSync(file);
    } catch {
      return undefined;
    }
  });
}
