import { countOf } from '../core/count.ts';
import type { EncoderInput } from './format.ts';
import type { CellCutter } from './short-cell.ts';

/** Tells how many texts were too long to be shown whole, if any. */
export function tellTextCut({ onOmission }: Pick<EncoderInput, 'onOmission'>, cutter: CellCutter): void {
  const omission = cutter.omission();
  if (omission !== undefined) onOmission(omission);
}

/** Tells how many of the records `--max-rows` left out, if any. */
export function tellRowsLeftOut(
  { dataset, onOmission }: Pick<EncoderInput, 'dataset' | 'onOmission'>,
  shownCount: number,
): void {
  const count = dataset.recordCount - shownCount;
  if (count <= 0) return;
  const which = `${countOf(count, 'more record')} ${count === 1 ? 'is' : 'are'}`;
  onOmission(`${which} not shown (--max-rows 0 shows all; --format csv -o <file> keeps all)`);
}
