/** Horizontal bars, a line each: label, number, bar. Bars below zero grow to the left of an axis. */

import type { ChartPoint } from './chart-plan.ts';
import { paint } from './shown-cell.ts';
import { GAP } from './table-layout.ts';
import type { TextMeasure } from './text-width.ts';

export interface ChartLook {
  readonly width: number;
  readonly color: boolean;
  /** Prepared for all texts. */
  readonly measure: TextMeasure;
}

const FULL = '█';
/** A column filled from the left by so many eighths. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** A column of which the right half is filled: there are no finer ones. */
const RIGHT_HALF = '▐';
const AXIS = '│';

const MIN_LABEL_WIDTH = 10;
const MIN_BAR_WIDTH = 10;
/** Share of the line that labels take at most. */
const MAX_LABEL_SHARE = 0.4;

export function drawBars(points: readonly ChartPoint[], { width, color, measure }: ChartLook): string {
  const gap = ' '.repeat(GAP);
  const longest = (widths: readonly number[]): number =>
    widths.reduce((most, each) => Math.max(most, each), 0);
  const labelWidth = Math.min(
    longest(points.map(({ label }) => measure.width(label))),
    Math.max(MIN_LABEL_WIDTH, Math.floor(width * MAX_LABEL_SHARE)),
  );
  const numberWidth = longest(points.map(({ shown }) => measure.width(shown.text)));
  const barWidth = Math.max(MIN_BAR_WIDTH, width - labelWidth - numberWidth - 2 * GAP);
  const drawBar = createBar(points, barWidth);
  return points
    .map(({ label, shown: { text, tone }, share }) => {
      const cut = measure.cut(label, labelWidth);
      const start = cut + ' '.repeat(Math.max(0, labelWidth - measure.width(cut))) + gap;
      const padding = ' '.repeat(Math.max(0, numberWidth - measure.width(text)));
      const painted = (part: string): string => (color && part !== '' ? paint(part, tone) : part);
      const bar = drawBar(share).trimEnd();
      const indent = bar.length - bar.trimStart().length;
      const drawn = bar.slice(0, indent) + painted(bar.slice(indent));
      return `${start}${padding}${painted(text)}${gap}${drawn}`.trimEnd();
    })
    .join('\n');
}

/** Scales bars so that the longest ones to both sides of zero fill `width` together. */
function createBar(points: readonly ChartPoint[], width: number): (share: number | undefined) => string {
  const shares = points.map(({ share = 0 }) => share);
  const above = shares.reduce((most, share) => Math.max(most, share), 0);
  const below = -shares.reduce((least, share) => Math.min(least, share), 0);
  if (below === 0) return (share) => (share === undefined ? '' : barAbove(share, width / (above || 1)));

  const room = width - AXIS.length;
  const leftWidth = Math.min(room, Math.max(1, Math.round((room * below) / (above + below))));
  const unit = Math.min(
    leftWidth / below,
    above === 0 ? Number.POSITIVE_INFINITY : (room - leftWidth) / above,
  );
  return (share = 0) => {
    const left = share < 0 ? barBelow(-share, unit) : '';
    return ' '.repeat(Math.max(0, leftWidth - left.length)) + left + AXIS + barAbove(share, unit);
  };
}

/** Nothing for zero and below; what is more than zero shows, however little it is. */
function barAbove(share: number, unit: number): string {
  if (share <= 0) return '';
  const eighths = Math.max(1, Math.round(share * unit * 8));
  return FULL.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function barBelow(share: number, unit: number): string {
  const halves = Math.max(1, Math.round(share * unit * 2));
  return (halves % 2 === 1 ? RIGHT_HALF : '') + FULL.repeat(Math.floor(halves / 2));
}
