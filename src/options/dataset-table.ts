/** The options of `sync`. Those that it shares with reports are in `report-table.ts`. */

import { dateColumns, days, month, offering, oneOf, percentage, texts } from '../config/value-types.ts';
import { MANY_CREDENTIALS, WITHOUT_ACCOUNT } from './access-table.ts';
import { type OptionsOf, section } from './flag.ts';
import { CHECKS, REPORT, REQUESTS } from './report-table.ts';

const DATE_COLUMNS = {
  flags: '--date-column <name>',
  help: 'column with the date of each record, or none; or revenue=a,domains=b',
  value: dateColumns,
} as const;

const [{ flags: RANGE }] = REPORT;

export const SYNC = [
  section('Dataset:', {
    from: {
      flags: '--from <month>',
      help: 'first month to pull: 2024-01; the dataset then begins there or earlier (default: its first month)',
      value: offering(RANGE.from.value.offers, month),
    },
    to: {
      flags: '--to <month>',
      help: 'last month to pull (default: that of yesterday)',
      value: offering(RANGE.to.value.offers, month),
    },
    format: {
      flags: '-f, --format <name>',
      help: 'format of the files of a new dataset (default: parquet)',
      value: oneOf(['parquet', 'csv']),
    },
    lookback: {
      flags: '--lookback <days>',
      help: 'days after its end until which a month is pulled again; after the first run, for this run only (default: 35d)',
      value: offering(['35d', '60d', '90d'], days(3660)),
    },
    type: {
      flags: '--type <column=type>',
      help: 'choose the type of a column: ctr=double, order=text; may be repeated',
      value: texts,
    },
    timezone: {
      ...RANGE.timezone,
      help: 'time zone of yesterday (default: REPORTING_TIMEZONE, then profile, `config`, system)',
    },
  }),
  section('Checks:', {
    maxDrop: {
      flags: '--max-drop <percent>',
      help: 'do not replace a month that lost more of its records or its main sum (default: 50%)',
      value: percentage,
    },
    force: {
      flags: '--force <report/profile/month>',
      help: 'pull this month again, and replace it although it lost records; may be repeated',
      value: texts,
    },
    strict: {
      ...CHECKS.flags.strict,
      help: 'do not write a month with any warning about the data',
    },
    allow: CHECKS.flags.allow,
    dateColumn: DATE_COLUMNS,
  }),
  section('This run:', { dryRun: REQUESTS.flags.dryRun }),
  section(REQUESTS.heading, {
    concurrency: REQUESTS.flags.concurrency,
    retryFor: REQUESTS.flags.retryFor,
    timeout: REQUESTS.flags.timeout,
  }),
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
] as const;

/** The options of `sync`, as commander gives them. */
export type SyncOptions = OptionsOf<typeof SYNC>;
