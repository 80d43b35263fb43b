/** What the interface promises of an answer, held against one that came. The interface names no column: none is expected. */

import { MAX_WINDOW_DAYS, RECORDS_MEMBER } from '../../contract/wire.ts';
import { addDays } from '../../core/calendar-date.ts';
import { countOf } from '../../core/count.ts';
import { type DateRange, formatRange } from '../../core/date-range.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { toVisibleLine } from '../../core/visible-text.ts';
import { type DateColumnChoice, decideDateColumn } from '../../pipeline/date-column.ts';
import { describeEmpty } from '../../pipeline/doubts.ts';
import { inspectBody } from '../../pipeline/inspect-body.ts';
import { findPartialSigns, waySilent } from '../../pipeline/partial-signs.ts';
import { revenue } from '../../reports/revenue.ts';
import type { Segment } from '../../segments/segment.ts';
import type { WindowResponse } from '../../service/client.ts';
import { answered, ask, type Exchange, type Questions } from './answer.ts';
import { type Outcome, ok, warning } from './checkup.ts';

export type Body = Omit<Segment, 'file'>;

const NAMES_SHOWN = 20;
const NAME_LENGTH = 40;

/**
 * Throws a malformed error that names the promise which is broken. `ignoredMembers` are names of members that are no signs of
 * a partial answer.
 */
export async function checkInterface(
  { head, window }: Exchange,
  answer: WindowResponse,
  { ports }: Questions,
  ignoredMembers: readonly string[],
): Promise<Outcome<Body>> {
  const body = await inspectBody(answer, window, {
    recordsMember: RECORDS_MEMBER,
    createSpool: ports.createSpool,
  });
  const beside = body.otherMembers.map(({ name }) => name);
  const told = [
    `\`${RECORDS_MEMBER}\` holds ${countOf(body.recordCount, 'record')}`,
    beside.length === 0 ? 'nothing beside it' : `beside it: ${names(beside, body.hiddenMemberCount)}`,
    toVisibleLine(head?.contentType ?? 'no content-type', NAME_LENGTH),
    head?.contentEncoding === undefined ? 'not compressed' : toVisibleLine(head.contentEncoding, NAME_LENGTH),
  ].join(', ');
  const problems: string[] = [];
  const hints: string[] = [];
  const { repeated } = body;
  if (repeated !== undefined) {
    problems.push(`record ${repeated.record} has ${names([repeated.column.name])} twice`);
    hints.push('table, csv and tsv show the last, json and ndjson both');
  }
  const [surrogate] = body.loneSurrogates;
  if (surrogate !== undefined) {
    problems.push(
      `record ${surrogate.record} has half of a surrogate pair in ${names([surrogate.column.name])}`,
    );
    hints.push('csv and tsv show U+FFFD in its place, json and ndjson keep it');
  }
  const signs = findPartialSigns(revenue.name, [body], ignoredMembers);
  problems.push(...signs.map(({ text }) => text));
  if (signs.length > 0) hints.push(`if such answers are whole: ${waySilent(signs)}`);
  if (problems.length === 0) return ok(told, body);
  return warning([told, ...problems].join('; '), hints.join('; '), body);
}

/** Names the columns, and the one that a report would take for the record's date. Throws as a report does for other days. */
export function checkColumns(body: Body, choice: DateColumnChoice | undefined): Outcome<undefined> {
  const { recordCount, emptyRecords, columns, window } = body;
  if (recordCount === 0) return ok(`no records on ${window.from}, so none to see`, undefined);
  if (emptyRecords > 0) {
    return warning(describeEmpty(body), 'ask the service whether its answer is complete', undefined);
  }
  const { dateColumn, warnings } = decideDateColumn([body], {
    report: revenue.name,
    choice,
    isEndExclusive: false,
  });
  const dated =
    dateColumn === undefined
      ? 'no column is known to hold the date'
      : `the date is in ${names([dateColumn.column.name])}`;
  const told = `${names(columns.map(({ name }) => name))}; ${dated}`;
  if (warnings.length === 0) return ok(told, undefined);
  return warning(
    `${told}; ${warnings.join('; ')}`,
    'name the date column, or none: reporting login --date-column revenue=<name>',
    undefined,
  );
}

/**
 * Asks for the longest window of a report. With `isBodyChecked` its days are checked as a report does; otherwise its body is
 * not read. Throws what is no answer, or another refusal.
 */
export async function checkLongWindow(
  yesterday: DateRange['to'],
  {
    isBodyChecked,
    choice,
  }: { readonly isBodyChecked: boolean; readonly choice: DateColumnChoice | undefined },
  questions: Questions,
): Promise<Outcome<Body | undefined>> {
  const window = { from: addDays(yesterday, 1 - MAX_WINDOW_DAYS), to: yesterday };
  const exchange = await ask(window, questions);
  const { answer, elapsedMs } = exchange;
  const what = `${formatRange(window)}, ${MAX_WINDOW_DAYS} days with both ends counted`;
  if (!(answer instanceof ReportingError)) {
    const told = `${what}: 200 in ${elapsedMs} ms`;
    if (!isBodyChecked) {
      for await (const _chunk of answer.chunks) break;
      return answered(told, exchange, undefined);
    }
    const { createSpool } = questions.ports;
    const body = await inspectBody(answer, window, { recordsMember: RECORDS_MEMBER, createSpool });
    decideDateColumn([body], { report: revenue.name, choice, isEndExclusive: false });
    return answered(told, exchange, body);
  }
  if (answer.facts.status !== 400) throw answer;
  return warning(
    answer.message,
    'if it counts days differently, ask for less at once: --window-days 30',
    undefined,
  );
}

/** Names that came from outside, fit to be read. */
function names(all: readonly string[], moreCount = 0): string {
  const shown = all.slice(0, NAMES_SHOWN).map((name) => toVisibleLine(name, NAME_LENGTH) || '""');
  const rest = all.length - shown.length + moreCount;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
