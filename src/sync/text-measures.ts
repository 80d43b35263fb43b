/** Finds measures that a dataset has as text: engines cannot add them up. */

import { columnKey } from '../core/columns.ts';
import { quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createSchemaSurvey } from '../records/schema.ts';
import type { DatasetSchema } from './schema-file.ts';

const SHOWN_LENGTH = 40;

/** A warning for each column of text, named for amounts or counts, in which these records have numbers in any spelling. */
export async function findTextMeasures(recordSet: RecordSet, schema: DatasetSchema): Promise<readonly DataWarning[]> {
  const texts = new Set(schema.columns.filter(({ type }) => type === 'UTF8').map(({ path }) => columnKey(path)));
  const columns = recordSet.columns.filter(({ name, path }) => {
    const { kind } = kindOfName(path);
    // Numbers with the type of texts: the user chose it.
    if (schema.measures.includes(name)) return false;
    return texts.has(columnKey(path)) && (kind === 'money' || kind === 'count');
  });
  if (columns.length === 0) return [];
  const survey = createSchemaSurvey(columns);
  for await (const rows of scanRows(recordSet, columns)) while (rows.next()) survey.addRow(rows);
  return survey.schemas().flatMap(({ column, cells }): readonly DataWarning[] => {
    const { numbers, spelledNumber } = cells;
    if (numbers === 0 && spelledNumber === undefined) return [];
    const example =
      spelledNumber === undefined ? 'numbers' : `texts such as ${quoteLine(JSON.parse(spelledNumber), SHOWN_LENGTH)}`;
    const text = `${column.name} is text in the dataset, and has ${example}: it cannot be added up`;
    return [{ name: 'text-numbers', scope: [column.name], text }];
  });
}
