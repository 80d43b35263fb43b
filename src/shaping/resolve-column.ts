import type { Column } from '../core/column.ts';
import { unknownColumn } from '../core/column-selection.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Dataset } from '../segments/dataset.ts';
import { COLUMN_LIMITS } from '../segments/record-survey.ts';

/** The columns of rows, and whether all are listed. */
export type Columns = Pick<Dataset, 'columns' | 'hasMoreColumns'>;

/**
 * The one column that `option` names: in full, or by the object that holds nothing else. Throws a usage error for a name
 * that no record has, or that stands for several.
 */
export function resolveColumn(name: string, available: Columns, option: string): Column {
  const called = available.columns.filter((column) => column.name === name);
  const found =
    called.length > 0 ? called : available.columns.filter((column) => column.name.startsWith(`${name}.`));
  const [column, ...others] = found;
  if (column === undefined) {
    if (available.hasMoreColumns) throw tooManyColumns(`${option} ${JSON.stringify(name)}`);
    throw unknownColumn(name, available.columns, option);
  }
  if (others.length === 0) return column;
  throw new ReportingError('usage', `${option} ${JSON.stringify(name)} stands for several columns`, {
    hint:
      called.length > 1
        ? 'one is a key with a dot in it, and one below another: nothing tells them apart'
        : `name one of them: ${found.map((each) => each.name).join(', ')}`,
  });
}

/** The error for work that needs a list of all columns. */
export function tooManyColumns(what: string): ReportingError {
  return new ReportingError(
    'usage',
    `the records have more than ${COLUMN_LIMITS}: not all are known, as ${what} needs`,
    { hint: 'ask for fewer days, or shape what --format ndjson gives' },
  );
}
