/**
 * The names of the columns in the last response for each client and report, in the user's cache, for completion. It holds no records.
 * Best effort: a file that cannot be read or written changes nothing.
 */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseObject } from '../core/json-object.ts';
import { tryRead } from '../core/try-read.ts';
import { temporaryName } from './temporary-files.ts';

/** The client of sandbox data. No profile has this name. */
export const SANDBOX_CLIENT = '--sandbox';

interface ColumnKey {
  /** The name of a profile, empty without one. */
  readonly client: string;
  readonly report: string;
}

const FILE = 'columns.json';
/** The oldest entries beyond this number are removed. */
const MAX_ENTRIES = 200;
/** Nobody completes more names. */
const MAX_NAMES = 1000;

/** The names of the last response; empty if none is known. `directory` is the user's cache. */
export function readColumnNames(directory: string, key: ColumnKey): readonly string[] {
  const names = readAll(directory)[keyOf(key)];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Keeps the names for later command lines. Readers see the old file or the new one. */
export function keepColumnNames(directory: string, key: ColumnKey, names: readonly string[]): void {
  const all = readAll(directory);
  const kept = names.slice(0, MAX_NAMES);
  if (JSON.stringify(all[keyOf(key)]) === JSON.stringify(kept)) return;
  const { [keyOf(key)]: _former, ...others } = all;
  const entries = [...Object.entries(others), [keyOf(key), kept] as const].slice(-MAX_ENTRIES);
  const temporary = path.join(directory, temporaryName(`${FILE}-`));
  // The directory may be a file, or may not be changed.
  tryRead(() => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
    renameSync(temporary, path.join(directory, FILE));
  });
  tryRead(() => rmSync(temporary, { force: true }));
}

function readAll(directory: string): Readonly<Record<string, unknown>> {
  return parseObject(tryRead(() => readFileSync(path.join(directory, FILE), 'utf8')) ?? '') ?? {};
}

function keyOf({ client, report }: ColumnKey): string {
  return `${report} ${client}`;
}
