/** Chooses the measure that a chart draws. */

import { type Charted, chartOf } from '../charts/charted.ts';
import { chosenColumns, namesIn } from '../core/column-list.ts';
import { isAmong, unknownColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { columnsOf, type Frame, isAddable, measureNamed, surveyMeasures } from '../frame/frame.ts';
import { isMeasure, mainMeasure } from '../records/schema.ts';
import type { ChartRequest } from './transform-request.ts';

/**
 * The chart of the rows of a frame; none without a row. It has the first measure that the user asked to sum or to sort by, or else the
 * main one, of those that can be added if there are any. Of columns that the user named: the first quantity, or else the first other
 * column of numbers. Throws a usage error if no measure holds numbers.
 */
export async function chartGroups(
  frame: Frame,
  { columns, measures: named }: ChartRequest,
): Promise<Charted | undefined> {
  if (frame.rows.length === 0) return undefined;
  const available = columnsOf(frame);
  const { keys } = frame.table;
  const unknown = namesIn(columns ?? []).find((name) => available.every((column) => column.name !== name));
  // The user may know the columns of the records.
  if (unknown !== undefined && keys.every(({ key }) => key.unit !== undefined)) {
    const message = `a chart by ${keys[0]!.column.name} has no column ${JSON.stringify(unknown)}`;
    const { hint } = unknownColumn(unknown, available, '--columns');
    throw new ReportingError('E-column', message, { hint: `${hint}; --group-by adds one` });
  }
  const shown = columns === undefined ? available : chosenColumns(columns, available);
  const measures = shown.flatMap((column) => measureNamed(frame, column) ?? []);
  const schemas = await surveyMeasures(frame, measures);
  const added = schemas.filter((_, index) => isAddable(measures[index]!, frame));
  const quantities = schemas.filter(isMeasure);
  const requested = named.flatMap((name) => quantities.find(({ column }) => column.name === name) ?? []);
  const main =
    columns === undefined
      ? (mainMeasure(added) ?? mainMeasure(quantities))
      : (quantities[0] ?? schemas.find(({ isNumeric, kind }) => isNumeric && kind !== 'date'));
  const schema = requested[0] ?? main;
  if (schema !== undefined) return chartOf(frame, measures[schemas.indexOf(schema)]!, schema, isAmong(shown));
  throw new ReportingError('E-chart', 'no column has numbers to chart', {
    hint: `the columns are: ${shown.map(({ name }) => name).join(', ')}; for one whose sum means nothing, use --avg or --max`,
  });
}
