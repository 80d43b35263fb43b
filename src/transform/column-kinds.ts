/**
 * Surveys of the kinds of columns, and results that depend on these kinds. Without the guess, each record is read twice, which
 * takes 15 % more for groups of a million records (`npm run bench -- groups`, `--group-by campaign`), and 22 % for 40 groups.
 */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import type { CellVisitor } from './group-together.ts';

type Schemas = readonly ColumnSchema[];

/** This many records usually show the kind of each column. */
const MAX_GUESSED = 100;

/** The schema of each of the `columns`, from the first `maxRecords` records of all record sets together. */
export async function surveyColumns(
  recordSets: readonly RecordSet[],
  columns: readonly Column[],
  maxRecords = Number.POSITIVE_INFINITY,
): Promise<Schemas> {
  const survey = createSchemaSurvey(columns);
  let remaining = maxRecords;
  for (const recordSet of recordSets) {
    for await (const rows of scanRows(recordSet, columns)) {
      while (rows.next()) {
        survey.addRow(rows);
        remaining--;
        if (remaining === 0) return survey.schemas();
      }
    }
  }
  return survey.schemas();
}

/** A result, and the schemas that its choice depends on. */
export interface ResultByKinds<Result> {
  readonly result: Result;
  /** The schemas from every record. */
  readonly schemas: Schemas;
}

/**
 * A result that depends on a choice by the kinds of the `columns`, which all records decide. To read the records only once, the
 * first ones give a guess, and the result is computed again if the others change the choice. `compute` shows every record to the
 * visitor; without one, the choice is right. A choice is plain data: choices with the same JSON are the same.
 */
export async function computeByKinds<Choice, Result>(
  recordSets: readonly RecordSet[],
  columns: readonly Column[],
  choose: (schemas: Schemas) => Choice | Promise<Choice>,
  compute: (choice: Choice, visitor?: CellVisitor) => Promise<Result>,
): Promise<ResultByKinds<Result>> {
  const guess = await choose(await surveyColumns(recordSets, columns, MAX_GUESSED));
  const survey = createSchemaSurvey(columns);
  const guessed = await compute(guess, { columns, addRow: survey.addRow }).catch((error: unknown) => {
    if (isUsageError(error)) return undefined;
    throw error;
  });
  const schemas = guessed === undefined ? await surveyColumns(recordSets, columns) : survey.schemas();
  const right = await choose(schemas);
  const isRight = guessed !== undefined && JSON.stringify(right) === JSON.stringify(guess);
  return { result: isRight ? guessed : await compute(right), schemas };
}

/** True for a usage error, which a guess can cause. */
export function isUsageError(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'usage';
}
