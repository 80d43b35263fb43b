/** A picture for people: a line over days, or bars, and the numbers as they are. */

import { toVisibleText } from '../core/visible-text.ts';
import { createSchemaSurvey, isQuantity } from '../records/schema.ts';
import type { Cell } from '../segments/cell.ts';
import { drawBars } from './bar-chart.ts';
import { planChart } from './chart-plan.ts';
import { columnsToShow } from './columns.ts';
import type { Encoder } from './format.ts';
import { drawLine } from './line-chart.ts';
import { tellRowsLeftOut } from './omissions.ts';
import { readRowBlocks } from './row-blocks.ts';
import { createCellShower, paint } from './shown-cell.ts';
import { createTextMeasure } from './text-width.ts';

/** Where there is no terminal. */
const USUAL_WIDTH = 80;

/** Holds all rows that it shows: where the first one is drawn depends on the last. */
export const chart: Encoder = {
  async *encode(input) {
    const { dataset, maxRows, color, totals } = input;
    const columns = columnsToShow(input);
    if (dataset.recordCount === 0) {
      yield 'no records\n';
      return;
    }
    const survey = createSchemaSurvey(columns);
    const rows: (readonly Cell[])[] = [];
    for await (const block of readRowBlocks(dataset, columns, Math.min(dataset.recordCount, maxRows))) {
      block.forEach(survey.add);
      rows.push(...block);
    }
    const schemas = survey.schemas();
    const show = createCellShower(columns, schemas, input);
    const { title, points, isOverDays, valueIndex } = planChart({
      columns,
      schemas,
      rows,
      show,
      isChosen: input.columnNames !== undefined,
    });
    const measure = createTextMeasure();
    await measure.prepare(points.map(({ label }) => label));
    const look = { width: input.terminalWidth ?? USUAL_WIDTH, color, measure };
    yield `${color ? `\u001b[1m${title}\u001b[22m` : title}\n\n`;
    yield `${isOverDays ? drawLine(points, look) : drawBars(points, look)}\n`;
    if (totals?.[valueIndex] !== undefined) {
      const { text, tone } = show(totals[valueIndex], valueIndex);
      yield `\ntotal  ${color ? paint(text, tone) : text}\n`;
    }
    const others = columns.filter((_, index) => index !== valueIndex && isQuantity(schemas[index]!));
    if (others.length > 0) {
      const names = others.map(({ name }) => toVisibleText(name)).join(', ');
      input.onNote(`the chart shows one column; not shown: ${names} (--columns chooses another)`);
    }
    tellRowsLeftOut(input, rows.length);
  },
};
