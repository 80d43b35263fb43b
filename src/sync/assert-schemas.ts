/** The errors of a run that depend on the schemas of its reports: data files without one, and choices that differ from one. */

import path from 'node:path';
import { NO_DATE_COLUMN } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import type { PullContext } from './pull-context.ts';
import { SCHEMA_FILE } from './tree.ts';

type SchemaParts = Pick<PullContext, 'dataset' | 'schemas' | 'tree' | 'types' | 'shown'>;

/** Throws a configuration error for data files without a schema: new ones could get other types. */
export async function assertNoneMissing({ dataset, schemas, tree, shown }: SchemaParts): Promise<void> {
  for (const report of dataset.reports) {
    // Another run may write the first month meanwhile, and puts its schema before it.
    if ((await schemas.read(report)) !== undefined || !tree.hasData(report)) continue;
    if ((await schemas.read(report)) !== undefined) continue;
    const file = path.join(shown, `report=${report}`, SCHEMA_FILE);
    throw new ReportingError('E-dataset-file', `${file} is missing: it has the types of the data files beside it`, {
      hint: 'restore it from a copy, or sync to a new directory; new files could get other types',
    });
  }
}

/** Throws a usage error for a chosen type that differs from the type in a schema, and for a column that no schema has. */
export async function assertChosenTypes({ dataset, schemas: store, types }: SchemaParts): Promise<void> {
  const schemas = await Promise.all(dataset.reports.map((report) => store.read(report)));
  if (schemas.some((schema) => schema === undefined)) return;
  const columns = schemas.flatMap((schema) => schema?.columns ?? []);
  for (const [name, type] of types) {
    const found = columns.filter((column) => column.path.join('.') === name);
    const other = found.find((column) => column.type !== undefined && column.type !== type);
    if (found.length > 0 && other === undefined) continue;
    const problem = other === undefined ? 'no report has the column' : `the dataset has ${other.type!} for it`;
    throw new ReportingError('E-dataset-option', `--type ${name}=${type.toLowerCase()}: ${problem}`, {
      hint:
        other === undefined
          ? `the columns are: ${columns.map((column) => column.path.join('.')).join(', ')}`
          : 'types do not change after the first run: sync to a new directory',
    });
  }
}

/** Throws a usage error for a chosen date column that differs from that of a schema, by which the days are compared. */
export async function assertChosenDateColumns(
  dateColumns: Readonly<Record<string, string>>,
  { dataset, schemas }: SchemaParts,
): Promise<void> {
  for (const report of dataset.reports) {
    const [known, chosen] = [(await schemas.read(report))?.dateColumn, dateColumns[report]];
    if (known === undefined || chosen === undefined || chosen === known || chosen === NO_DATE_COLUMN) continue;
    throw new ReportingError(
      'E-dataset-option',
      `--date-column ${chosen}: the dataset has ${known} as the date column of ${report}`,
      { hint: 'it does not change after the first run: leave the option out, or sync to a new directory' },
    );
  }
}
