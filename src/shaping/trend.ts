/** How a group went over time, as a column of small bars: one for each unit of time, in order. */

import { type Column, createColumn } from '../core/column.ts';
import { formatDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, cellText } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { numberIn } from './cell-number.ts';
import { keyIdentity } from './key-identity.ts';
import { readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** For a unit in which a group has no figure. */
const NO_BAR = ' ';

/**
 * The rows of `groups` with their trend behind them, named after the figure. `byUnit` is grouped by the same `keyCount` columns and by a unit of
 * time, whose figures are in the column behind. A bar's height is its share of the way from the group's least figure, or
 * zero if that is less, to its greatest.
 */
export async function addTrend(
  groups: Dataset,
  byUnit: Dataset,
  keyCount: number,
  file: string,
): Promise<Dataset> {
  const name = `${byUnit.columns[keyCount + 1]!.name}_trend`;
  if (groups.columns.some((column) => column.name === name)) {
    throw new ReportingError('usage', `two columns of the groups would be called ${JSON.stringify(name)}`, {
      hint: 'leave the bars out with --no-trend',
    });
  }
  const { units, figures } = await readFigures(byUnit, keyCount);
  const keys = groups.columns.slice(0, keyCount);
  const columns = [...groups.columns, createColumn([name])];
  return storeRows(file, { columns }, async (stored) => {
    for await (const rows of readRows(groups, keys)) {
      for (const { cells, block, start, end } of rows) {
        const own = figures.get(idOf(cells));
        const trend = bars(units.map((unit) => own?.get(unit)));
        const head = block.toString('utf8', start, end - 1);
        stored.addText(`${head},${JSON.stringify(name)}:${JSON.stringify(trend)}}`);
      }
      await stored.settle();
    }
  });
}

interface Figures {
  /** All units that there are, in order. */
  readonly units: readonly string[];
  /** By group, and in it by unit. */
  readonly figures: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

async function readFigures(byUnit: Dataset, keyCount: number): Promise<Figures> {
  const columns: readonly Column[] = byUnit.columns.slice(0, keyCount + 2);
  const units = new Set<string>();
  const figures = new Map<string, Map<string, number>>();
  for await (const rows of readRows(byUnit, columns)) {
    for (const { cells } of rows) {
      const unit = cellText(cells[keyCount]);
      const number = numberIn(cells[keyCount + 1]);
      if (unit === '' || number === undefined) continue;
      units.add(unit);
      const id = idOf(cells.slice(0, keyCount));
      // Heights only: no figure is shown from here.
      figures.set(id, (figures.get(id) ?? new Map()).set(unit, Number(formatDecimal(number))));
    }
  }
  return { units: [...units].sort(), figures };
}

function idOf(keys: readonly Cell[]): string {
  return keys.map(keyIdentity).join('');
}

function bars(figures: readonly (number | undefined)[]): string {
  const known = figures.filter((figure) => figure !== undefined);
  const least = Math.min(0, ...known);
  const span = Math.max(0, ...known) - least;
  const heightOf = (figure: number): number =>
    span === 0 ? 0 : Math.round(((figure - least) / span) * (BARS.length - 1));
  return figures.map((figure) => (figure === undefined ? NO_BAR : BARS[heightOf(figure)])).join('');
}
