/**
 * Saved reports: the arguments of each, by name. They are in a file of the user, or in one that a team shares. Nobody has checked
 * a file before it is read. A broken file is reported and never overwritten.
 */

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { isObject } from '../core/json-object.ts';
import { codeOf } from '../fs/paths.ts';
import { changeFile, DIRECTORY_MODE, FILE_MODE } from './config-file.ts';
import { isProfileName } from './profile.ts';

type Reports = ReadonlyMap<string, readonly string[]>;

/** The saved reports of a file. Every method throws a configuration error if the file is broken or cannot be used. */
export interface SavedReports {
  readonly file: string;
  read(): Reports;
  /** Changes the reports under a lock. `edit` throws if it cannot change them. */
  change(edit: (reports: Reports) => Reports): Promise<void>;
}

/** The mode of a new file that is shared, before the umask. */
const SHARED_MODE = 0o666;
const MEMBER = 'reports';

/** The saved reports in `file`. A file that is shared must exist to be read, and others may read it. */
export function openSavedReports(file: string, { isShared = false } = {}): SavedReports {
  function readOr(missing: Reports | undefined): Reports {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (missing !== undefined && codeOf(error) === 'ENOENT') return missing;
      throw unusable(file, 'read', error);
    }
    return parseReports(text, file);
  }

  return {
    file,
    read: () => readOr(isShared ? undefined : new Map()),
    async change(edit) {
      try {
        if (!isShared) mkdirSync(path.dirname(file), { recursive: true, mode: DIRECTORY_MODE });
        const mode = isShared
          ? (statSync(file, { throwIfNoEntry: false })?.mode ?? SHARED_MODE) & 0o777
          : FILE_MODE;
        await changeFile(file, mode, () => ({
          [MEMBER]: Object.fromEntries(edit(readOr(new Map()))),
        }));
      } catch (error) {
        if (error instanceof ReportingError) throw error;
        throw unusable(file, 'written', error);
      }
    },
  };
}

/** The name itself, which no shell changes. Throws a usage error for an invalid one. */
export function checkReportName(name: string): string {
  if (isProfileName(name)) return name;
  throw new ReportingError('E-saved-report', `invalid name of a saved report: ${JSON.stringify(name)}`, {
    hint: 'use letters, digits, dots, dashes and underscores: reporting save monday -- revenue -p last-week',
  });
}

function parseReports(text: string, file: string): Reports {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw broken(file, 'it is not valid JSON');
  }
  if (!isObject(content)) throw broken(file, 'it is not a JSON object');
  const unknown = Object.keys(content).find((member) => member !== MEMBER);
  if (unknown !== undefined) throw broken(file, `unknown member ${JSON.stringify(unknown)}`);
  const reports = content[MEMBER];
  if (!isObject(reports)) throw broken(file, `\`${MEMBER}\` is not an object`);
  for (const [name, args] of Object.entries(reports)) {
    if (!isProfileName(name)) throw broken(file, `invalid name ${JSON.stringify(name)}`);
    const isValid = Array.isArray(args) && args.length > 0 && args.every((each) => typeof each === 'string');
    if (!isValid) throw broken(file, `${JSON.stringify(name)} is not a list of arguments`);
  }
  return new Map(Object.entries(reports as Readonly<Record<string, readonly string[]>>));
}

function unusable(file: string, done: 'read' | 'written', error: unknown): ReportingError {
  const reason = codeOf(error) ?? String(error);
  return new ReportingError('E-saved-file', `the saved reports in ${file} cannot be ${done}: ${reason}`, {
    hint: 'check the path and its permissions',
  });
}

function broken(file: string, problem: string): ReportingError {
  return new ReportingError('E-saved-file', `the saved reports in ${file} are broken: ${problem}`, {
    hint: 'the file was not changed: fix it, or move it away',
  });
}
