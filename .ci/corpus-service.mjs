// The service of the corpus: clients whose names, amounts and numbers of groups test what people read.

import { createServer } from 'node:http';

const NAMES = `Back to School 2026 – Germany, new|${'Long campaign name, '.repeat(3)}x|${'x'.repeat(60)}|春のキャンペーン 2026|\
Sale 🎉👨‍👩‍👧🇩🇪|tab\there, bell\u0007|line\nbreak|\u001b[31mred\u001b[0m|מבצע קיץ|عرض \u202eevil||<b>a</b> & "c"|=1+1| x |a\\b`;
/** Names, and their amounts in even and in odd months. */
const NUMBERS = `twenty 12345678901234567890.12 9876543210987654321.5|exponent 1.5e-7 2E+10|small 0.001 0.002|whole 7 7.000|\
large 1234567.891 1200000`;

const byName = (names, amountOf) => Object.fromEntries(names.map((name, i) => [name, amountOf(i)]));
const groups = (count) => (n) =>
  byName(
    Array.from({ length: count }, (_, i) => `Group ${i + 1}`),
    (i) => cents(900 + 40 * i, n, i),
  );

/** Clients by name, with their amounts by campaign, as JSON, on day `n` since 1970 of a month in country `j`. */
export const CLIENTS = {
  shop: (n, _, j) => byName(['Brand', 'Generic', 'Video', 'Mail'], (i) => cents(9000 / (i + 1), n, i + 5 * j)),
  names: (n, _, j) => byName(NAMES.split('|'), (i) => cents(5000 - 300 * i, n, i + 5 * j)),
  numbers: (_, month) =>
    byName(NUMBERS.match(/[a-z]+(?= )/g), (i) => NUMBERS.split('|')[i].split(' ')[1 + (month % 2)]),
  negative: (n) => ({ Refunds: `-${cents(9000, n, 1)}`, Sales: cents(4000, n, 2), Fees: `-${cents(300, n, 3)}` }),
  zero: (n, month) => ({ Swings: `${(n % 2) * 10 - 5}.00`, Nothing: '0.00', Once: month === 10 ? '1.00' : '0.00' }),
  unknown: (n) => ({ Whole: cents(5000, n, 1), Partly: n % 3 ? cents(4000, n, 2) : '"N/A"', Never: '"N/A"' }),
  moves: (n, month) => ({ [month < 10 ? 'Summer' : 'Autumn']: cents(8000, n, 1), Steady: cents(5000, n, 2) }),
  'groups-1': groups(1),
  'groups-12': groups(12),
  'groups-40': groups(40),
  'groups-3000': groups(3000),
  empty: () => ({}),
};

/** An amount that moves from day to day, and is smaller at weekends. */
function cents(base, n, i) {
  return (Math.round((base * (70 + ((n * 17 + i * 29) % 61))) / ((n + 3) % 7 > 4 ? 160 : 100)) / 100).toFixed(2);
}

function recordsOf(client, first, last) {
  const records = [];
  for (let n = first; n <= last; n += 1) {
    const date = new Date(n * 86_400_000).toISOString().slice(0, 10);
    for (const [j, country] of (client === 'shop' || client === 'names' ? ['US', 'DE', 'FR'] : ['US']).entries()) {
      for (const [i, [name, revenue]] of Object.entries(CLIENTS[client](n, Number(date.slice(5, 7)), j)).entries()) {
        const keys = `"date":"${date}","campaign":${JSON.stringify(name)},"country":"${country}"`;
        records.push(`{${keys},"clicks":${10 + ((n * 7 + i * 13 + j * 5) % 90)},"revenue":${revenue}}`);
      }
    }
  }
  return records;
}

/** A service on loopback: each client has its own path. Its clock stands still at `now`. */
export const createService = (now) =>
  createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://corpus');
    const [first, last] = ['start_date', 'end_date'].map((name) => Date.parse(searchParams.get(name)) / 86_400_000);
    const body = `{"data":[${recordsOf(pathname.split('/')[1], first, last)}]}`;
    response.writeHead(200, { 'content-type': 'application/json', date: new Date(now).toUTCString() }).end(body);
  });
