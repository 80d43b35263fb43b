/** Fills a table of groups from records, in one pass, with the facts about columns that decide which of them are summed. */

import { type Column, columnKey, uniteColumns } from '../core/columns.ts';
import { type Cell, cellAt } from '../records/cells.ts';
import { isNamedAmount, UNKNOWN_CURRENCY } from '../records/currency.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { type Currencies, currenciesIn } from './currencies.ts';
import { GroupTable, type Source } from './group-table.ts';
import { type GroupKey, KeyColumn } from './key-column.ts';
import { codesOf, createCodeReader, uniteCodes } from './states.ts';
import type { Usual } from './usual.ts';

interface Request {
  readonly keys: readonly GroupKey[];
  readonly states: readonly Source[];
  /** The columns whose names say that they hold currencies. */
  readonly named?: readonly Column[];
  /** The columns that may be amounts; those of the states by default. */
  readonly amounts?: readonly Column[];
  readonly surveyed?: readonly Column[];
  /** The currency of records without such a column. */
  readonly currency?: string | undefined;
  /** Divides the compared records by weeks; undefined for one side. */
  readonly usual?: Usual | undefined;
}

interface GroupedRecords {
  readonly table: GroupTable;
  readonly schemas: readonly ColumnSchema[];
  readonly currencies: Currencies;
}

/** The records of all sides in groups, in order of first appearance. With `usual`, there may be groups without records on any side. */
export async function groupRecords(
  sides: readonly RecordSet[],
  { keys, states, named = [], amounts: possible, surveyed = [], currency, usual }: Request,
): Promise<GroupedRecords> {
  const amounts =
    named.length === 0 ? [] : (possible ?? uniteColumns([states.map(({ column }) => column)])).filter(mayBeAmount);
  const codes = amounts.flatMap((amount) => named.map((by) => ({ amount, by })));
  const ofKeys = keys.map((key) => new KeyColumn(key));
  const table = new GroupTable(ofKeys, { states, codes });
  // A name that says enough needs no survey.
  const surveyColumns = uniteColumns([surveyed, amounts.filter((column) => !isNamedAmount(column))]);
  const survey = createSchemaSurvey(surveyColumns);
  const columns = [
    ...keys.map(({ column }) => column),
    ...states.map(({ column }) => column),
    ...codes.map(({ amount }) => amount),
  ];
  // A cell that is found twice takes its time twice.
  const places = new Map(columns.map(({ path }, place) => [columnKey(path), place]));
  const placeOf = (column: Column): number => {
    const key = columnKey(column.path);
    if (!places.has(key)) places.set(key, columns.push(column) - 1);
    return places.get(key)!;
  };
  const [namedAt, surveyedAt] = [named.map(placeOf), surveyColumns.map(placeOf)];
  const readCode = createCodeReader();
  const ofRow = named.map(() => '');
  const found = named.map(() => '');
  const areComplete = named.map(() => true);
  // Not in the loop of the files: V8 would compile both together.
  const addRows = (rows: ScannedRows, ofAll: number, sideOf?: Usual['sideOf']): void => {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      const side = sideOf === undefined ? ofAll : sideOf(lastCell(rows));
      if (side === undefined) continue;
      let isKnown = false;
      for (let index = 0; index < named.length; index++) {
        const at = namedAt[index]!;
        const set = readCode(block, starts[at]!, ends[at]!);
        ofRow[index] = set;
        if (set === '') areComplete[index] = false;
        else isKnown = true;
        found[index] = uniteCodes(found[index]!, set);
      }
      if (!isKnown) ofRow.fill(UNKNOWN_CURRENCY);
      table.add(rows, side, ofRow);
      for (let index = 0; index < surveyColumns.length; index++) {
        const at = surveyedAt[index]!;
        survey.addCellAt(index, block, starts[at]!, ends[at]!);
      }
    }
  };
  for (const [side, records] of sides.entries()) {
    if (usual === undefined || side === 0) for await (const rows of scanRows(records, columns)) addRows(rows, side);
    else for await (const rows of scanRows(records, [...columns, usual.day])) addRows(rows, side, usual.sideOf);
  }
  for (const { records, partsOf } of usual?.clients ?? []) {
    for await (const rows of scanRows(records, [...keys.map(({ column }) => column), usual!.day])) {
      while (rows.next()) {
        const parts = partsOf(lastCell(rows));
        if (parts !== undefined) table.count(rows, parts);
      }
    }
  }
  const schemas = survey.schemas();
  const ofNamed = named.map((column, index) => {
    return { column, codes: codesOf(found[index]!), isComplete: areComplete[index]! };
  });
  const currencies = currenciesIn(table, amounts, schemas, ofNamed, currency);
  return { table, schemas: schemas.slice(0, surveyed.length), currencies };
}

function lastCell({ block, starts, ends }: ScannedRows): Cell {
  return cellAt(block, starts.at(-1)!, ends.at(-1)!);
}

/** True for a column that may be an amount, whatever its cells are. */
function mayBeAmount(column: Column): boolean {
  return isNamedAmount(column) || kindOfName(column.path).kind === undefined;
}
