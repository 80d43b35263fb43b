import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { ColumnSchema } from '../records/schema.ts';
import type { ChosenType } from './column-types.ts';

/** A column of a report, with its schema and the type that holds every cell. */
export interface SurveyedColumn extends Column, ChosenType {
  readonly schema: ColumnSchema;
}

/** Reads all records once, and chooses the type of each column. */
export async function surveyTypes(
  _recordSet: RecordSet,
  _columns: readonly Column[],
): Promise<readonly SurveyedColumn[]> {
  throw new Error('not written yet');
}
