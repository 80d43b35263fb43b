import { ReportingError, tryRead } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { UTC, wallClockMs } from './date.ts';

/** Zone names of three letters. ICU also accepts abbreviations: BST as Asia/Dhaka, IST as Asia/Calcutta. */
const SHORT_NAMES = new Set('UTC GMT UCT EST MST HST CET MET EET WET PRC ROC ROK'.split(' '));
/** A path below the directory of the zone data (tzset(3)). `posix` and `right` are copies of that directory. */
const ZONE_FILE = /\/zoneinfo[^/]*\/(?:posix\/|right\/)?(.+)$/;
/** `std offset` without daylight saving time (POSIX, Base Definitions, 8.3): `EST5`, `<+03>-3`. East is negative. */
const FIXED_OFFSET = /^(?:[a-z]{3,}|<[a-z\d+-]{3,}>)([+-]?\d{1,2})(?::00){0,2}$/i;

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
 * The IANA time zone for `value`, the value of TZ; undefined if it is unknown. `value` is a name, the path of a zone file, or an
 * offset of whole hours. `realPath` resolves links. Node's own reading is not used: it silently takes UTC for a misspelled
 * name, and for rules such as `CET-1CEST,M3.5.0,M10.5.0/3`.
 */
export function parseTzVariable(value: string, realPath: (file: string) => string | undefined): string | undefined {
  const named = value.trim().replace(/^:/, '');
  if (named === '') return UTC;
  if (named.startsWith('/')) return zoneOfFile(named) ?? zoneOfFile(realPath(named) ?? '');
  const name = named.replace(/^(?:posix|right)\//, '');
  const isAbbreviation = /^[a-z]{3}$/i.test(name) && !SHORT_NAMES.has(name.toUpperCase());
  return (isAbbreviation ? undefined : parseTimeZone(name)) ?? zoneOfOffset(name);
}

function zoneOfFile(file: string): string | undefined {
  const name = ZONE_FILE.exec(file)?.[1];
  return name === undefined ? undefined : parseTimeZone(name);
}

/** The zone of a fixed offset. Etc/GMT+5 is west of Greenwich, like EST5. */
function zoneOfOffset(text: string): string | undefined {
  const match = FIXED_OFFSET.exec(text);
  if (match === null) return undefined;
  const hours = Number(match[1]);
  return hours === 0 ? UTC : parseTimeZone(`Etc/GMT${hours > 0 ? '+' : ''}${hours}`);
}

/** The hint for an unknown time zone: the zone of that city, or else the closest name, if there is one, and the expected form. */
export function timeZoneHint(text: string): string {
  const typed = text.trim().replaceAll(' ', '_');
  const zones = [UTC, ...Intl.supportedValuesOf('timeZone')];
  const ofCity = zones.find((zone) => zone.toLowerCase().endsWith(`/${typed.toLowerCase()}`));
  const near = ofCity ?? closestMatch(typed, zones);
  const form = 'a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC';
  return near === undefined ? form : `did you mean ${near}? ${form}`;
}

/** The error for an unknown value of TZ. */
export function unknownTzVariable(value: string): ReportingError {
  return new ReportingError(
    'E-setting',
    `TZ=${JSON.stringify(value)} is not a known time zone, so the current date is unknown`,
    { hint: `set --timezone or REPORTING_TIMEZONE; ${timeZoneHint(value.replace(/^:/, ''))}` },
  );
}

/** The time of day at `instant`, as `HH:MM`. `timeZone` is an IANA name; without one, the system's zone. */
export function timeOfDayAt(instant: Date, timeZone?: string): string {
  return new Date(wallClockMs(instant, timeZone)).toISOString().slice(11, 16);
}
