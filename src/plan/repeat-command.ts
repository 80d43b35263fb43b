/** The command lines that a document or an error shows: the same report again, with other options. */

import { STDOUT } from '../core/sink.ts';
import { flagOf, shellWord } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import type { TypedOption } from '../options/flag.ts';
import type { FetchPlan, ReportRequest } from './report-plan.ts';

const RANGE = ['from', 'to', 'period', 'compare'];
const DOCUMENT = ['format', 'output'];
/** Options about a single run, which another run of the same report does not need. */
const RUN = ['resume'];

/** The command that makes the report of `plan` again: relative dates are its days. */
export function repeatCommand(request: ReportRequest, plan: Pick<FetchPlan, 'range' | 'compared'>): string {
  return commandOf(request, { without: [...RANGE, ...RUN], options: rangeOptions(plan) });
}

/** The command that writes all rows of the same report as CSV, beside the file that the user named. */
export function csvCommand(request: ReportRequest, plan: Pick<FetchPlan, 'range' | 'compared'>): string {
  const { report } = request.fetch;
  const { output } = request.document;
  const file = output.text === STDOUT ? `${report}.csv` : `${output.text.replace(/\.html?$/i, '')}.csv`;
  return commandOf(request, {
    without: [...RANGE, ...RUN, ...DOCUMENT],
    options: [...rangeOptions(plan), typed('output', file)],
  });
}

function rangeOptions({ range, compared }: Pick<FetchPlan, 'range' | 'compared'>): readonly TypedOption[] {
  const options = [typed('from', range.from), typed('to', range.to)];
  if (compared === undefined) return options;
  const { weeks, weeksEarlier } = compared;
  const days = weeksEarlier === undefined ? formatRange(compared) : 'previous-weeks';
  const value = weeks === undefined ? days : 'usual';
  return [...options, typed('compare', value)];
}

function typed(name: string, value: string): TypedOption {
  return { name, flag: flagOf(name), value };
}

/** The command with these `options`, and with the typed ones except those `without`. */
function commandOf(
  { fetch: { report }, document: { transform, typedOptions } }: ReportRequest,
  { without, options }: { readonly without: readonly string[]; readonly options: readonly TypedOption[] },
): string {
  const name = transform.listsColumns === true ? `columns ${report}` : report;
  const kept = typedOptions.filter((each) => !without.includes(each.name));
  const first = options.filter((each) => RANGE.includes(each.name));
  const last = options.filter((each) => !RANGE.includes(each.name));
  return ['reporting', name, ...[...first, ...kept, ...last].map(wordOption)].join(' ');
}

/** An option as the user types it. A value that begins with a hyphen is joined to its option, which else would look like two. */
export function wordOption({ flag, value }: Pick<TypedOption, 'flag' | 'value'>): string {
  if (value === undefined) return flag;
  return `${flag}${value.startsWith('-') && value !== '-' ? '=' : ' '}${shellWord(value)}`;
}
