/**
 * Compares the service's CSV of a day with its JSON. The interface documents no columns of the CSV, so columns are the same if
 * their names are. Reports use JSON only: a CSV that cannot be read is no fault.
 */

import { createHash } from 'node:crypto';
import type { Column } from '../core/columns.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { phrase } from '../core/message.ts';
import { countOf, toVisibleLine } from '../core/text.ts';
import { cellText } from '../records/cells.ts';
import { createRecordSet } from '../records/record-set.ts';
import { openCursor, readRows } from '../records/rows.ts';
import { createSchemaSurvey } from '../records/schema.ts';
import type { WindowRecords } from '../records/window-records.ts';
import type { WindowResponse } from '../service/client.ts';
import { attempt, notNeeded, type Outcome, ok, warning } from './check-runner.ts';
import { readCsvRows } from './csv-rows.ts';
import { sendTestRequest, type TestClient } from './test-request.ts';

const MAX_SHOWN = 40;

/** Requests the day of `records` as CSV. Never fails. */
export async function checkCsv(records: WindowRecords, client: TestClient): Promise<Outcome<undefined>> {
  const day = records.window.from;
  if (records.recordCount === 0) return notNeeded(`no records on ${day}, so nothing to compare`, undefined);
  const compared = await attempt(() => compareDay(records, client));
  if (compared instanceof ReportingError) {
    return notNeeded(
      phrase`the service's CSV of ${day} cannot be compared with its JSON: ${compared.text.message}`,
      undefined,
    );
  }
  const { messages } = client.services;
  const show = (text: string): string => toVisibleLine(messages.redact(text), MAX_SHOWN) || 'nothing';
  const { csvCount, difference, isReordered, columnCount } = compared;
  const hint = 'reports use the JSON: ask the service which of the two is right';
  if (csvCount !== records.recordCount) {
    const message = `${day} has ${countOf(records.recordCount, 'record')} as JSON, but ${csvCount} as CSV`;
    return warning(message, hint, undefined);
  }
  if (difference !== undefined) {
    const { record, name, json, csv } = difference;
    const message = `record ${record} of ${day} has another value in ${show(name)}: ${show(json)} as JSON, ${show(csv)} as CSV`;
    return warning(message, hint, undefined);
  }
  const order = isReordered ? ', in another order' : '';
  const values = `equal values in ${countOf(columnCount, 'column')} of the same name`;
  return ok(`${day} has ${countOf(csvCount, 'record')} as CSV, too, with ${values}${order}`, undefined);
}

interface Comparison {
  readonly csvCount: number;
  readonly columnCount: number;
  /** The first value that differs; undefined if the records are equal in some order. */
  readonly difference: Difference | undefined;
  readonly isReordered: boolean;
}

interface Difference {
  /** Counted from 1. */
  readonly record: number;
  readonly name: string;
  readonly json: string;
  readonly csv: string;
}

/** Throws a ReportingError if the CSV is not there, or cannot be read. */
async function compareDay(records: WindowRecords, client: TestClient): Promise<Comparison> {
  const { response } = await sendTestRequest(records.window, client, 'csv');
  if (response instanceof ReportingError) throw response;
  const recordSet = createRecordSet([records], { windowColumns: false });
  const comparable = await columnsWithoutNested(records);
  let header: readonly string[] | undefined;
  let columns: readonly Column[] = [];
  let places: readonly number[] = [];
  let csvCount = 0;
  let difference: Difference | undefined;
  const [jsonRows, csvRows] = [new Bag(), new Bag()];
  let cursor: ReturnType<typeof openCursor> | undefined;
  try {
    for await (const batch of readCsvRows(response.chunks)) {
      for (const fields of batch) {
        if (header === undefined) {
          header = fields;
          columns = comparable.filter(({ name }) => countIn(header!, name) === 1);
          if (columns.length === 0)
            throw malformed(`none of its columns has the name of one of the JSON (${typeOf(response)})`);
          places = columns.map(({ name }) => header!.indexOf(name));
          cursor = openCursor(recordSet, columns);
          continue;
        }
        if (fields.length === 1 && fields[0] === '' && header.length > 1) continue;
        csvCount++;
        if (fields.length !== header.length) {
          throw malformed(
            `record ${csvCount} has ${countOf(fields.length, 'field')}, and the header ${header.length}`,
          );
        }
        const csv = places.map((place) => fields[place]!);
        csvRows.add(csv.map(canonical));
        const row = cursor!.take() ?? (await cursor!.takeMore());
        if (row === undefined) continue;
        const json = row.cells.map(cellText);
        jsonRows.add(json.map(canonical));
        const at = columns.findIndex((_, index) => canonical(json[index]!) !== canonical(csv[index]!));
        if (at === -1 || difference !== undefined) continue;
        difference = { record: csvCount, name: columns[at]!.name, json: json[at]!, csv: csv[at]! };
      }
    }
  } finally {
    await cursor?.close();
  }
  if (header === undefined) throw malformed('it is empty');
  const isSame = jsonRows.equals(csvRows);
  return {
    csvCount,
    columnCount: columns.length,
    difference: isSame ? undefined : difference,
    isReordered: isSame && difference !== undefined,
  };
}

function typeOf({ contentType }: WindowResponse): string {
  return toVisibleLine(contentType ?? 'no content-type', MAX_SHOWN);
}

/** The columns without arrays: CSV has no one spelling for those. */
async function columnsWithoutNested(records: WindowRecords): Promise<readonly Column[]> {
  const recordSet = createRecordSet([records], { windowColumns: false });
  const survey = createSchemaSurvey(recordSet.columns);
  for await (const rows of readRows(recordSet, recordSet.columns)) {
    for (const { cells } of rows) survey.add(cells);
  }
  return survey.schemas().flatMap(({ column, cells }) => (cells.nested === 0 ? [column] : []));
}

function countIn(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}

/** The same text for all spellings of a value: `1.50` and `1.5`, `TRUE` and `true`, `null` and nothing. */
function canonical(text: string): string {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
  if (/^null$/i.test(text)) return '';
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? parseDecimal(text) : undefined;
  return number === undefined ? text : formatDecimal(trimDecimal(number));
}

/** Rows in any order, as the sum of their hashes. */
class Bag {
  private sum = 0n;

  add(values: readonly string[]): void {
    const hash = createHash('sha256').update(JSON.stringify(values)).digest();
    this.sum = BigInt.asUintN(64, this.sum + hash.readBigUInt64LE());
  }

  equals(other: Bag): boolean {
    return this.sum === other.sum;
  }
}

function malformed(message: string): ReportingError {
  return new ReportingError('malformed', message);
}
