/** Draws the bars of a chart as SVG: one drawing for each bar, as wide as its place, so that texts stand beside it. */

import { type Markup, markup } from '../core/markup.ts';
import type { Bar } from './chart-model.ts';

const HEIGHT = 18;
/** The bar of the range; that of an earlier range is an outline around it. */
const NOW = { y: 4, height: 10 };
const BEFORE = { y: 1.5, height: 15 };
/** Any number other than zero is visible. */
const MIN_PERCENT = 0.3;

/** One drawing for each bar, in order. Only decoration: it has no numbers. `isCentered` puts zero in the middle. */
export function drawSvgBars(
  bars: readonly Pick<Bar, 'value' | 'comparison'>[],
  { isCentered = false }: { readonly isCentered?: boolean } = {},
): readonly Markup[] {
  const values = bars.flatMap(({ value = 0, comparison }) => [value, comparison?.value ?? 0]);
  const above = values.reduce((most, value) => Math.max(most, value), 0);
  const below = -values.reduce((least, value) => Math.min(least, value), 0);
  // Not `below / (above + below)`: the sum may be too large for a double.
  const zero = isCentered ? 50 : below === 0 ? 0 : 100 / (1 + above / below);
  const unit = Math.min(
    above === 0 ? Number.POSITIVE_INFINITY : (100 - zero) / above,
    below === 0 ? Number.POSITIVE_INFINITY : zero / below,
  );

  function rect(value: number | undefined, name: string, { y, height }: typeof NOW): Markup | undefined {
    if (value === undefined || value === 0) return undefined;
    const width = Math.max(MIN_PERCENT, Math.abs(value) * unit);
    const x = Math.max(0, Math.min(value < 0 ? zero - width : zero, 100 - width));
    const kind = value < 0 ? `${name} below` : name;
    return markup`<rect class="${kind}" x="${percent(x)}" width="${percent(width)}" y="${y}" height="${height}" rx="1.5"/>`;
  }

  const axis =
    below === 0 && !isCentered
      ? undefined
      : markup`<line class="zero" x1="${percent(zero)}" x2="${percent(zero)}" y1="0" y2="${HEIGHT}"/>`;
  return bars.map(({ value, comparison }) => {
    const drawn = [rect(value, 'now', NOW), rect(comparison?.value, 'before', BEFORE), axis];
    return markup`<svg class="chart bar" width="100%" height="${HEIGHT}" aria-hidden="true">${drawn}</svg>`;
  });
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
