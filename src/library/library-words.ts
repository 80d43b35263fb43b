/**
 * The rooms below speak to whoever types a command: of `--window-days`, of profiles and variables. A caller of the library reads the
 * same messages about what he wrote himself: `windowDays`.
 */

import { createRedaction } from '../core/redaction.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { OPTION_NAMES } from './check-options.ts';

export interface LibraryWords {
  /** From here on `secret` is in no text. */
  hide(secret: string): void;
  text(text: string): string;
  /** The error to throw for one that was caught. Its stack is the caller's. */
  error(error: unknown): ReportingError;
}

export function createLibraryWords(): LibraryWords {
  const redaction = createRedaction();
  const show = (text: string): string => toVisibleText(redaction.apply(inOptionNames(text)));
  return {
    hide: redaction.hide,
    text: show,
    error(error) {
      if (!(error instanceof ReportingError)) return faultOfOurs(error, show);
      const { kind, message, hint, facts, cause } = error;
      const columns = facts.columns && {
        missing: facts.columns.missing.map(redaction.apply),
        unexpected: facts.columns.unexpected.map(redaction.apply),
      };
      return new ReportingError(kind, show(message), {
        ...facts,
        ...(columns && { columns }),
        hint: hint && show(hint),
        cause,
      });
    },
  };
}

function faultOfOurs(error: unknown, show: (text: string) => string): ReportingError {
  const message = error instanceof Error ? error.message : String(error);
  return new ReportingError('fault', show(`this is a fault of reporting-cli itself, sorry: ${message}`), {
    cause: error,
  });
}

/** What is only for the command line, and what a caller reads in its place. */
export const PHRASES: ReadonlyMap<string, string> = new Map([
  ['table, csv and tsv show the last, json and ndjson both', '`values` has the last, `json` both'],
  [', or REPORTING_CA_FILE', ''],
  ['TMPDIR=/path/with/space', 'temporaryDirectory'],
  [' (`reporting doctor` finds out)', ''],
  [', or run `reporting doctor`', ''],
  ['--timeout <seconds>', 'timeoutMs'],
  [', or add --end-date inclusive if it comes from the profile', ''],
  [': `reporting whoami` shows it', ''],
]);

/** Options by the flag that does the same. */
export const FLAGS: ReadonlyMap<string, string> = new Map([
  ...OPTION_NAMES.map((name) => [flagOf(name), name] as const),
  ['--timezone', 'timeZone'],
  ['--retry-for', 'retryForMs'],
]);

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What stands in quotation marks is somebody else's, and stays. */
function inOptionNames(text: string): string {
  let told = text;
  for (const [phrase, replacement] of PHRASES) told = told.replaceAll(phrase, replacement);
  return told.replace(/"(?:[^"\\]|\\.)*"|(?<![\w-])--[a-z][a-z-]*/g, (found) => FLAGS.get(found) ?? found);
}
