/** The groups of a comparison by the size of their changes, with bars: they add up to the change of the total. */

import { parseDecimal, signOf } from '../core/decimal.ts';
import { countOf, signed } from '../core/text.ts';
import type { ShownCell, Tone } from '../core/tone.ts';
import { type Findings, type MoverFinding, restOf } from '../findings/findings.ts';
import { badgeOf, type Wording } from '../findings/phrases.ts';
import type { Table, TableColumn, TableRow } from './document.ts';

type Figures = Pick<MoverFinding, 'now' | 'before' | 'change' | 'percent' | 'share'>;

interface ChangesOptions extends Pick<Wording, 'group' | 'noun' | 'number'> {
  /** The names of the ranges. */
  readonly ranges: readonly [now: string, before: string];
  readonly toneOf: (sign: number) => Tone;
  /** The number that the bar of a change shows. */
  readonly drawn: (change: string) => number;
}

const ABSENT: ShownCell = { text: '—', tone: 'plain' };
const BLANK: ShownCell = { text: '', tone: 'plain' };

/** The table; undefined without a total to explain. */
export function changesTable(findings: Findings, options: ChangesOptions): Table | undefined {
  const { total, movers, groupCount } = findings;
  const { ranges, noun, number, group, toneOf, drawn } = options;
  if (total?.change === undefined) return undefined;
  const rest = restOf(findings);
  const changes = [...movers, ...(rest === undefined ? [] : [rest])].map(({ change }) => drawn(change));
  const largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0) || 1;
  const figure = (text: string | undefined): ShownCell =>
    text === undefined ? ABSENT : { ...BLANK, text: number(text) };
  const rowOf = (label: string, { now, before, change, percent, share }: Figures, bar?: number): TableRow['cells'] => {
    const tone = toneOf(signOf(parseDecimal(change)!));
    return [
      { ...BLANK, text: label },
      figure(now),
      figure(before),
      { text: signed(number(change)), tone },
      { text: percent === undefined ? '' : `${signed(percent)}%`, tone },
      { ...BLANK, tone, bar: bar === undefined ? undefined : [bar / largest] },
      { ...BLANK, text: share === undefined ? '' : `${share}%` },
    ];
  };
  const rows = movers.map((mover, index): TableRow => {
    return { cells: rowOf(group(mover.key), mover, changes[index]), badge: badgeOf(mover) };
  });
  if (rest !== undefined) {
    const cells = rowOf(
      countOf(rest.count, 'other'),
      { ...rest, percent: undefined, share: undefined },
      changes.at(-1),
    );
    rows.push({ cells, isOther: true });
  }
  const share = movers.some((mover) => mover.share !== undefined) ? '100' : undefined;
  const sum = { ...total, change: total.change, before: total.before, percent: total.percent, share };
  const columns: readonly (readonly [string, TableColumn['kind'], number])[] = [
    [noun, 'key', 11],
    [ranges[0], 'number', 12],
    [ranges[1], 'number', 2],
    ['change', 'number', 8],
    ['%', 'number', 9],
    ['fell │ rose', 'bar', 1],
    ['share', 'number', 2],
  ];
  return {
    ...{ kind: 'table', id: 'movers', title: undefined, notes: () => [], truncation: () => undefined },
    columns: columns.map(([heading, kind, importance]) => ({ heading, name: heading, kind, importance })),
    rowCount: rows.length,
    rows: [rows],
    foot: [{ cells: rowOf(`total of ${groupCount}`, sum) }],
  };
}
