/**
 * The made-up records, the same in every run. Each has the JSON text that the service sends, and the cells that CSV must contain.
 * They have ids of 19 digits and figures with a trailing zero, which floating point would change.
 */

export interface MadeRecord {
  readonly json: string;
  readonly cells: readonly string[];
}

const NAMES = ['Spring Sale', 'Newsletter, weekly', 'Retargeting', 'Brand search', 'Summer in the city'];
const COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'GB'];

/** The columns of the CSV, in order. */
export const COLUMNS = ['date', 'campaign_id', 'campaign', 'domain', 'country', 'impressions', 'clicks', 'revenue'];
const TEXTS = new Set(['date', 'campaign', 'domain', 'country']);

/** Where the JSON of a record holds its date: it begins with it, as its CSV does. */
export const JSON_DATE_OFFSET = '{"date":"'.length;

/** The number of different campaigns of each shape, in fifths. */
const CAMPAIGNS = { plain: 1000, few: 8 };

export type Shape = keyof typeof CAMPAIGNS;
export const SHAPES = Object.keys(CAMPAIGNS) as readonly Shape[];

export function recordOf(shape: Shape, index: number): MadeRecord {
  const cells = [
    // The days of January, in turn.
    `2026-01-${twoDigits(1 + (index % 31))}`,
    `47110${String(pick(index, 8, 50_000_000)).padStart(14, '9')}`,
    `${NAMES[pick(index, 4, 5)]} ${pick(index, 5, CAMPAIGNS[shape])}`,
    `news-${pick(index, 6, 100)}.example.com`,
    COUNTRIES[pick(index, 7, 7)]!,
    String(pick(index, 1, 900_000) + 100_000),
    String(pick(index, 2, 9000)),
    `${pick(index, 103, 9000) + 1000}.${twoDigits(pick(index, 203, 10) * 10)}`,
  ];
  const members = COLUMNS.map((name, column) => {
    const cell = cells[column]!;
    return `"${name}":${TEXTS.has(name) ? JSON.stringify(cell) : cell}`;
  });
  return { json: `{${members.join(',')}}`, cells };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A number from 0 to `count` - 1 that depends only on index and salt: a few rounds of murmur3's finalizer. */
function pick(index: number, salt: number, count: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
}
