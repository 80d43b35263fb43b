import type { MonthName } from '../config/stored-input.ts';

/** One month of one report of one client: a folder of the dataset. */
export type Partition = MonthName;

/** `acme revenue 2026-01`, for messages. */
export function labelOfPartition({ report, profile, month }: Partition): string {
  return `${profile} ${report} ${month}`;
}

/** `revenue/acme/2026-01`: names a partition on the command line. */
export function keyOfPartition({ report, profile, month }: Partition): string {
  return `${report}/${profile}/${month}`;
}

/** The folder of a client's months, relative to the dataset, in the layout of Hive. */
export function folderOfClient({ report, profile }: Omit<Partition, 'month'>): string {
  return `report=${report}/profile=${profile}`;
}

/** The folder of a partition, relative to the dataset. */
export function folderOfPartition(partition: Partition): string {
  return `${folderOfClient(partition)}/month=${partition.month}`;
}
