import { ReportingError, tryRead } from '../core/errors.ts';
import { UTC, wallClockMs } from './date.ts';

/** Zone names of three letters. ICU also accepts abbreviations: BST as Asia/Dhaka, IST as Asia/Calcutta. */
const SHORT_NAMES = new Set('UTC GMT UCT EST MST HST CET MET EET WET PRC ROC ROK'.split(' '));
/** A path below the directory of the zone data (tzset(3)). */
const ZONE_FILE = /\/zoneinfo[^/]*\/(.+)$/;

/**
 * The IANA time zone with the name `text`, in any case; undefined for other texts. An offset such as `+02:00` is not a zone:
 * it has no clock changes, and not every Node version accepts it.
 */
export function parseTimeZone(text: string): string | undefined {
  const name = text.trim();
  if (!/^[a-z]/i.test(name)) return undefined;
  // Without the locale data, which takes a tenth of a short run.
  if (name.toUpperCase() === UTC) return UTC;
  return tryRead(() => {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // Intl returns Asia/Calcutta for Asia/Kolkata. Keep the user's name.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  });
}

/**
 * The IANA time zone for `value`, the value of TZ; undefined if it is unknown. `value` is a name, the path of a zone file, or UTC with
 * the offset 0. `realPath` resolves links. Node's own reading is not used: it silently takes UTC for a misspelled name, and for
 * rules such as `CET-1CEST,M3.5.0,M10.5.0/3`.
 */
export function parseTzVariable(value: string, realPath: (file: string) => string | undefined): string | undefined {
  const named = value.trim().replace(/^:/, '');
  if (named === '' || /^utc[+-]?0$/i.test(named)) return UTC;
  if (named.startsWith('/')) return zoneOfFile(named) ?? zoneOfFile(realPath(named) ?? '');
  const isAbbreviation = /^[a-z]{3}$/i.test(named) && !SHORT_NAMES.has(named.toUpperCase());
  return isAbbreviation ? undefined : parseTimeZone(named);
}

function zoneOfFile(file: string): string | undefined {
  const name = ZONE_FILE.exec(file)?.[1];
  return name === undefined ? undefined : parseTimeZone(name);
}

/** The expected form, for hints. */
export const TIME_ZONE_FORM = 'a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC';

/** The error for an unknown value of TZ. */
export function unknownTzVariable(value: string): ReportingError {
  return new ReportingError(
    'E-setting',
    `TZ=${JSON.stringify(value)} is not a known time zone, so the current date is unknown`,
    { hint: `set --timezone or REPORTING_TIMEZONE; ${TIME_ZONE_FORM}` },
  );
}

/** The time of day at `instant`, as `HH:MM`. `timeZone` is an IANA name; without one, the system's zone. */
export function timeOfDayAt(instant: Date, timeZone?: string): string {
  return new Date(wallClockMs(instant, timeZone)).toISOString().slice(11, 16);
}
