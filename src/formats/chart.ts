/** A picture for people: a line over days, or bars, and the numbers as they are. */

import { toVisibleText } from '../core/visible-text.ts';
import { createSchemaSurvey, isQuantity } from '../records/schema.ts';
import type { Cell } from '../segments/cell.ts';
import { drawBars } from './bar-chart.ts';
import { chooseChartColumns, planChart } from './chart-plan.ts';
import { columnsToShow } from './columns.ts';
import type { Encoder } from './format.ts';
import { drawLine } from './line-chart.ts';
import { tellRowsLeftOut } from './omissions.ts';
import { readRowBlocks } from './row-blocks.ts';
import { createCellCutter } from './short-cell.ts';
import { createCellShower, paint } from './shown-cell.ts';
import { createTextMeasure } from './text-width.ts';

/** Where there is no terminal. */
const USUAL_WIDTH = 80;

/** Bytes of a text that can be seen of it as a label. */
const MAX_LABEL_BYTES = 1000;

/** Holds the numbers and labels of all rows that it shows: where the first one is drawn depends on the last. */
export const chart: Encoder = {
  async *encode(input) {
    const { dataset, maxRows, color, totals } = input;
    const columns = columnsToShow(input);
    if (dataset.recordCount === 0) {
      yield 'no records\n';
      return;
    }
    const rowCount = Math.min(dataset.recordCount, maxRows);
    const survey = createSchemaSurvey(columns);
    for await (const block of readRowBlocks(dataset, columns, rowCount, createCellCutter(MAX_LABEL_BYTES))) {
      block.forEach(survey.add);
    }
    const schemas = survey.schemas();
    const { value, labels } = chooseChartColumns(columns, schemas, input.columnNames !== undefined);
    const used = [value, ...labels];
    const usedColumns = used.map((index) => columns[index]!);
    const usedSchemas = used.map((index) => schemas[index]!);
    const rows: (readonly Cell[])[] = [];
    for await (const block of readRowBlocks(
      dataset,
      usedColumns,
      rowCount,
      createCellCutter(MAX_LABEL_BYTES),
    )) {
      rows.push(...block);
    }
    const show = createCellShower(usedColumns, usedSchemas, input);
    const { title, points, isOverDays } = planChart({
      columns: usedColumns,
      rows,
      show,
      value: 0,
      labels: labels.map((_, index) => index + 1),
    });
    const measure = createTextMeasure();
    await measure.prepare(points.map(({ label }) => label));
    const look = { width: input.terminalWidth ?? USUAL_WIDTH, color, measure };
    yield `${color ? `\u001b[1m${title}\u001b[22m` : title}\n\n`;
    yield `${isOverDays ? drawLine(points, look) : drawBars(points, look)}\n`;
    if (totals?.[value] !== undefined) {
      const { text, tone } = show(totals[value], 0);
      yield `\ntotal  ${color ? paint(text, tone) : text}\n`;
    }
    const others = columns.filter((_, index) => index !== value && isQuantity(schemas[index]!));
    if (others.length > 0) {
      const names = others.map(({ name }) => toVisibleText(name)).join(', ');
      input.onNote(`the chart shows one column; not shown: ${names} (--columns chooses another)`);
    }
    tellRowsLeftOut(input, rows.length);
  },
};
