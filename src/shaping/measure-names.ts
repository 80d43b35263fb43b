/** What a column's name says about its numbers. It is all there is to go by: the service does not say what its fields are. */

/** Last words of names of numbers that name something, and measure nothing. */
const NAMING = wordsIn(
  'id ids uuid guid key code number no nr zip postcode phone version',
  'date day week month quarter year hour time timestamp rank position',
);

/** The same in one word, `campaignid`; but not `paid`, `bid`, `android`. */
const NAMING_WORD =
  /^(?:account|ad|adgroup|advertiser|affiliate|app|campaign|channel|client|country|creative|customer|domain|geo|item|line|lineitem|network|offer|order|page|partner|placement|product|publisher|site|source|sub|transaction|unit|user|zone)ids?$/;

/** Words of names of numbers that are quotients: their sum means nothing. */
const QUOTIENTS = wordsIn(
  'ctr cvr cr vtr rate rates ratio ratios percent percentage pct share avg average mean median frequency',
  'cpm ecpm rpm erpm cpc ecpc epc cpa cpl cpv cpi cps arpu roas roi aov margin score per price viewability',
);

/** True for `campaign_id`, `site.zip`, `orderNumber`, `campaignid`. */
export function isNamingName(name: string): boolean {
  const last = wordsOf(name).at(-1) ?? '';
  return NAMING.has(last) || NAMING_WORD.test(last);
}

/** True for `ctr`, `win_rate`, `avgPosition`, `share %`. */
export function isQuotientName(name: string): boolean {
  return name.includes('%') || wordsOf(name).some((word) => QUOTIENTS.has(word));
}

function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function wordsIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
