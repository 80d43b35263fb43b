/** Parses the options of `sync` into a request, with all checks that need no dataset. */

import { REPORT_NAMES } from '../api/reports.ts';
import { parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import type { CommonOptions } from '../options/access-table.ts';
import type { SyncOptions } from '../options/dataset-table.ts';
import { readRequestValues } from '../options/request-values.ts';
import { parseClients } from '../plan/request.ts';
import type { Services } from '../services.ts';
import { DEFAULT_MAX_DROP } from '../sync/compare-pulls.ts';
import { type ChosenTypes, parseChosenType } from '../sync/extend-schema.ts';
import { parseMonth } from '../sync/months.ts';
import type { SyncRequest } from '../sync/resolve-dataset.ts';

/** The word for the state of a dataset, in the place of the reports. */
export const STATUS = 'status';

/** The request. Without `second`, `first` is the directory. Throws a usage error for invalid values. */
export function parseSyncRequest(
  first: string | undefined,
  second: string | undefined,
  options: SyncOptions & Partial<CommonOptions>,
  env: Services['env'],
): SyncRequest {
  const directory = second ?? first;
  const isDirectory = directory !== undefined && directory !== '';
  if (!isDirectory || (second === undefined && isWords(directory))) {
    throw new ReportingError('E-dataset', 'no directory to sync', {
      hint: `for example: reporting sync ${isDirectory ? directory : 'revenue'} sales${directory === STATUS ? '' : ' --from 2024-01'}`,
    });
  }
  const { dateColumn: dateColumns = {}, ...forEachReport } = options;
  const { from, to, lookback, type = [], maxDrop, force = [] } = options;
  const { requests, checks, timeZone } = readRequestValues(forEachReport).fetch;
  const hasClient = CLIENT_KEYS.some((key) => options[key] !== undefined);
  return {
    directory,
    reports: second === undefined ? undefined : parseReports(first!),
    from: from === undefined ? undefined : parseMonth(from, '--from'),
    to: to === undefined ? undefined : parseMonth(to, '--to'),
    format: options.format,
    lookbackDays: lookback === undefined ? undefined : parseLookback(lookback),
    ...{ requests, checks, timeZone },
    dateColumns,
    clients: hasClient ? parseClients(options, env) : undefined,
    types: type.reduce<ChosenTypes>((types, each) => parseChosenType(each, types), new Map()),
    maxDrop: maxDrop === undefined ? DEFAULT_MAX_DROP : parseDecimal(maxDrop)!,
    forced: force,
    dryRun: options.dryRun === true,
    isJson: options.errorFormat === 'json',
  };
}

const CLIENT_KEYS = ['sandbox', 'profile', 'allProfiles'] as const;

/** True for words that can precede a directory. `./revenue` is a directory of that name. */
function isWords(text: string): boolean {
  return text === STATUS || text.split(',').every((each) => REPORT_NAMES.includes(each));
}

function parseReports(list: string): readonly string[] {
  const names = list.split(',').map((each) => each.trim());
  for (const [index, name] of names.entries()) {
    if (!REPORT_NAMES.includes(name)) {
      const near = closestMatch(name, [...REPORT_NAMES, STATUS]);
      throw new ReportingError('E-dataset', `unknown report ${JSON.stringify(name)}`, {
        hint: near === undefined ? `the reports are: ${REPORT_NAMES.join(', ')}` : `did you mean ${near}?`,
      });
    }
    if (names.indexOf(name) !== index) throw new ReportingError('E-dataset', `report ${name} is named twice`);
  }
  return names;
}

const MAX_LOOKBACK_DAYS = 3660;

function parseLookback(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) <= MAX_LOOKBACK_DAYS) return Number(days);
  throw new ReportingError(
    'E-option-value',
    `--lookback takes days up to ${MAX_LOOKBACK_DAYS}d, such as 35d, not ${JSON.stringify(text)}`,
  );
}
