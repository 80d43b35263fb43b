/** Parses the options of `sync` into a request, with all checks that need no dataset. */

import { REPORT_NAMES } from '../api/wire.ts';
import { parseColumnNames } from '../core/columns.ts';
import { parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import type { SyncOptions } from '../options/dataset-table.ts';
import { COLUMN_TYPES, type ColumnType } from '../parquet/column-types.ts';
import { parseClients, parseSettings } from '../plan/request.ts';
import type { Services } from '../services.ts';
import type { ChosenTypes } from '../sync/extend-schema.ts';
import type { SyncRequest } from '../sync/resolve-dataset.ts';
import { firstSync } from '../sync/tree.ts';

/** The word for the state of a dataset, in the place of the reports. */
export const STATUS = 'status';

/** The request. Without `second`, `first` is the directory. Throws a usage error for invalid values. */
export function parseSyncRequest(
  first: string | undefined,
  second: string | undefined,
  options: SyncOptions,
  env: Services['env'],
): SyncRequest {
  const directory = second ?? first;
  const isDirectory = directory !== undefined && directory !== '';
  if (!isDirectory || (second === undefined && isWords(directory))) {
    throw new ReportingError('E-dataset', 'no directory to sync', {
      hint: `for example: ${directory === STATUS ? 'reporting sync status sales' : firstSync('sales', directory || 'revenue')}`,
    });
  }
  const { dateColumn: dateColumns = {}, ...forEachReport } = options;
  const { from, to, lookback, type = [], maxDrop, force = [] } = options;
  const { requests, checks, timeZone } = parseSettings(forEachReport);
  const hasClient = CLIENT_KEYS.some((key) => options[key] !== undefined);
  return {
    directory,
    reports: second === undefined ? undefined : parseReports(first!),
    ...{ from, to },
    format: options.format,
    lookbackDays: lookback,
    ...{ requests, checks, timeZone },
    dateColumns,
    clients: hasClient ? parseClients(options, env) : undefined,
    types: type.reduce<ChosenTypes>((types, each) => parseChosenType(each, types), new Map()),
    maxDrop: parseDecimal(maxDrop ?? '50')!,
    forced: force,
    dryRun: options.dryRun === true,
  };
}

const CLIENT_KEYS = ['sandbox', 'profile', 'allProfiles'] as const;

/** True for words that can precede a directory. `./revenue` is a directory of that name. */
function isWords(text: string): boolean {
  return text === STATUS || text.split(',').every((each) => REPORT_NAMES.includes(each));
}

function parseReports(list: string): readonly string[] {
  const names = parseColumnNames(list, [], 'sync');
  const unknown = names.find((name) => !REPORT_NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new ReportingError('E-dataset', `unknown report ${JSON.stringify(unknown)}`, {
    hint: `the reports are: ${REPORT_NAMES.join(', ')}`,
  });
}

const TYPE_NAMES: ReadonlyMap<string, ColumnType> = new Map([
  ...COLUMN_TYPES.map((type) => [type.toLowerCase(), type] as const),
  ['decimal', 'DECIMAL(38,9)'],
  ['integer', 'INT64'],
  ['text', 'UTF8'],
]);

/** `earlier` types with that of `ctr=double`. Throws a usage error for an unknown type. */
function parseChosenType(text: string, earlier: ChosenTypes = new Map()): ChosenTypes {
  const [, name, typed] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
  const type = TYPE_NAMES.get((typed ?? '').trim().toLowerCase());
  if (name === undefined || type === undefined) {
    throw new ReportingError('E-option-value', `--type takes a column and a type, not ${JSON.stringify(text)}`, {
      hint: `for example: --type ctr=double; the types are ${COLUMN_TYPES.join(', ').toLowerCase()}, text`,
    });
  }
  return new Map([...earlier, [name.trim(), type]]);
}
