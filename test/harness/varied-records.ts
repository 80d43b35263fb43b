/** Records of three months that differ in every way a dataset must keep. */

import { daysFrom } from './daily-service.ts';

const NOTES = ['plain', 'a, "b"', 'line\\nbreak', '春 🎉', '=1+1', '', ' x ', 'null', 'true', '\\\\', '1e5'];
const VERSIONS = ['1.0', '1.00', '1', '007', '-0', '2026-01-01'];

/** The records of a day as JSON texts: long ids, nested columns, nulls, texts that look like numbers, several currencies. */
export function variedRecords(day: string): readonly string[] {
  const at = Number(day.slice(8)) + 31 * Number(day.slice(5, 7));
  return [0, 1, 2].map((index) => {
    const n = at * 3 + index;
    const revenue = n % 7 === 0 ? 'null' : `${n % 5 === 0 ? '-' : ''}${n * 13}.${n % 2 === 0 ? '10' : '205'}`;
    const note = NOTES[n % NOTES.length]!.replaceAll('"', '\\"');
    const fee = n % 3 === 0 ? '""' : n % 3 === 1 ? 'null' : `"${n}.50"`;
    return [
      `{"date":"${day}","campaign":{"id":${90071992547409931n + BigInt(n % 4)},"name":"${note}","tags":["a",${n % 2}]}`,
      `"version":"${VERSIONS[n % VERSIONS.length]}","order":"${n % 2 === 0 ? n : `0${n}`}"`,
      `"country":${n % 4 === 0 ? 'null' : `"${'USDEFR'.slice((n % 3) * 2, (n % 3) * 2 + 2)}"`}`,
      `"active":${n % 2 === 0},"clicks":${n % 6 === 0 ? 'null' : n},"impressions":${n * 100},"ctr":${(n % 90) / 1000}`,
      `"currency":"${n % 2 === 0 ? 'EUR' : 'USD'}","revenue":${revenue},"fee":${fee}}`,
    ].join(',');
  });
}

/** The records of a range. */
export function variedRange({
  start_date: from = '',
  end_date: to = '',
}: Readonly<Record<string, string>>): readonly string[] {
  return daysFrom(from, to).flatMap(variedRecords);
}
