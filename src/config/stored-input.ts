/** What `--input` can name: a dataset of `sync`, as far as reports read it, or a recording of `raw`. */

import type { EndDate } from '../api/wire.ts';
import type { RecordedWindow, Recording } from '../archive/recording.ts';
import { ReportingError } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import type { PinnedColumn } from '../parquet/column-types.ts';

/** A directory that has records of a service. */
export type StoredInput = StoredDataset | Recording;

/** A dataset on disk. Its months are read when they are needed. */
export interface StoredDataset {
  readonly kind: 'dataset';
  /** The directory, as the user named it. */
  readonly directory: string;
  /** Its absolute path. */
  readonly location: string;
  /** At least one, in the order of the command line. */
  readonly reports: readonly string[];
  readonly format: 'parquet' | 'csv';
  /** The first month: `2026-01`. */
  readonly from: string;
  /** IANA name of the zone that determines yesterday. */
  readonly timeZone: string;
  readonly endDate: EndDate;
  /** The names of the clients' folders. */
  readonly clients: readonly string[];
  readonly isSandbox: boolean;
  /** The columns of each report; none before its first records. */
  readonly schemas: ReadonlyMap<string, StoredSchema>;
  /** Undefined for a month that is missing. Throws a damaged error for a broken record. */
  readMonth(month: MonthName): MonthPlan | undefined;
}

/** The columns of a report's files. */
export interface StoredSchema {
  /** A column without a type is in no file: no record had a value for it. */
  readonly columns: readonly PinnedColumn[];
  /** The name of the column with a record's date; undefined without one. */
  readonly dateColumn: string | undefined;
}

/** One month of one report of one client. */
export interface MonthName {
  readonly report: string;
  /** The name of the client's folder. */
  readonly profile: string;
  /** `2026-01` */
  readonly month: string;
}

/** The records of one day. */
export interface DayRecord {
  readonly records: number;
  /** A hash that ignores their order and the spelling of numbers. */
  readonly hash: string;
  /**
   * Exact sums in plain notation, by name of the column. Null for numbers that are too long to add up, such as `1e400`. A column
   * without numbers on that day is absent.
   */
  readonly sums: ReadonlyMap<string, string | null>;
}

/** The days of a month that have records, ascending. The empty text stands for records without a date. */
export type Days = ReadonlyMap<string, DayRecord>;

/** The recorded facts about a month. Its range is that of the days that were pulled. */
export interface StoredMonth extends DateRange {
  readonly records: number;
  /** The size and the SHA-256 of its data file; 0 and empty for a month without records, which has none. */
  readonly bytes: number;
  readonly sha256: string;
  /** Those that have records. */
  readonly days: Days;
  /** When the request began. */
  readonly pulledAt: Date;
  /** Those that the response may not be whole, and that the user did not allow; undefined without one. */
  readonly warnings?: readonly DataWarning[] | undefined;
  /** The names of the columns that its records have, in their order. */
  readonly columns: readonly string[];
}

/** Files that a run reads in place of responses. */
export type InputPlan = DatasetPlan | RecordingPlan;

/** A file that the run reads. */
interface InputFile extends DateRange {
  /** The name of the client's folder; undefined in a recording, which has one client. */
  readonly profile?: string;
  /** Its path in the directory. */
  readonly file: string;
  readonly sha256: string;
  /** When its records were received. */
  readonly receivedAt: Date;
}

/** The directory of a dataset, and the months that the run reads. */
export interface DatasetPlan extends Pick<StoredDataset, 'kind' | 'directory' | 'location' | 'format' | 'isSandbox'> {
  /** The columns of its files, and the one with a record's date. */
  readonly schema: StoredSchema;
  readonly files: readonly MonthPlan[];
}

/** One month of one client, and its data file. */
export interface MonthPlan extends InputFile, StoredMonth {
  readonly profile: string;
}

/** The directory of a recording, and the file of each window that the run reads. */
interface RecordingPlan extends Pick<Recording, 'kind' | 'directory' | 'location' | 'isSandbox'> {
  readonly files: readonly (InputFile & Pick<RecordedWindow, 'contentType' | 'headers'>)[];
}

/**
 * The names of the clients that a report reads: the requested ones, that of REPORTING_PROFILE, or the only one, which has no name in a
 * recording. Throws a usage error for an unknown client, and if there are several to choose from.
 */
export function selectClients(
  { names, isAll }: { readonly names: readonly string[]; readonly isAll: boolean },
  input: StoredInput,
  env: Readonly<Record<string, string | undefined>>,
): readonly (string | undefined)[] {
  const { directory, isSandbox } = input;
  if (input.kind === 'recording') {
    if (names.length === 0 && !isAll) return [undefined];
    throw new ReportingError('E-option-conflict', `${directory} is a recording, which has one client`, {
      hint: `leave out ${isAll ? '--all-profiles' : '--profile'}`,
    });
  }
  const { clients } = input;
  if (isAll) return clients;
  const ofVariable = isSandbox ? '' : (env.REPORTING_PROFILE?.trim() ?? '');
  const named = names.length > 0 || ofVariable === '' ? names : [ofVariable];
  const unknown = named.find((name) => !clients.includes(name));
  if (unknown !== undefined) {
    throw new ReportingError('E-dataset', `${directory} has no client ${JSON.stringify(unknown)}`, {
      hint: `its clients are: ${clients.join(', ')}`,
    });
  }
  if (named.length > 0 || clients.length === 1) return named.length > 0 ? named : clients;
  throw new ReportingError('E-dataset', `${directory} has several clients: ${clients.join(', ')}`, {
    hint: `select with --profile ${shellWord(clients[0]!)}, or add --all-profiles`,
  });
}
