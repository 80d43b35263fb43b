/**
 * Finds columns with one value in all rows. In a terminal that is too narrow for a table, the caption has them once, so that the
 * table has room for its measures.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { type Cell, visibleText } from '../records/cells.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';
import { NOTHING_HIDDEN } from '../records/summaries.ts';
import type { CaptionPart } from './caption.ts';
import { findKeys } from './column-roles.ts';
import type { EncoderInput } from './format.ts';
import { visibleName } from './short-cell.ts';

/** A longer value stays in its column. */
const MAX_LENGTH = 40;

/**
 * The constant columns of a table with the parts of its caption, by their indexes in `schemas`. Without measures, keys of groups,
 * and columns that the user named. Reads all rows, also those that the table does not show, until no column is constant.
 */
export async function findConstants(
  schemas: readonly ColumnSchema[],
  input: EncoderInput,
): Promise<ReadonlyMap<number, CaptionPart>> {
  const { recordSet, chosen, totals, keys, hidden = NOTHING_HIDDEN } = input;
  // The rows after a limit are not known.
  if (recordSet.recordCount < 2 || chosen !== undefined || hidden.byLimit > 0) return new Map();
  const columns = schemas.map(({ column }) => column);
  const areKeys = findKeys(columns, input);
  const isCandidate = (schema: ColumnSchema, index: number): boolean =>
    !(keys?.areGroups === true && areKeys[index]) &&
    // The first column has the label of the totals.
    !(totals !== undefined && index === 0) &&
    !(isQuantity(schema) || schema.kind === 'nested' || schema.kind === 'empty') &&
    keys?.derived?.has(columnKey(schema.column.path)) !== true;
  const candidates = [...schemas.keys()].filter((index) => isCandidate(schemas[index]!, index));
  const values = await findValues(
    input,
    candidates.map((index) => columns[index]!),
  );
  return new Map(
    candidates.flatMap((index, at) => {
      const value = values[at];
      if (value === undefined || value.length > MAX_LENGTH) return [];
      const name = visibleName(columns[index]!);
      return [[index, { name, value, text: `${name}: ${value}` }] as const];
    }),
  );
}

/** The visible text of each column whose cells are all the same; undefined for the others. */
async function findValues(
  { recordSet }: EncoderInput,
  columns: readonly Column[],
): Promise<readonly (string | undefined)[]> {
  if (columns.length === 0) return [];
  const values: Cell[] = [];
  let open: readonly number[] | undefined;
  for await (const rows of scanRows(recordSet, columns)) {
    while (rows.next()) {
      if (open === undefined) values.push(...rows.cells());
      open = (open ?? [...columns.keys()]).filter((at) => values[at] !== undefined && values[at] === rows.cell(at));
      if (open.length === 0) return [];
    }
  }
  return values.map((value, at) => (open?.includes(at) ? visibleText(value) || undefined : undefined));
}
