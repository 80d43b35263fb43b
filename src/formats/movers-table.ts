/**
 * Compared groups on a terminal, the largest change first: a headline, one line for each group with a bar, the total, and odd days.
 * Data formats, and tables with an order that the user chose, keep the order of the report.
 */

import { type Column, columnKey } from '../core/columns.ts';
import {
  absolute,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  parseDecimal,
  signOf,
  ZERO,
} from '../core/decimal.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { paint, type ShownCell, styled, type Tone } from '../core/tone.ts';
import { type Findings, type MoverFinding, restOf } from '../findings/findings.ts';
import {
  caveatPhrases,
  comparedDayPhrases,
  headline,
  oddDayPhrase,
  phraseText,
  stateWords,
  type Wording,
} from '../findings/phrases.ts';
import { drawCaption } from './caption.ts';
import { toneOfChange } from './change-tone.ts';
import { createAmountShower, groupThousands, ROUNDED } from './display-number.ts';
import type { EncoderInput } from './format.ts';
import { signed } from './per-day.ts';
import { readChangeOf, readFindings, wordingOf } from './read-findings.ts';
import { visibleName } from './short-cell.ts';
import { GAP } from './table-layout.ts';
import type { TextMeasure } from './text-width.ts';

const MAX_ALSO = 3;
/** The width of a name that is cut, and of one side of the bars. */
const MIN_NAME = 14;
const [MIN_SIDE, MAX_SIDE] = [5, 12];

/** One line: its name, the cells of the numbers, and the change that the bar shows. */
interface Line {
  readonly name: string;
  readonly cells: readonly [now: ShownCell, before: ShownCell, change: ShownCell, percent: ShownCell];
  readonly change: string | undefined;
}

/** The document; undefined if the groups have no total to explain, or if the terminal is too narrow. */
export async function drawMovers(input: EncoderInput, measure: TextMeasure): Promise<string | undefined> {
  const { terminalWidth, color, keys } = input;
  const read = await readFindings(input);
  if (read?.findings.total?.change === undefined || terminalWidth === undefined || keys === undefined) return undefined;
  const { findings } = read;
  const group = input.roundsNumbers === true ? groupThousands : (text: string): string => text;
  let isRounded = false;
  const onRounded = (): void => {
    isRounded = true;
  };
  const { now, before } = findings.total!;
  const number = createAmountShower({ ...input, onRounded }, `${now} ${before}`.includes('.'));
  const wording = wordingOf(input, read.measure, number);
  const { noun } = wording;
  const rest = findings.otherCount;
  if (rest > 0) {
    input.onTruncation(
      `${countOf(rest, 'group')} with smaller changes ${rest === 1 ? 'is' : 'are'} in one line (--sort shows each, and --format csv)`,
    );
  }
  const toneOf = (sign: number): Tone => toneOfChange(sign, read.measure);
  const show = createCells(number, group, toneOf);
  const total = totalLine(findings, show);
  const head = [wording.measure, 'before', 'change', '%'];
  const withDays = linesOf(findings, wording, show, { hasDays: true });
  const texts = [...withDays, total].flatMap(({ name, cells }) => [name, ...cells.map(({ text }) => text)]);
  await measure.prepare([noun, ...head, ...texts]);
  const place = (lines: readonly Line[]): Layout =>
    layOut([...lines, total], { head, noun, width: terminalWidth, measure });
  const withoutDays = linesOf(findings, wording, show, { hasDays: false });
  // Names and bars need the room more than the days on which groups began and ended.
  const isRoomy = !place(withDays).isCut && place(withDays).side >= MIN_SIDE;
  const lines = isRoomy ? withDays : withoutDays;
  const { widths, numbersWidth, nameWidth, side } = place(lines);
  if (side < MIN_SIDE) return undefined;

  const gap = ' '.repeat(GAP);
  const pad = (text: string, width: number): string => ' '.repeat(Math.max(0, width - measure.width(text)));
  const nameCell = (text: string): string => {
    const cut = measure.cut(text, nameWidth);
    return cut + pad(cut, nameWidth);
  };
  const numberCells = (cells: Line['cells']): string =>
    cells.map(({ text, tone }, index) => gap + pad(text, widths[index]!) + paint(text, tone, color)).join('');
  const largest = lines.reduce<Decimal>((most, { change }) => {
    const size = absolute(parseDecimal(change ?? '0')!);
    return compareDecimals(size, most) > 0 ? size : most;
  }, ZERO);
  const paintBar = (bar: string, sign: number): string => paint(bar, toneOf(sign), color);
  const cutNames = measure.cutApart(
    lines.map(({ name }) => name),
    lines.map(() => nameWidth),
  );
  const draw = (line: Line, index: number): string => {
    const bar = line.change === undefined ? '' : gap + barOf(line.change, { largest, side, paintBar });
    return `${nameCell(cutNames[index]!)}${numberCells(line.cells)}${bar}`.trimEnd();
  };
  const heading = nameCell(noun) + head.map((text, index) => gap + pad(text, widths[index]!) + text).join('');
  const rule = '─'.repeat(nameWidth + numbersWidth + GAP + 2 * side + 1);
  const also = await alsoLine(input, read.measure);
  const notes = caveatPhrases(findings, wording).map((phrase) => styled(phraseText(phrase), 'dim', color));
  const look = styled('look:', 'yellow', color);
  return [
    styled(phraseText(headline(findings, wording)), 'bold', color),
    (await drawCaption({ ...input, changePerDay: undefined }, measure, [])).trimEnd(),
    styled(`${heading}${gap}${`${' '.repeat(Math.max(0, side - 5))}fell`.padEnd(side)}│ rose`, 'bold', color),
    ...lines.map(draw),
    styled(rule, 'dim', color),
    styled(`${nameCell(total.name)}${numberCells(total.cells)}`, 'bold', color),
    ...(also === undefined ? [] : [styled(also, 'dim', color)]),
    ...(isRounded ? [styled(ROUNDED, 'dim', color)] : []),
    ...notes,
    ...[...findings.oddDays.map((odd) => oddDayPhrase(odd, wording)), ...comparedDayPhrases(findings, wording)].map(
      (phrase) => `${look} ${phraseText(phrase)}`,
    ),
    '',
  ].join('\n');
}

