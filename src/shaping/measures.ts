/** Which columns hold numbers that can be summed, by their schema. */

import type { Column } from '../core/column.ts';
import { type ColumnSchema, createSchemaSurvey, hasUnsummableName, isSummable } from '../records/schema.ts';
import type { Dataset } from '../segments/dataset.ts';
import { readRows } from './rows.ts';

export interface Measures {
  /** Every cell that is not empty holds a number, there is one, and their sum means something. */
  readonly addable: readonly Column[];
  /** Columns of numbers all the same, whose sum would mean nothing: ids, dates, rates, averages. */
  readonly leftOut: readonly Column[];
  /** Columns of numbers but for some cells, which hold something else. */
  readonly mixed: readonly Column[];
  /** Columns in which every cell is empty. */
  readonly empty: readonly Column[];
}

/** Looks at every record of all datasets, whose columns count together. */
export async function findMeasures(
  datasets: readonly Dataset[],
  columns: readonly Column[],
): Promise<Measures> {
  const survey = createSchemaSurvey(columns);
  for (const dataset of datasets) {
    for await (const rows of readRows(dataset, columns)) for (const { cells } of rows) survey.add(cells);
  }
  const schemas = survey.schemas();
  const columnsThat = (test: (schema: ColumnSchema) => boolean): readonly Column[] =>
    schemas.filter(test).map(({ column }) => column);
  return {
    addable: columnsThat(isSummable),
    leftOut: columnsThat((schema) => !isSummable(schema) && hasNumbersOnly(schema)),
    mixed: columnsThat(({ kind, column }) => kind === 'mixed' && !hasUnsummableName(column)),
    empty: columnsThat(({ kind }) => kind === 'empty'),
  };
}

/** Codes such as `"01067"` may stand among them: then all of them are codes. */
function hasNumbersOnly({
  cells: { numbers, figures, texts, booleans, nested },
  kind,
}: ColumnSchema): boolean {
  return kind !== 'mixed' && numbers + figures > 0 && texts + booleans + nested === 0;
}
