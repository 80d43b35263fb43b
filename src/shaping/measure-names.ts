/** What a column's name says about its numbers. It is all there is to go by: the service does not say what its fields are. */

/** Last words of names of numbers that name something, and measure nothing. */
const NAMING = new Set(
  [
    'id',
    'ids',
    'uuid',
    'guid',
    'key',
    'code',
    'number',
    'no',
    'nr',
    'zip',
    'postcode',
    'phone',
    'version',
  ].concat([
    'date',
    'day',
    'week',
    'month',
    'quarter',
    'year',
    'hour',
    'time',
    'timestamp',
    'rank',
    'position',
  ]),
);

/** Words of names of numbers that are quotients: their sum means nothing. */
const QUOTIENTS = new Set(
  [
    'ctr',
    'cvr',
    'cr',
    'rate',
    'ratio',
    'percent',
    'percentage',
    'pct',
    'share',
    'avg',
    'average',
    'mean',
    'median',
  ].concat(
    [
      'cpm',
      'ecpm',
      'rpm',
      'erpm',
      'cpc',
      'ecpc',
      'epc',
      'cpa',
      'cpl',
      'cpv',
      'cpi',
      'cps',
      'arpu',
      'roas',
      'roi',
    ],
    ['aov', 'margin', 'score', 'per', 'price', 'viewability'],
  ),
);

/** True for `campaign_id`, `site.zip`, `orderNumber`. */
export function isNamingName(name: string): boolean {
  return NAMING.has(wordsOf(name).at(-1) ?? '');
}

/** True for `ctr`, `win_rate`, `avgPosition`, `share %`. */
export function isQuotientName(name: string): boolean {
  return name.includes('%') || wordsOf(name).some((word) => QUOTIENTS.has(word));
}

function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
