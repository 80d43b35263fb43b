/**
 * The made-up records, the same in every run. Each has the JSON text that the service sends, and the cells that CSV must contain.
 * The benchmarks compare the tool's output for the JSON with the cells.
 */

/** A kind of record. Every shape has ids of 19 digits and figures with a trailing zero, which floating point would change. */
export interface Shape {
  readonly name: string;
  /** The columns of the CSV, in order. */
  readonly columns: readonly string[];
  /** The jq filter that makes a row from a record. `@csv` in jq does not accept nested values. */
  readonly jqRow: string;
  readonly record: (index: number) => MadeRecord;
}

export interface MadeRecord {
  readonly json: string;
  readonly cells: readonly string[];
}

type Field = readonly [name: string, value: (index: number) => Value];

interface Value {
  readonly json: string;
  readonly cell: string;
}

const CAMPAIGNS = ['Spring Sale', 'Newsletter, weekly', 'Retargeting', 'Brand search', 'Summer in the city'];
const COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'GB'];
const TEXTS = [
  'Newsletter, weekly',
  'Say "hello" to spring',
  'Búsqueda de marca',
  '春のキャンペーン',
  'first line\nsecond line',
  'C:\\ads\\2026\tdraft',
  '🚀 launch — ünïcode',
  'plain',
];

/** Where the JSON of a record holds its date: every shape begins with it, as its CSV does. */
export const JSON_DATE_OFFSET = '{"date":"'.length;

// The days of January, in turn.
const date: Field = ['date', (index) => text(`2026-01-${twoDigits(1 + (index % 31))}`)];
const id: Field = ['campaign_id', (index) => figure(idOf(index))];
const impressions: Field = ['impressions', (index) => figure(String(pick(index, 1, 900_000) + 100_000))];
const clicks: Field = ['clicks', (index) => figure(String(pick(index, 2, 9000)))];
const revenue: Field = ['revenue', (index) => figure(moneyOf(index, 3))];

/** The shapes by name. */
export const SHAPES = {
  plain: campaigns('plain', 1000),
  /** As `plain`, with 40 campaigns instead of 5,000. */
  few: campaigns('few', 8),
  text: flat('text', [
    date,
    id,
    ['campaign', (index) => text(TEXTS[pick(index, 4, 8)]!)],
    ['creative', (index) => escapedText(TEXTS[pick(index, 5, 8)]!)],
    ['domain', (index) => text(`bücher-${pick(index, 6, 100)}.example`)],
    impressions,
    clicks,
    revenue,
  ]),
  nested: {
    name: 'nested',
    columns: [
      'date',
      'campaign.id',
      'campaign.name',
      'campaign.owner.team',
      'tags',
      'figures.clicks',
      'figures.revenue',
    ],
    jqRow: '[.date, .campaign.id, .campaign.name, .campaign.owner.team, (.tags | tojson), .figures[]]',
    record(index) {
      const day = text(`2026-01-${twoDigits(1 + (index % 31))}`);
      const name = text(`${CAMPAIGNS[pick(index, 4, 5)]} ${pick(index, 5, 1000)}`);
      const team = text(`team ${pick(index, 6, 20)}`);
      const tags = `["${COUNTRIES[pick(index, 7, 7)]}","search"]`;
      const cells = [day.cell, idOf(index), name.cell, team.cell, tags, String(pick(index, 2, 9000))];
      return {
        json:
          `{"date":${day.json},"campaign":{"id":${cells[1]},"name":${name.json},"owner":{"team":${team.json}}},` +
          `"tags":${tags},"figures":{"clicks":${cells[5]},"revenue":${moneyOf(index, 3)}}}`,
        cells: [...cells, moneyOf(index, 3)],
      };
    },
  },
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

/** Records of campaigns: five times as many as `numbers`. */
function campaigns(name: string, numbers: number): Shape {
  return flat(name, [
    date,
    id,
    ['campaign', (index) => text(`${CAMPAIGNS[pick(index, 4, 5)]} ${pick(index, 5, numbers)}`)],
    ['domain', (index) => text(`news-${pick(index, 6, 100)}.example.com`)],
    ['country', (index) => text(COUNTRIES[pick(index, 7, 7)]!)],
    impressions,
    clicks,
    revenue,
  ]);
}

function flat(name: string, fields: readonly Field[]): Shape {
  const keys = fields.map(([key]) => JSON.stringify(key));
  return {
    name,
    columns: fields.map(([key]) => key),
    jqRow: '[.[]]',
    record(index) {
      const values = fields.map(([, value]) => value(index));
      const members = values.map(({ json }, column) => `${keys[column]}:${json}`);
      return { json: `{${members.join(',')}}`, cells: values.map(({ cell }) => cell) };
    },
  };
}

function text(cell: string): Value {
  return { json: JSON.stringify(cell), cell };
}

/** A text with all characters beyond ASCII as `\uXXXX`, as many services send it. */
function escapedText(cell: string): Value {
  const json = JSON.stringify(cell).replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return { json, cell };
}

function figure(token: string): Value {
  return { json: token, cell: token };
}

function idOf(index: number): string {
  return `47110${String(pick(index, 8, 50_000_000)).padStart(14, '9')}`;
}

function moneyOf(index: number, salt: number): string {
  return `${pick(index, salt + 100, 9000) + 1000}.${twoDigits(pick(index, salt + 200, 10) * 10)}`;
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
