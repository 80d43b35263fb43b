/**
 * Whether the service counts `end_date` as inside the range. A range of one day that has records shows that it does. Where it
 * has none, that may be for want of records: then a day that is known to have some is asked for by itself.
 */

import { requireEndDate } from '../../config/settings.ts';
import type { EndDate } from '../../contract/end-date.ts';
import { RECORDS_MEMBER } from '../../contract/wire.ts';
import { formatRange } from '../../core/date-range.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { type DateColumnChoice, decideDateColumn } from '../../pipeline/date-column.ts';
import { inspectBody } from '../../pipeline/inspect-body.ts';
import type { Sourced } from '../../profiles/resolve-credentials.ts';
import { revenue } from '../../reports/revenue.ts';
import { ask, type Exchange, type Questions } from './answer.ts';
import { notNeeded, type Outcome, ok, warning } from './checkup.ts';
import type { Body } from './promises.ts';

export interface EndDateEvidence {
  /** The answer for one day. */
  readonly day: Body;
  /** The one for the longest window; undefined if it was refused. */
  readonly month: Body | undefined;
  /** What a report would go by. */
  readonly inUse: Sourced;
  readonly dateColumn: DateColumnChoice | undefined;
}

/** Asks once more at most. Throws what is no answer, or not what the interface promises. */
export async function checkEndDate(
  { day, month, inUse, dateColumn }: EndDateEvidence,
  questions: Questions,
): Promise<Outcome<undefined>> {
  const used = requireEndDate(inUse);
  if (day.recordCount > 0) return judge('inclusive', `${formatRange(day.window)} has records`, used, inUse);
  if (month === undefined) return untold(`there are no records on ${day.window.from}`);
  const { to } = month.window;
  const options = { report: revenue.name, choice: dateColumn, isEndExclusive: false };
  const latest = decideDateColumn([month], options).dateColumn?.daysIn(month)?.at(-1);
  if (latest === undefined) return untold(`no records of ${formatRange(month.window)} hold its days`);
  if (latest === to)
    return judge('inclusive', `${formatRange(month.window)} has records of ${to}`, used, inUse);

  const single = await ask({ from: latest, to: latest }, questions);
  const { recordCount } = await read(single, questions);
  return recordCount > 0
    ? judge('inclusive', `${latest}..${latest} has records`, used, inUse)
    : judge('exclusive', `there are records of ${latest}, but none in ${latest}..${latest}`, used, inUse);
}

async function read({ answer, window }: Exchange, { ports }: Questions): Promise<Body> {
  if (answer instanceof ReportingError) throw answer;
  return inspectBody(answer, window, { recordsMember: RECORDS_MEMBER, createSpool: ports.createSpool });
}

function judge(found: EndDate, evidence: string, used: EndDate, { source }: Sourced): Outcome<undefined> {
  const counts = found === 'inclusive' ? 'inside' : 'outside';
  const told = `the service counts end_date as ${counts} the range: ${evidence}`;
  if (found === used) return ok(told, undefined);
  const wrong = used === 'inclusive' ? 'reports miss the last day of each window' : 'days come twice';
  return warning(
    `${told}; by ${source}, reports take it for ${used}, and ${wrong}`,
    `add --end-date ${found} to reports, or store it: reporting login --end-date ${found}`,
    undefined,
  );
}

function untold(why: string): Outcome<undefined> {
  return notNeeded(`${why}, so nothing tells whether the service counts end_date`, undefined);
}
