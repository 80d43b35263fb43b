import { columnKey } from '../../core/column.ts';
import { countOf } from '../../core/count.ts';
import { columnsToShow } from '../../formats/columns.ts';
import type { EncoderInput } from '../../formats/format.ts';
import { FORMATS, type FormatName } from '../../formats/registry.ts';
import type { Cell } from '../../segments/cell.ts';
import type { ShapedRows } from '../../shaping/shaped-rows.ts';
import { totalsRow } from '../../shaping/totals.ts';

/** The row of totals for a format that has one; for data, which it must not join, a note says them. */
export function tellTotals(
  { dataset, totals, totalRows }: ShapedRows,
  choice: Pick<EncoderInput, 'columnNames' | 'renames'>,
  format: FormatName,
  note: (text: string) => void,
): readonly Cell[] | undefined {
  if (totals === undefined || dataset.recordCount === 0) return undefined;
  const columns = columnsToShow({ dataset, ...choice });
  if (FORMATS[format].isForPeople) return totalsRow(totals, columns, totalRows);
  const told = columns.flatMap(({ name, path }) => {
    const total = totals.get(columnKey(path));
    return total === undefined ? [] : [`${name} ${total === 'null' ? 'none' : total}`];
  });
  note(`totals of ${countOf(totalRows, 'row')}: ${told.join(', ') || 'no column can be added up'}`);
  return undefined;
}
