/** What the user reads on stderr. Everything passes here, and leaves without secrets and control characters. */

import { createRedaction } from '../core/redaction.ts';
import type { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { createStyle } from './style.ts';

export interface Messages {
  /** A failure, as text with its hint, or as one JSON object. */
  error(error: ReportingError): void;
  /** A doubt about a result that is shown all the same. Not with `quiet`. */
  warning(text: string): void;
  /** What the user should know of a good result. Not with `quiet`. */
  note(text: string): void;
  /** What the output lacks of a good result. With `quiet` too: nothing in the output itself shows it. */
  omission(text: string, severity: 'note' | 'warning'): void;
  /** A line for the person at the terminal: not in a pipe or a cron job, not with `quiet`. */
  summary(text: string): void;
  verbose(text: string): void;
  debug(text: string): void;
  /** Errors are told as JSON where the format is, unless `--error-format` says otherwise. */
  preferErrorsFor(format: string): void;
  /** Takes a secret out of everything that is said from here on. */
  hide(secret: string): void;
  /** `text` without those secrets: for what a command prints of words that came from outside. */
  redact(text: string): string;
}

export type MessageLevel = 'quiet' | 'normal' | 'verbose' | 'debug';
export type ErrorFormat = 'text' | 'json';

export interface MessageOptions {
  readonly level: MessageLevel;
  /** Undefined if it is left to the format of the report. */
  readonly errorFormat: ErrorFormat | undefined;
  readonly hasColor: boolean;
  readonly isTerminal: boolean;
}

const JSON_FORMATS = new Set(['json', 'ndjson']);

const RANK: Readonly<Record<MessageLevel, number>> = { quiet: 0, normal: 1, verbose: 2, debug: 3 };

/** `options` are asked for at each message, since the command line that sets them may be what is wrong. */
export function createMessages(stream: NodeJS.WritableStream, options: () => MessageOptions): Messages {
  const redaction = createRedaction();
  let preferred: ErrorFormat = 'text';

  const show = (text: string): string => toVisibleText(redaction.apply(text));
  const say = (line: string): void => void stream.write(`${line}\n`);
  const isAtLeast = (level: MessageLevel): boolean => RANK[options().level] >= RANK[level];
  const style = () => createStyle(options().hasColor);
  const sayWarning = (text: string): void => say(`${style().yellow('warning:')} ${show(text)}`);
  const sayNote = (text: string): void => say(`${style().cyan('note:')} ${show(text)}`);

  return {
    error(error) {
      if ((options().errorFormat ?? preferred) === 'json') {
        say(JSON.stringify({ error: toJson(error, show) }));
        return;
      }
      say(`${style().red('error:')} ${show(error.message)}${attemptsSuffix(error)}`);
      if (error.hint !== undefined) say(`${style().cyan('hint:')} ${show(error.hint)}`);
    },
    warning(text) {
      if (isAtLeast('normal')) sayWarning(text);
    },
    note(text) {
      if (isAtLeast('normal')) sayNote(text);
    },
    omission(text, severity) {
      if (severity === 'warning') sayWarning(text);
      else sayNote(text);
    },
    summary(text) {
      if (isAtLeast('normal') && options().isTerminal) say(style().dim(show(text)));
    },
    verbose(text) {
      if (isAtLeast('verbose')) say(style().dim(show(text)));
    },
    debug(text) {
      if (isAtLeast('debug')) say(style().dim(show(text)));
    },
    preferErrorsFor(format) {
      preferred = JSON_FORMATS.has(format) ? 'json' : 'text';
    },
    hide: redaction.hide,
    redact: redaction.apply,
  };
}

/** Texts pass `show` one by one: in the whole, a secret that is a common word would take the names of members along. */
function toJson(error: ReportingError, show: (text: string) => string): object {
  const { status, report, profile, window, attempts, days, columns } = error.facts;
  const { kind, exitCode: exit, message, hint } = error;
  return {
    ...{ kind, exit, status, report, profile, window, attempts, days },
    columns: columns && { missing: columns.missing.map(show), unexpected: columns.unexpected.map(show) },
    message: show(message),
    hint: hint && show(hint),
  };
}

function attemptsSuffix(error: ReportingError): string {
  const { attempts = 1 } = error.facts;
  return attempts > 1 ? ` (after ${attempts} attempts)` : '';
}
