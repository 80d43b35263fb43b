/**
 * Guesses from a column's name what its numbers mean, for `schema.ts`: the interface names no fields. The words are those of
 * ad and revenue APIs. A missing word lets a meaningless sum through, and a wrong one hides a sum, so the lists hold only words
 * with one likely meaning.
 */

import { splitWords } from '../core/name-words.ts';

/** Kinds of numbers that a name can indicate. */
export type NameKind = 'money' | 'count' | 'ratio' | 'ordinal' | 'id';

/** What the words of a name say. */
interface NameFacts {
  /** Undefined if the name indicates no kind. */
  readonly kind: NameKind | undefined;
  /** For money: the index of its word in `MONEY_WORDS`; otherwise -1. */
  readonly moneyRank: number;
  /** True for amounts of money, also for amounts for one item: `rpm`. */
  readonly isAmount: boolean;
  /** True for costs, also for costs of one item: a rise of them is not good in itself. */
  readonly isCost: boolean;
  /** True for a name with the code of a currency: `revenue_usd`. */
  readonly hasCurrencyCode: boolean;
}

/** Last words of money columns, most likely main measure first: earnings before spending. */
const MONEY_WORDS: readonly string[] = 'revenue earnings payout income commission profit sales amount spend cost'.split(
  ' ',
);

/** Codes of currencies that are no words. */
const CURRENCY_CODES = wordsIn(
  'usd eur gbp jpy cny inr cad aud chf sek nok dkk pln czk huf ron brl mxn ars clp krw sgd hkd twd thb idr nzd zar ils aed',
);
/** Words that may follow a money word: `revenue_usd`, `cost_micros`, `amount.value`. */
const MONEY_UNITS: ReadonlySet<string> = new Set([
  ...wordsIn('micros micro cents in net gross total value'),
  ...CURRENCY_CODES,
]);
/** An attribution window in days: `sales14d`, `revenue_d7`, `revenue_day_30`. */
const TIME_SPAN = /^(?:\d+d?|d\d+|day)$/;

/** Last words of counts. */
const COUNTS = wordsIn(
  'count counts cnt qty quantity units items orders purchases transactions conversions leads signups installs downloads',
  'clicks impressions imps views pageviews screenviews visits sessions users visitors subscribers subscriptions followers',
  'requests responses bids wins opens sends deliveries bounces events hits plays starts completions engagements reach',
);

/** Last words of ids. */
const IDS = wordsIn(
  'id ids uuid guid key code number no nr sku asin isbn ean upc gtin imei idfa gaid serial hash',
  'zip zipcode postcode phone telephone fax gclid dclid fbclid ttclid msclkid gbraid wbraid status type',
);

/** Ids in one word: `campaignid`, `ordernumber`, `zipcode`, `x2id`; but not `paid`, `bid`, `android`. */
const ID_WORD = new RegExp(
  `^(?:[a-z]*\\d|${[
    'account|ad|adgroup|adset|adunit|advertiser|affiliate|agency|app|asset|banner|bid|bidder|brand|buyer|campaign|card',
    'carrier|category|channel|city|click|client|company|content|contract|conversion|country|coupon|creative|currency',
    'customer|deal|device|domain|event|feed|geo|group|impression|invoice|item|keyword|language|lead|line|lineitem|member',
    'merchant|network|offer|order|org|page|parent|partner|payment|payout|phone|pixel|placement|post|postal|product',
    'profile|promo|property|publisher|query|region|report|request|seat|segment|seller|session|shop|site|slot|source|state',
    'store|sub|supplier|tag|team|tracking|transaction|unit|user|variant|vendor|video|visitor|widget|zip|zone',
  ].join('|')})(?:ids?|no|nr|key|code|number)$`,
);
/** Things that have a number: `order_num` is an id, but `actions_num` is a count. */
const NUMBER_OF_THING = /^(?:account|card|contract|customer|invoice|order|part|phone|serial|tracking)(?:num|nbr)$/;

/** Last words of ordinals. */
const ORDINALS = wordsIn(
  'date day weekday week month quarter year hour minute time timestamp epoch rank ranking position version age',
);

/** Amounts of money for one item, at any position. */
const MONEY_RATIOS = wordsIn(
  'cpm ecpm vcpm rpm erpm cpc ecpc epc cpa cpl cpv cpcv cpi ecpi cpe cpo cpp cps cac arpu arppu arpdau ltv rps rpv aov',
);
/** Words of costs, at any position. */
const COSTS = wordsIn(
  'spend spent spending cost costs expense expenses fee fees refund refunds chargeback chargebacks',
  'cpm vcpm cpc cpa cpl cpv cpcv cpi cpe cpo cpp cps cac acos',
);
/** Words, at any position, of numbers with a meaningless sum: quotients, averages, percentages. */
const RATIOS: ReadonlySet<string> = new Set([
  ...wordsIn(
    'ctr vctr cvr cr vtr vcr rate rates ratio ratios percent percentage pct share avg average mean median percentile',
    'ipm roas roi acos tacos margin score per frequency viewability measurability coverage',
  ),
  ...MONEY_RATIOS,
]);
/** Ratios in one word: `bouncerate`, `avgposition`, `clickpercent`. */
const RATIO_WORD =
  /^(?:avg[a-z]+|average[a-z]{2,}|(?:bounce|click|clickthrough|completion|conversion|engagement|exit|fill|match|open|render|show|view|win)rate|[a-z]+(?:ratio|percent|pct))$/;

/** Longer names are cut to their end, which bounds the work. */
const MAX_NAME_LENGTH = 200;

/** The words of a path in lower case. */
export function wordsOf(path: readonly string[]): readonly string[] {
  return splitWords(path.join('.').slice(-MAX_NAME_LENGTH));
}

/** What the words of the path say: the last ones about the kind, but `ratio` follows from any of them. */
export function kindOfName(path: readonly string[]): NameFacts {
  const words = wordsOf(path);
  const hasAny = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  const kind = kindOf(path, words);
  return {
    kind,
    moneyRank: kind === 'money' ? rankOfMoney(words) : -1,
    isAmount: kind === 'money' || (kind === 'ratio' && hasAny(MONEY_RATIOS)),
    isCost: hasAny(COSTS),
    hasCurrencyCode: hasAny(CURRENCY_CODES),
  };
}

function kindOf(path: readonly string[], words: readonly string[]): NameKind | undefined {
  const last = words.at(-1) ?? '';
  if (IDS.has(last) || ID_WORD.test(last) || NUMBER_OF_THING.test(words.slice(-2).join(''))) return 'id';
  if (isRatio(path, words)) return 'ratio';
  if (ORDINALS.has(last)) return 'ordinal';
  if (rankOfMoney(words) !== -1) return 'money';
  return COUNTS.has(withoutSpan(last)) ? 'count' : undefined;
}

function isRatio(path: readonly string[], words: readonly string[]): boolean {
  if (path.some((key) => key.includes('%'))) return true;
  if (words.some((word) => RATIOS.has(word) || RATIO_WORD.test(word))) return true;
  // A price belongs to one item, but `total_price` to a whole order.
  return words.includes('price') && !words.includes('total') && !words.includes('subtotal');
}

/** -1 for a name without a money word. */
function rankOfMoney(words: readonly string[]): number {
  const last = words.findLast((word) => !MONEY_UNITS.has(word) && !TIME_SPAN.test(word)) ?? '';
  return MONEY_WORDS.indexOf(withoutSpan(last));
}

/** Removes the days of `sales14d`. */
function withoutSpan(word: string): string {
  return word.replace(/\d+d?$/, '');
}

function wordsIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