interface Layout {
  readonly widths: readonly number[];
  readonly numbersWidth: number;
  readonly nameWidth: number;
  /** True if a name is longer than its column. */
  readonly isCut: boolean;
  /** Columns of each side of the bars. */
  readonly side: number;
}

function layOut(
  lines: readonly Line[],
  {
    head,
    noun,
    width: terminalWidth,
    measure,
  }: {
    readonly head: readonly string[];
    readonly noun: string;
    readonly width: number;
    readonly measure: TextMeasure;
  },
): Layout {
  const widths = head.map((text, index) =>
    Math.max(measure.width(text), ...lines.map(({ cells }) => measure.width(cells[index]!.text))),
  );
  const numbersWidth = widths.reduce((sum, width) => sum + width + GAP, 0);
  const longest = Math.max(measure.width(noun), ...lines.map(({ name }) => measure.width(name)));
  const room = terminalWidth - numbersWidth;
  const nameWidth = Math.min(longest, Math.max(MIN_NAME, room - GAP - 1 - 2 * MIN_SIDE));
  const side = Math.min(MAX_SIDE, Math.floor((room - nameWidth - GAP - 1) / 2));
  return { widths, numbersWidth, nameWidth, isCut: nameWidth < longest, side };
}

/** A group that began or ended within the range has that in place of its percent; with `hasDays`, also the day. */
function linesOf(
  findings: Findings,
  { group }: Wording,
  show: ShowCells,
  { hasDays }: { readonly hasDays: boolean },
): readonly Line[] {
  const lines = findings.movers.map((mover): Line => {
    const [now, before, change, percent] = show(mover);
    const state = stateWords(hasDays ? mover : { ...mover, days: undefined }).join(', ');
    return {
      name: toVisibleText(group(mover.key)),
      cells: [now, before, change, state === '' ? percent : { ...percent, text: state }],
      change: mover.change,
    };
  });
  const rest = restOf(findings);
  if (rest === undefined) return lines;
  const cells = show({ ...rest, percent: undefined });
  return [...lines, { name: countOf(rest.count, 'other'), cells, change: undefined }];
}

function totalLine({ total, groupCount }: Findings, show: ShowCells): Line {
  const { now, before, change, percent } = total!;
  return {
    name: `total of all ${groupCount}`,
    cells: show({ now, before, change: change!, percent }),
    change: undefined,
  };
}

type ShowCells = (row: Pick<MoverFinding, 'now' | 'before' | 'change' | 'percent'>) => Line['cells'];

/** A function that shows the cells of a line. */
function createCells(number: Wording['number'], group: Wording['number'], toneOf: (sign: number) => Tone): ShowCells {
  const plain = (text: string | undefined): ShownCell => ({
    text: text === undefined ? '—' : number(text),
    tone: 'plain',
  });
  return ({ now, before, change, percent }) => {
    const tone = toneOf(signOf(parseDecimal(change)!));
    return [
      plain(now),
      plain(before),
      { text: signed(number(change)), tone },
      { text: percent === undefined ? '' : `${signed(group(percent))}%`, tone },
    ];
  };
}

interface BarOptions {
  readonly largest: Decimal;
  /** Columns of each side. */
  readonly side: number;
  readonly paintBar: (bar: string, sign: number) => string;
}

/**
 * The bar of a change, left of the line for a fall. Its length is rounded: the numbers beside it are exact. Both sides have steps of
 * half a column, the finest that Unicode has on the right of a column, so equal changes have equal bars.
 */
function barOf(change: string, { largest, side, paintBar }: BarOptions): string {
  const share = Number(formatDecimal(divideDecimals(absolute(parseDecimal(change)!), largest, 4) ?? ZERO));
  const halves = Math.round(share * side * 2);
  const whole = '█'.repeat(Math.floor(halves / 2));
  if (!change.startsWith('-')) return `${' '.repeat(side)}│${paintBar(whole + '▌'.repeat(halves % 2), 1)}`;
  const bar = '▐'.repeat(halves % 2) + whole;
  return `${' '.repeat(side - bar.length)}${paintBar(bar, -1)}│`;
}

/** The changes of other sums: `also +4.9% impressions · --sum impressions shows them`. Undefined without one. */
async function alsoLine(input: EncoderInput, main: Column): Promise<string | undefined> {
  const changes: string[] = [];
  const names: string[] = [];
  for (const column of input.recordSet.columns) {
    const isSum = input.keys?.addable?.has(columnKey(column.path)) === true;
    if (!isSum || columnKey(column.path) === columnKey(main.path) || names.length === MAX_ALSO) continue;
    const percent = await readChangeOf(column, input);
    if (percent === undefined) continue;
    changes.push(`${percent.startsWith('-') ? '' : '+'}${percent}% ${visibleName(column, input.renames)}`);
    names.push(column.name);
  }
  return changes.length === 0 ? undefined : `also ${changes.join(', ')} · --sum shows them`;
}
