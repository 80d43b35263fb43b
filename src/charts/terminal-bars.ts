/** Draws bars, one line each: label, number, share, bar. Bars below zero grow to the left of an axis. */

import type { Bar, BarChart } from './chart-model.ts';
import { type ChartDisplay, GAP, MIN_LABEL_WIDTH, padEnd, padStart, paintShown, widest } from './terminal-display.ts';

const FULL = '█';

/** A column that is filled from the left, by eighths. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A column whose right half is filled. Unicode has no finer steps from the right. */
const RIGHT_HALF = '▐';

const AXIS = '│';

/** A bar of an earlier range. */
const SHADE = '░';

const MIN_BAR_WIDTH = 10;

/** Maximum share of the line for labels. */
const MAX_LABEL_SHARE = 0.4;

/** The lines of text of a bar chart. */
export function drawBars({ bars, ranges, legend, noBars }: BarChart, display: ChartDisplay): readonly string[] {
  const { width, measure } = display;
  const labelWidth = Math.min(
    widest(
      bars.map(({ label }) => label),
      display,
    ),
    Math.max(MIN_LABEL_WIDTH, Math.floor(width * MAX_LABEL_SHARE)),
  );
  const numbers = bars.flatMap(({ shown, comparison }) => [shown.text, comparison?.shown.text ?? '']);
  const numberWidth = widest(numbers, display);
  const taken = labelWidth + numberWidth + 2 * GAP.length;
  const widestShare = bars.reduce((most, { share = '' }) => Math.max(most, share.length), 0);
  // A narrow terminal has no room for shares.
  const hasShares = widestShare > 0 && width - taken - GAP.length - widestShare >= MIN_BAR_WIDTH;
  const shareWidth = hasShares ? GAP.length + widestShare : 0;
  const toBar = createBar(
    bars.flatMap(({ value = 0, comparison }) => [value, comparison?.value ?? 0]),
    Math.max(MIN_BAR_WIDTH, width - taken - shareWidth),
  );

  function drawOne(
    label: string,
    { shown, value, share = '' }: Omit<Bar, 'label' | 'isOther'>,
    shade?: string,
  ): string {
    const bar = shade === undefined ? toBar(value) : toBar(value).replace(/[^ │]/g, shade);
    const start = bar.search(/[^ ]/);
    const drawn = start === -1 ? '' : bar.slice(0, start) + paintShown({ ...shown, text: bar.slice(start) }, display);
    const number = padStart(shown, numberWidth, display);
    const shareText = hasShares ? share.padStart(shareWidth) : '';
    return `${padEnd(measure.cut(label, labelWidth), labelWidth, display)}${GAP}${number}${shareText}${GAP}${drawn}`.trimEnd();
  }

  const drawn = bars.flatMap((bar) => [
    drawOne(bar.label, bar),
    ...(bar.comparison === undefined ? [] : [drawOne('', { ...bar.comparison, share: undefined }, SHADE)]),
  ]);
  const keys = ranges === undefined ? [] : [`${FULL}${GAP}${ranges.now}`, `${SHADE}${GAP}${ranges.comparison}`];
  const second = ranges === undefined ? '' : `; below each number is that of ${ranges.comparison}`;
  const below = [...(noBars === undefined ? keys : [noBars + second]), ...(legend === undefined ? [] : [legend])];
  return below.length === 0 ? drawn : [...drawn, '', ...below];
}

/** Scales bars so that the longest bars on both sides of zero fill `width` together. */
function createBar(values: readonly number[], width: number): (value: number | undefined) => string {
  const above = values.reduce((most, value) => Math.max(most, value), 0);
  const below = -values.reduce((least, value) => Math.min(least, value), 0);
  if (below === 0) return (value = 0) => barAbove(value, width / (above || 1));

  const room = width - AXIS.length;
  // Not `below / (above + below)`: the sum may be too large for a double.
  const part = 1 / (1 + above / below);
  const leftWidth = Math.min(room, Math.max(1, Math.round(room * part)));
  const unit = Math.min(leftWidth / below, above === 0 ? Number.POSITIVE_INFINITY : (room - leftWidth) / above);
  return (value = 0) => {
    const left = value < 0 ? barBelow(-value, unit) : '';
    return ' '.repeat(Math.max(0, leftWidth - left.length)) + left + AXIS + barAbove(value, unit);
  };
}

/** Empty for zero and below. Any number above zero is visible. */
function barAbove(value: number, unit: number): string {
  if (value <= 0) return '';
  const eighths = Math.max(1, Math.round(value * unit * 8));
  return FULL.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function barBelow(value: number, unit: number): string {
  const halves = Math.max(1, Math.round(value * unit * 2));
  return (halves % 2 === 1 ? RIGHT_HALF : '') + FULL.repeat(Math.floor(halves / 2));
}
