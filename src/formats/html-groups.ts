/** The groups of a page as bars. */

import { drawSvgBars } from '../charts/svg-bars.ts';
import { type Markup, markup } from '../core/markup.ts';
import { toVisibleLine, toVisibleText } from '../core/text.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import { readBars } from './chart-bars.ts';
import type { ChartSource } from './chart-rows.ts';
import { sentenceStart } from './html-findings.ts';
import { headCell, isolated, numberCell } from './html-text.ts';

export const MAX_BARS = 10;
/** Characters of a label; the table has all of them. */
const MAX_LABEL = 80;

export async function barsSection(source: ChartSource, name: string): Promise<Markup | undefined> {
  const { bars, ranges, noBars } = await readBars(source, undefined);
  if (bars.length < 2) return undefined;
  const drawings = drawSvgBars(bars);
  const keys = source.chosen.labels.map((index) => toVisibleText(source.columns[index]!.name)).join(', ');
  const heading = `${sentenceStart(name)} by ${keys}`;
  const hasShares = bars.some(({ share }) => share !== undefined);
  const head = [
    headCell(isolated(keys), false),
    headCell(isolated(name), true),
    hasShares ? headCell('share', true) : undefined,
    ranges === undefined
      ? undefined
      : headCell(ranges.comparison === PART_HEADINGS.usual ? PART_HEADINGS.usual : 'before', true),
  ];
  const rows = bars.map(({ label, isOther, shown, share, comparison }, index) => {
    const cells = [
      markup`<th scope="row">${isolated(toVisibleLine(label, MAX_LABEL))}</th>`,
      numberCell(shown),
      hasShares ? markup`<td class="n">${share}</td>` : undefined,
      ranges === undefined ? undefined : numberCell(comparison?.shown ?? { text: '', tone: 'plain' }),
    ];
    return markup`<tr${isOther ? markup` class="other"` : undefined}>${cells}<td class="drawing">${drawings[index]}</td></tr>\n`;
  });
  return markup`<section class="bars"><h2>${isolated(heading)}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table><thead><tr>${head}<td class="drawing"></td></tr></thead>
<tbody>
${rows}</tbody></table></div>${noBars === undefined ? undefined : markup`<p class="facts">${noBars}</p>`}</section>
`;
}
