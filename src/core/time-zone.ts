import { nearest } from './nearest.ts';
import { ReportingError } from './reporting-error.ts';

/**
 * The IANA time zone that `text` names, in any case; undefined if it names none. An offset such as `+02:00` is none: it
 * knows no clock change, and not every Node takes it.
 */
export function parseTimeZone(text: string): string | undefined {
  const wanted = text.trim();
  if (!/^[a-z]/i.test(wanted)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: wanted }).resolvedOptions();
    // Another name of the same zone is kept: Asia/Kolkata is not to come back as Asia/Calcutta.
    return timeZone.toLowerCase() === wanted.toLowerCase() ? timeZone : wanted;
  } catch {
    return undefined;
  }
}

/** Names of three letters that are no abbreviations: ICU takes BST for Asia/Dhaka, and IST for Asia/Calcutta. */
const SHORT_NAMES = new Set([
  'UTC',
  'GMT',
  'UCT',
  'EST',
  'MST',
  'HST',
  'CET',
  'MET',
  'EET',
  'WET',
  'PRC',
  'ROC',
  'ROK',
]);
/** Below the directory of the zone data (tzset(3)); `posix` and `right` are other copies of it. */
const ZONE_FILE = /\/zoneinfo[^/]*\/(?:posix\/|right\/)?(.+)$/;
/** `std offset` without a daylight saving time (POSIX, Base Definitions, 8.3): `EST5`, `<+03>-3`. East is negative. */
const FIXED_OFFSET = /^(?:[a-z]{3,}|<[a-z\d+-]{3,}>)([+-]?\d{1,2})(?::00){0,2}$/i;

/**
 * The IANA time zone that `value`, the value of TZ, stands for; undefined if it is unknown. The zone comes from a name, from the
 * path of a zone file, where `realPath` gives what a path leads to, or from an offset of whole hours. Node's own reading is
 * not used: it takes UTC, without a word, for a slip and for rules such as `CET-1CEST,M3.5.0,M10.5.0/3`.
 */
export function parseTzVariable(
  value: string,
  realPath: (file: string) => string | undefined,
): string | undefined {
  const named = value.trim().replace(/^:/, '');
  if (named === '') return 'UTC';
  if (named.startsWith('/')) return zoneOfFile(named) ?? zoneOfFile(realPath(named) ?? '');
  const name = named.replace(/^(?:posix|right)\//, '');
  const isAbbreviation = /^[a-z]{3}$/i.test(name) && !SHORT_NAMES.has(name.toUpperCase());
  return (isAbbreviation ? undefined : parseTimeZone(name)) ?? zoneOfOffset(name);
}

function zoneOfFile(file: string): string | undefined {
  const name = ZONE_FILE.exec(file)?.[1];
  return name === undefined ? undefined : parseTimeZone(name);
}

/** Etc/GMT+5 is west of Greenwich, as EST5 is. */
function zoneOfOffset(text: string): string | undefined {
  const match = FIXED_OFFSET.exec(text);
  if (match === null) return undefined;
  const hours = Number(match[1]);
  return hours === 0 ? 'UTC' : parseTimeZone(`Etc/GMT${hours > 0 ? '+' : ''}${hours}`);
}

/** The zone that a text which names none was perhaps meant to: by its city, `new york`, or a slip, `Europe/Berln`. */
export function suggestTimeZone(text: string): string | undefined {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const city = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  const near = nearest(wanted, names) ?? nearest(wanted, names.map(city));
  return names.find((name) => name === near || city(name) === near);
}

/** What is meant by a time zone, and perhaps the one that `text`, which names none, was meant to be. */
export function timeZoneHint(text: string): string {
  const suggestion = suggestTimeZone(text);
  const form = 'a zone has an IANA name, such as Europe/Berlin, America/New_York or UTC';
  return suggestion === undefined ? form : `did you mean ${suggestion}? ${form}`;
}

/** The error for a value of TZ that leaves open what day it is. `way` says how to name the zone instead. */
export function unknownTzVariable(value: string, way: string): ReportingError {
  return new ReportingError(
    'config',
    `TZ=${JSON.stringify(value)} names no known time zone, so it is not known what day today is`,
    { hint: `${way}; ${timeZoneHint(value.replace(/^:/, ''))}` },
  );
}
