/** Finds the dataset in a directory. */

import path from 'node:path';
import { INDEX_FILE, parseIndex } from '../archive/recording-index.ts';
import { ReportingError } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { DATASET_FILE, type Dataset, parseDataset } from './dataset.ts';

/** The dataset in `root`; undefined if there is none. Throws a configuration error for a broken file. */
export function readDataset(root: string, shown: string): Dataset | undefined {
  const file = path.join(shown, DATASET_FILE);
  try {
    return parseDataset(readRegularFile(path.join(root, DATASET_FILE)), file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error instanceof ReportingError ? error : unreadable(file, error);
  }
}

/** The dataset in `root`. Throws a usage error if there is none, and a configuration error for a broken file. */
export function findDataset(root: string, shown: string): Dataset {
  const dataset = readDataset(root, shown);
  if (dataset !== undefined) return dataset;
  throw new ReportingError('E-dataset', `${shown} is not a dataset: it has no ${DATASET_FILE}`, {
    hint: recordingHint(root, shown) ?? `create one: reporting sync revenue ${shellWord(shown)} --from 2026-01`,
  });
}

/** How to check a recording; undefined for another directory. */
function recordingHint(root: string, shown: string): string | undefined {
  const index = tryRead(() => parseIndex(readRegularFile(path.join(root, INDEX_FILE)), INDEX_FILE));
  if (index === undefined) return undefined;
  return index.wire === 'csv'
    ? `it is a recording: compare its files with the hashes in ${path.join(shown, INDEX_FILE)}`
    : `it is a recording, which a report checks: reporting ${index.report} --input ${shellWord(shown)}`;
}
