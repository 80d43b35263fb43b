/** What a column's name says about the dates in it. Names only guide a preference: what the records hold decides. */

/**
 * `record`: likely the day that a record is about (`date`, `report_day`). `event`: likely the day of something else
 * (`created_at`, `campaign_start`, `week`). `other`: the name says neither.
 */
export type DateRole = 'record' | 'event' | 'other';

const EVENT_WORDS = new Set(
  (
    'created updated start stop end first last seen until valid expiry due payment invoice registered ' +
    'launched published generated week month quarter year ' +
    // The same in other forms, and the days of requests and exports themselves.
    'creation update modified modification registration expiration expires expired launch publish publication ' +
    'release released install installed signup join joined hire hired birth renewal activation cancellation ' +
    'cancelled canceled termination query queried request requested export exported download downloaded fetched ' +
    'retrieved extracted snapshot run'
  ).split(' '),
);
const RECORD_WORDS = new Set('date day dt ds datum fecha jour ymd yyyymmdd'.split(' '));

/** The role of a column with this path. Its last key counts, in words: `campaign.startDate` is `start` and `date`. */
export function dateRole(path: readonly string[]): DateRole {
  const words = wordsOf(path.at(-1) ?? '');
  if (words.some((word) => EVENT_WORDS.has(word))) return 'event';
  return RECORD_WORDS.has(words.at(-1) ?? '') ? 'record' : 'other';
}

/** `startDate`, `start_date` and `START DATE` are two words. Digits end a word and belong to none. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** No name that tells something is longer. */
const MAX_NAME_LENGTH = 200;
