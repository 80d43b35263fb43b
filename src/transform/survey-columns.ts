import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';

/** The schema of each of the `columns`, from all record sets together. */
export async function surveyColumns(
  recordSets: readonly RecordSet[],
  columns: readonly Column[],
): Promise<readonly ColumnSchema[]> {
  const survey = createSchemaSurvey(columns);
  for (const recordSet of recordSets) {
    for await (const rows of scanRows(recordSet, columns)) while (rows.next()) survey.addRow(rows);
  }
  return survey.schemas();
}
