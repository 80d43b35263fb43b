import { nearest } from './nearest.ts';

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
