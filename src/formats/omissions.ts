import { countOf } from '../core/count.ts';
import type { EncoderInput } from './format.ts';

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
