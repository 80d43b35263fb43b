import type { Column } from '../core/column.ts';
import { unknownColumn } from '../core/column-selection.ts';
import { ReportingError } from '../core/reporting-error.ts';

/**
 * The one column that `option` names: in full, or by the object that holds nothing else. Throws a usage error for a name
 * that no record has, or that stands for several.
 */
export function resolveColumn(name: string, available: readonly Column[], option: string): Column {
  const called = available.filter((column) => column.name === name);
  const found = called.length > 0 ? called : available.filter((column) => column.name.startsWith(`${name}.`));
  const [column, ...others] = found;
  if (column === undefined) throw unknownColumn(name, available, option);
  if (others.length === 0) return column;
  throw new ReportingError('usage', `${option} ${JSON.stringify(name)} stands for several columns`, {
    hint: `name one of them: ${found.map((each) => each.name).join(', ')}`,
  });
}
