/** Finds answers that a cache stored before the last day of their window had ended. */

import { asInOthers } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { type CalendarDate, calendarDateAt } from '../../dates/date.ts';
import { wordWindow } from '../../dates/range.ts';
import type { Answer } from '../../json/unexpected-body.ts';
import type { WindowRecords } from '../../records/window-records.ts';

const DAY_SECONDS = 86_400;

/** A warning that names the first stale answer, if there is one. Windows that end today or later are only unfinished. */
export function describeStale(
  windows: readonly Pick<WindowRecords, 'report' | 'window' | 'answer'>[],
  { timeZone, today }: { readonly timeZone: string | undefined; readonly today: CalendarDate },
): readonly DataWarning[] {
  const reasons = windows.flatMap((each) => {
    const reason = each.answer && reasonOf(each.answer, each.window.to, { timeZone, today });
    return reason === undefined ? [] : [`the response for ${wordWindow(each)} ${reason}`];
  });
  if (reasons.length === 0) return [];
  return [{ name: 'stale', text: `${reasons[0]!}${asInOthers(reasons.length)}`, namesReport: true }];
}

function reasonOf(
  { headers, receivedAt }: Answer,
  lastDay: CalendarDate,
  { timeZone, today }: { readonly timeZone: string | undefined; readonly today: CalendarDate },
): string | undefined {
  const age = Number(/^\s*(\d+)/.exec(headers.get('age') ?? '')?.[1] ?? 0);
  if (age === 0 || lastDay >= today) return undefined;
  const came = `came from a cache (age: ${age})`;
  if (age >= DAY_SECONDS) return `${came}, and is older than a day`;
  const storedAt = new Date(receivedAt.getTime() - age * 1000);
  return calendarDateAt(storedAt, timeZone) > lastDay
    ? undefined
    : `${came}, and is older than the end of its last day`;
}
