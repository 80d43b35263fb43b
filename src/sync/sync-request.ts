import type { ClientsRequest } from '../config/load-config.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import type { FetchSettings } from '../plan/request.ts';
import type { DatasetFormat } from './dataset.ts';
import type { MaxDrop } from './drops.ts';
import type { ChosenTypes } from './extend-schema.ts';
import type { Month } from './months.ts';
import type { Shard } from './sync-plan.ts';

/** The user's request to `sync`: plain data. An undefined value means that of the dataset, or the default of a new one. */
export interface SyncRequest extends FetchSettings {
  /** The dataset's directory, as the user named it. */
  readonly directory: string;
  readonly reports: readonly string[] | undefined;
  readonly from: Month | undefined;
  readonly to: Month | undefined;
  readonly format: DatasetFormat | undefined;
  readonly endDate: ValueWithSource | undefined;
  /** For this run; the dataset's default in its first run. */
  readonly lookbackDays: number | undefined;
  /** Undefined for the clients of the dataset. */
  readonly clients: ClientsRequest | undefined;
  /** The column with a record's date, or `none`, by report. */
  readonly dateColumns: Readonly<Record<string, string>>;
  readonly types: ChosenTypes;
  readonly maxDrop: MaxDrop;
  /** Keys of partitions: `revenue/acme/2026-01`. */
  readonly accepted: readonly string[];
  /** How long to wait for another run. */
  readonly waitMs: number;
  readonly shard: Shard | undefined;
  /** True to set up the dataset only. */
  readonly setUp: boolean;
  readonly dryRun: boolean;
  readonly reconfigure: boolean;
  /** True to print restatements as JSON. */
  readonly isJson: boolean;
}
