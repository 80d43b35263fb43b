/** The directory of `--input`: a dataset of `sync` or a recording of `raw`, recognised by its files. */

import { readdirSync } from 'node:fs';
import { openRecording, recordedChunks } from '../archive/open-recording.ts';
import { INDEX_FILE } from '../archive/recording-index.ts';
import type { InputPlan, StoredInput } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import type { DateRange } from '../dates/range.ts';
import { unreadable } from '../fs/paths.ts';
import type { Body } from '../json/unexpected-body.ts';
import { DATASET_FILE } from '../sync/dataset.ts';
import { monthBody, openDataset } from '../sync/read-dataset.ts';

/** Opens the dataset or the recording in `location`. Throws a usage error for both, and for neither. */
export async function openInput(location: string, directory: string): Promise<StoredInput> {
  let names: readonly string[];
  try {
    names = readdirSync(location);
  } catch (error) {
    throw unreadable(directory, error);
  }
  const [isDataset, isRecording] = [DATASET_FILE, INDEX_FILE].map((file) => names.includes(file));
  if (isDataset && isRecording) {
    throw new ReportingError(
      'E-input',
      `${directory} has ${DATASET_FILE} and ${INDEX_FILE}: it is a dataset or a recording, not both`,
      { hint: 'move the files of one of them to another directory' },
    );
  }
  if (isDataset) return openDataset(location, directory);
  if (isRecording) return openRecording(location, directory);
  const message = `${directory} is neither a dataset nor a recording: it has no ${DATASET_FILE} and no ${INDEX_FILE}`;
  throw new ReportingError('E-input', message, {
    hint: 'name a directory that `reporting sync` or `reporting raw` has written',
  });
}

/** The stored records of a window of a client, as a service would send them. */
export async function inputBody(input: InputPlan, profile: string | undefined, window: DateRange): Promise<Body> {
  if (input.kind === 'dataset') return monthBody(input, profile!, window);
  const found = input.files.find(({ from }) => from === window.from)!;
  const { contentType, headers, receivedAt } = found;
  const answer = { headers, receivedAt: new Date(receivedAt) };
  return { chunks: recordedChunks(input, found), endIsKnown: true, contentType, answer };
}
