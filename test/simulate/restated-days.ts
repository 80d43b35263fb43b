/** Which days of a month were restated, and which of them a run printed. */

import { hasOtherRows, plainNumber } from './partition-on-disk.ts';
import type { Figures } from './world.ts';

/** The pull that a month holds. */
export interface Pulled {
  readonly from: string;
  readonly to: string;
  readonly figures: Figures;
  readonly pulledAtMs: number;
}

/** The figures that drops and restatements are measured by. */
export function tally(figures: Figures): {
  readonly records: number;
  readonly cents: number;
  readonly clicks: number;
} {
  const rows = [...figures.values()].flat();
  const cents = rows.reduce((sum, { revenue }) => sum + Math.round(Number(revenue) * 100), 0);
  return { records: rows.length, cents, clicks: rows.reduce((sum, { clicks = '0' }) => sum + Number(clicks), 0) };
}

/** A day with other figures, and what its line must say. */
export interface Restated {
  readonly key: string;
  readonly day: string;
  readonly parts: readonly string[];
}

/** The days of the earlier pull with other figures now. */
export function restatedDays(key: string, before: Pulled, after: Pulled): readonly Restated[] {
  const days = new Set([...before.figures.keys(), ...after.figures.keys()]);
  return [...days].sort().flatMap((day) => {
    const isCompared = day === '' ? before.from === after.from && before.to === after.to : day <= before.to;
    const [rows, others] = [before.figures.get(day), after.figures.get(day)];
    if (!isCompared || !hasOtherRows(rows, others)) return [];
    const [one, other] = [rows, others].map((each = []) => tally(new Map([['', each]]))) as [
      ReturnType<typeof tally>,
      ReturnType<typeof tally>,
    ];
    const plain = (cents: number): string => plainNumber((cents / 100).toFixed(2));
    const change = (name: string, from: string, to: string): readonly string[] =>
      from === to ? [] : [`${name} ${from} → ${to}`];
    return {
      key,
      day,
      parts: [
        ...(one.records === other.records ? [] : [`${one.records} → ${other.records} records`]),
        ...change('revenue', plain(one.cents), plain(other.cents)),
        ...change('clicks', String(one.clicks), String(other.clicks)),
      ],
    };
  });
}

/** A line of a run. */
export interface Printed {
  readonly key: string;
  readonly day: string;
  readonly text: string;
}

/** The restatements that a run printed. Another line has the key of no month. */
export function parseRestatements(stdout: string): readonly Printed[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, client, report, date = '', text = line] =
        /^(\S+) (\S+) (\S+)(?: \(.*?\))? restated: (.*)$/.exec(line) ?? [];
      return { key: `${report}/${client}/${date.slice(0, 7)}`, day: date.length === 7 ? '' : date, text };
    });
}
