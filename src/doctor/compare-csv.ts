/**
 * Compares the service's CSV of a day with its JSON. The interface documents no columns of the CSV, so columns are the same if
 * their names are. Reports use JSON only, so a CSV that cannot be read is not a failure.
 */

import { createHash } from 'node:crypto';
import type { Column } from '../core/columns.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, formatCount, toVisibleLine } from '../core/text.ts';
import { malformed, checkCsv as readCsv } from '../raw/csv-check.ts';
import { cellText } from '../records/cells.ts';
import { createRecordSet, type RecordSet } from '../records/record-set.ts';
import { openCursor, readRows } from '../records/rows.ts';
import { createSchemaSurvey } from '../records/schema.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { attempt, notNeeded, type Outcome, ok, warning } from './check-runner.ts';
import { sendTestRequest, type TestClient } from './test-request.ts';

const MAX_SHOWN = 40;

/** Requests the day of `records` as CSV. Never fails. */
export async function checkCsv(records: WindowRecords, client: TestClient): Promise<Outcome<undefined>> {
  const day = records.window.from;
  if (records.recordCount === 0) return notNeeded(`no records on ${day}, so nothing to compare`);
  const compared = await attempt(() => compareDay(records, client));
  if (compared instanceof ReportingError) {
    return notNeeded(`the service's CSV of ${day} cannot be compared with its JSON: ${compared.message}`);
  }
  const { messages } = client.services;
  const show = (text: string): string => toVisibleLine(messages.redact(text), MAX_SHOWN) || 'nothing';
  const { csvCount, names } = compared;
  const difference = compared.difference();
  const hint = 'reports use the JSON: ask the operator of the service which of the two is right';
  if (csvCount !== records.recordCount) {
    const message = `${day} has ${countOf(records.recordCount, 'record')} as JSON, but ${formatCount(csvCount)} as CSV`;
    return warning(message, hint);
  }
  if (difference !== undefined) {
    const { record, name, json, csv } = difference;
    const message = `record ${record} of ${day} has another value in ${show(name)}: ${show(json)} as JSON, ${show(csv)} as CSV`;
    return warning(message, hint);
  }
  const order = compared.isReordered() ? ', in another order' : '';
  const values = `equal values in ${countOf(names.length, 'column')} of the same name`;
  return ok(`${day} has ${countOf(csvCount, 'record')} as CSV, too, with ${values}${order}`);
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
  const recordSet = createRecordSet([records], { windowColumns: false });
  const comparable = await columnsWithoutNested(recordSet);
  const { response } = await sendTestRequest(records.window, client, 'csv');
  if (response instanceof ReportingError) throw response;
  let width: number | undefined;
  let places: readonly number[] = [];
  let comparison = new Comparison([]);
  let cursor = openCursor(recordSet, []);
  const start = (header: readonly string[]): void => {
    width = header.length;
    const columns = comparable.filter(({ name }) => header.filter((each) => each === name).length === 1);
    if (columns.length === 0) {
      const type = toVisibleLine(response.contentType ?? 'no content-type', MAX_SHOWN);
      throw malformed(`it has no column with the name of a JSON column (${type})`);
    }
    places = columns.map(({ name }) => header.indexOf(name));
    comparison = new Comparison(columns.map(({ name }) => name));
    cursor = openCursor(recordSet, columns);
  };
  try {
    await readCsv(response, async ({ records }) => {
      for (const fields of records) {
        if (width === undefined) start(fields);
        else if (fields.length !== width) {
          const record = comparison.csvCount + 1;
          throw malformed(`record ${record} has ${countOf(fields.length, 'field')}, and the header ${width}`);
        } else {
          const row = cursor.take() ?? (await cursor.takeMore());
          comparison.add(
            row?.cells.map(cellText),
            places.map((place) => fields[place]!),
          );
        }
      }
    });
    if (width === undefined) throw malformed('the body is empty');
  } finally {
    await cursor.close();
  }
  return comparison;
}

/** Compares records one by one, and all of them in any order. */
class Comparison {
  csvCount = 0;
  private first: Difference | undefined;
  private readonly json = new Bag();
  private readonly csv = new Bag();

  constructor(readonly names: readonly string[]) {}

  /** Takes the texts of a record; `json` is undefined after the last record of the JSON. */
  add(json: readonly string[] | undefined, csv: readonly string[]): void {
    this.csvCount++;
    const values = csv.map(canonical);
    this.csv.add(values);
    if (json === undefined) return;
    const others = json.map(canonical);
    this.json.add(others);
    if (this.first !== undefined) return;
    const at = values.findIndex((value, index) => value !== others[index]);
    if (at === -1) return;
    this.first = { record: this.csvCount, name: this.names[at]!, json: json[at]!, csv: csv[at]! };
  }

  /** The first value that differs; undefined if the records are equal in some order. */
  difference(): Difference | undefined {
    return this.json.equals(this.csv) ? undefined : this.first;
  }

  isReordered(): boolean {
    return this.first !== undefined && this.json.equals(this.csv);
  }
}

/** The columns without arrays: CSV has no one spelling for those. */
async function columnsWithoutNested(recordSet: RecordSet): Promise<readonly Column[]> {
  const survey = createSchemaSurvey(recordSet.columns);
  for await (const rows of readRows(recordSet, recordSet.columns)) {
    for (const { cells } of rows) survey.add(cells);
  }
  return survey.schemas().flatMap(({ column, cells }) => (cells.nested === 0 ? [column] : []));
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
