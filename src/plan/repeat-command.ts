/** The command lines that a document or an error shows: the same report again, with other options. */

import { STDOUT } from '../core/sink.ts';
import { flagOf, shellWord } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import type { TypedOption } from '../options/flag.ts';
import type { FetchPlan, ReportRequest } from './report-plan.ts';

/** The options of the range, and those about a single run, which another run of the same report does not need. */
const OWN = ['from', 'to', 'period', 'compare', 'resume'];

type Ranges = Pick<FetchPlan, 'range' | 'compared'>;

/** The command that makes the report of `plan` again: relative dates are its days. */
export function repeatCommand(request: ReportRequest, plan: Ranges): string {
  return commandOf(request, plan, OWN);
}

/** The command that writes all rows of the same report as CSV, beside the file that the user named. */
export function csvCommand(request: ReportRequest, plan: Ranges): string {
  const { text } = request.document.output;
  const file = text === STDOUT ? request.fetch.report : text.replace(/\.html?$/i, '');
  return `${commandOf(request, plan, [...OWN, 'format', 'output'])} ${wordOption(typed('output', `${file}.csv`))}`;
}

/** The command with the days of `plan`, and with the typed options except those `without`. */
function commandOf(
  { fetch: { report }, document: { transform, typedOptions } }: ReportRequest,
  plan: Ranges,
  without: readonly string[],
): string {
  const name = transform.listsColumns === true ? `columns ${report}` : report;
  const kept = typedOptions.filter((each) => !without.includes(each.name));
  return ['reporting', name, ...[...rangeOptions(plan), ...kept].map(wordOption)].join(' ');
}

function rangeOptions({ range, compared }: Ranges): readonly TypedOption[] {
  const options = [typed('from', range.from), typed('to', range.to)];
  if (compared === undefined) return options;
  const { weeks, weeksEarlier } = compared;
  const days = weeksEarlier === undefined ? formatRange(compared) : 'previous-weeks';
  return [...options, typed('compare', weeks === undefined ? days : 'usual')];
}

function typed(name: string, value: string): TypedOption {
  return { name, flag: flagOf(name), value };
}

/** An option as the user types it. A value that begins with a hyphen is joined to its option, which else would look like two. */
export function wordOption({ flag, value }: Pick<TypedOption, 'flag' | 'value'>): string {
  if (value === undefined) return flag;
  return `${flag}${value.startsWith('-') && value !== '-' ? '=' : ' '}${shellWord(value)}`;
}
