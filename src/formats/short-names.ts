import type { TextMeasure } from './text-width.ts';

interface NamedColumn {
  readonly name: string;
  readonly width: number;
}

const ELLIPSIS = '…';
const ASCII = /^[\u0020-\u007e]*$/;

/**
 * The columns' names, cut to their widths: at the end, but in the middle where two would look the same, as
 * `impressions_before` and `impressions_change` do. Figures under one heading are worth nothing.
 */
export function shortNames(columns: readonly NamedColumn[], measure: TextMeasure): readonly string[] {
  const cut = columns.map(({ name, width }) => measure.cut(name, width));
  return columns.map(({ name, width }, index) => {
    const isShared = cut.some(
      (other, at) => at !== index && other === cut[index] && columns[at]!.name !== name,
    );
    return isShared && ASCII.test(name) ? cutMiddle(name, width) : cut[index]!;
  });
}

function cutMiddle(name: string, width: number): string {
  if (name.length <= width) return name;
  const tail = Math.ceil((width - 1) / 2);
  return name.slice(0, width - 1 - tail) + ELLIPSIS + name.slice(name.length - tail);
}
