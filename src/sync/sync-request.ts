import type { ClientsRequest } from '../config/load-config.ts';
import type { FetchSettings } from '../plan/request.ts';
import type { DatasetFormat } from './dataset.ts';
import type { MaxDrop } from './drops.ts';
import type { ChosenTypes } from './extend-schema.ts';
import type { Month } from './months.ts';

/** The user's request to `sync`: plain data. An undefined value means that of the dataset, or the default of a new one. */
export interface SyncRequest extends FetchSettings {
  /** The dataset's directory, as the user named it. */
  readonly directory: string;
  readonly reports: readonly string[] | undefined;
  /** The months that the run pulls; undefined for all from the first of the dataset, or until yesterday. */
  readonly from: Month | undefined;
  readonly to: Month | undefined;
  readonly format: DatasetFormat | undefined;
  /** For this run; the dataset's default in its first run. */
  readonly lookbackDays: number | undefined;
  /** Undefined for the clients of the dataset. */
  readonly clients: ClientsRequest | undefined;
  /** The column with a record's date, or `none`, by report. */
  readonly dateColumns: Readonly<Record<string, string>>;
  readonly types: ChosenTypes;
  readonly maxDrop: MaxDrop;
  /** Keys of partitions to pull again, and to replace although they lost records: `revenue/acme/2026-01`. */
  readonly forced: readonly string[];
  readonly dryRun: boolean;
  /** True to print restatements as JSON. */
  readonly isJson: boolean;
}
