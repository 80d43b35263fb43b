import { type Column, uniteColumns, unknownColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { DATE_UNITS } from '../dates/date.ts';
import { COLUMN_LIMITS } from '../json/record-survey.ts';
import type { RecordSet } from '../records/record-set.ts';

/** The columns of rows, and whether the list is complete. */
export type Columns = Pick<RecordSet, 'columns'> & Partial<Pick<RecordSet, 'hasMoreColumns'>>;

/**
 * The column that an option's value names: by its full name, or by the name of an object that holds only this column. Throws
 * a usage error if no column or several columns match.
 */
export function resolveColumn(name: string, available: Columns, source: string): Column {
  const exact = available.columns.filter((column) => column.name === name);
  const found = exact.length > 0 ? exact : available.columns.filter((column) => column.name.startsWith(`${name}.`));
  const [column, ...others] = found;
  if (column === undefined) {
    if (available.hasMoreColumns === true) throw tooManyColumns(`${flagOf(source)} ${JSON.stringify(name)}`);
    const unit = DATE_UNITS.find((each) => each === name.toLowerCase().replace(/s$/, ''));
    const unknown = unknownColumn(name, available.columns, flagOf(source));
    if (source !== 'groupBy' || unit === undefined) throw unknown;
    throw unknown.with({}, { hint: `for one row per ${unit}, use --by ${unit}` });
  }
  if (others.length === 0) return column;
  throw new ReportingError('E-column', `${flagOf(source)} ${JSON.stringify(name)} matches several columns`, {
    hint:
      exact.length > 1
        ? 'one is a key with a dot, the other a nested key: no option can choose between them'
        : `choose one: ${found.map((each) => each.name).join(', ')}`,
  });
}

/** The error for an operation that needs the complete list of columns. */
export function tooManyColumns(operation: string): ReportingError {
  return new ReportingError(
    'E-column',
    `${operation} needs all columns, but the records have more than ${COLUMN_LIMITS}`,
    { hint: 'request fewer days, or process the output of --format ndjson' },
  );
}

/** The columns of all record sets together. */
export function unite(recordSets: readonly RecordSet[]): Columns {
  return {
    columns: uniteColumns(recordSets.map(({ columns }) => columns)),
    hasMoreColumns: recordSets.some(({ hasMoreColumns }) => hasMoreColumns),
  };
}
