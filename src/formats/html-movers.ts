/** The table of a page that explains the change of the total: every group by the size of its change, with bars. */

import { drawSvgBars } from '../charts/svg-bars.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { parseDecimal, signOf } from '../core/decimal.ts';
import { type Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import type { Tone } from '../core/tone.ts';
import { rangeTitle } from '../dates/range-name.ts';
import { toneOfChange } from '../document/change-tone.ts';
import { groupThousands } from '../document/display-number.ts';
import { signed } from '../document/per-day.ts';
import { type MoverFinding, restOf } from '../findings/findings.ts';
import { badgeOf } from '../findings/phrases.ts';
import type { EncoderInput } from './format.ts';
import type { PageFindings } from './html-findings.ts';
import { isolated, TONE_CLASSES } from './html-text.ts';
import { arrow } from './html-tiles.ts';

type Figures = Pick<MoverFinding, 'now' | 'before' | 'change' | 'percent' | 'share'>;

/** The section; undefined without compared groups, and without a total to explain. */
export function moversSection(
  { findings, wording, measure, hasMovers }: PageFindings,
  { range, comparedRange }: EncoderInput,
): Markup | undefined {
  const { total, movers, groupCount } = findings;
  if (!hasMovers || total?.change === undefined || range === undefined || comparedRange === undefined) return undefined;
  const toneOf = (sign: number): Tone => toneOfChange(sign, measure);
  const cells = ({ now, before, change, percent, share }: Figures, drawing: Markup | undefined): Markup => {
    const sign = signOf(parseDecimal(change)!);
    const tone = TONE_CLASSES[toneOf(sign)];
    return markup`<td class="n">${shown(now)}</td><td class="n before">${shown(before)}</td><td class="n ${tone}">${arrow(sign)}${groupThousands(signed(change))}</td><td class="n ${tone}">${percent === undefined ? undefined : `${signed(percent)}%`}</td><td class="drawing">${drawing}</td><td class="n share">${share === undefined ? undefined : `${share}%`}</td>`;
  };
  const rest = restOf(findings);
  const changes = [...movers, ...(rest === undefined ? [] : [rest])].map(({ change }) => change);
  const bars = changes.map((change) => ({ value: toDrawnNumber(change) }));
  const drawings = drawSvgBars(bars, { isCentered: true });
  const rows = movers.map(
    (mover, index) =>
      markup`<tr><th scope="row">${isolated(wording.group(mover.key))}${badges(mover)}</th>${cells(mover, drawings[index])}</tr>\n`,
  );
  if (rest !== undefined) {
    const others = cells({ ...rest, percent: undefined, share: undefined }, drawings.at(-1));
    rows.push(markup`<tr class="other"><th scope="row">${countOf(rest.count, 'other')}</th>${others}</tr>\n`);
  }
  const sum = { ...total, change: total.change, before: total.before, percent: total.percent };
  const share = movers.some((mover) => mover.share !== undefined) ? '100' : undefined;
  const names = [rangeTitle(range), rangeTitle(comparedRange)];
  const isOne = findings.movers.length === 1;
  const what = isOne ? '' : ` by the size of ${rest === undefined ? 'its change' : 'their changes'}`;
  const which =
    rest === undefined ? markup`Every ${isolated(wording.noun)}` : markup`The groups of ${isolated(wording.noun)}`;
  const heading =
    signOf(parseDecimal(total.change)!) === 0
      ? markup`What changed`
      : markup`Where the ${groupThousands(signed(total.change))} came from`;
  const kind = toneOf(1) === 'plain' ? ' neutral' : '';
  return markup`<section class="movers${kind}"><h2 id="movers-title">${heading}</h2>
<p class="facts">${which}${what}.<span class="drawing"> The bars add up to the change of the total.</span></p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="movers-title"><table><thead><tr><th scope="col">${isolated(wording.noun)}</th><th scope="col" class="n">${names[0]}</th><th scope="col" class="n before">${names[1]}</th><th scope="col" class="n">change</th><th scope="col" class="n">%</th><th scope="col" class="drawing"><span>fell</span> │ <span>rose</span></th><th scope="col" class="n share">share</th></tr></thead>
<tbody>
${rows}</tbody>
<tfoot><tr><th scope="row">total of ${groupCount}</th>${cells({ ...sum, share }, undefined)}</tr></tfoot></table></div></section>
`;
}

function shown(number: string | undefined): string {
  return number === undefined ? '—' : groupThousands(number);
}

function badges(mover: MoverFinding): Markup | undefined {
  const badge = badgeOf(mover);
  return badge && markup` <span class="badge">${badge[0]}</span>`;
}
