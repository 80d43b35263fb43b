/**
 * What the user reads on stderr. Everything passes here, and leaves without secrets and control characters. The messages of
 * one run have one form: lines of text, or one JSON object a line.
 */

import { attemptsSuffix } from '../core/attempts.ts';
import { createRedaction } from '../core/redaction.ts';
import { ReportingError } from '../core/reporting-error.ts';
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
  /** Shows help that stands for an error. As JSON it is a usage error. */
  errorHelp(help: string): void;
  /** Holds messages back until `settleFormat`, an error or `release`: the format of the report decides their form. */
  awaitFormat(): void;
  /** Off a terminal, messages are JSON if the format is a JSON format, unless `--error-format` says otherwise. */
  settleFormat(format: string | undefined): void;
  /** Writes the messages that are held back. */
  release(): void;
  /** Takes a secret out of everything that is said from here on. */
  hide(secret: string): void;
  /** `text` without those secrets: for what a command prints of words that came from outside. */
  redact(text: string): string;
}

export type MessageLevel = 'quiet' | 'normal' | 'verbose' | 'debug';
export type ErrorFormat = 'text' | 'json';

export interface MessageOptions {
  readonly level: MessageLevel;
  /** Undefined if the format of the report decides. */
  readonly errorFormat: ErrorFormat | undefined;
  readonly hasColor: boolean;
  readonly isTerminal: boolean;
}

/** What a message other than an error is: the name of its JSON object. */
type MessageKind = 'warning' | 'note' | 'summary' | 'verbose' | 'debug';

const JSON_FORMATS = new Set(['json', 'ndjson']);

const RANK: Readonly<Record<MessageLevel, number>> = { quiet: 0, normal: 1, verbose: 2, debug: 3 };

/** `options` are asked for at each message, since the command line that sets them may be what is wrong. */
export function createMessages(stream: NodeJS.WritableStream, options: () => MessageOptions): Messages {
  const redaction = createRedaction();
  let preferred: ErrorFormat = 'text';
  /** Messages whose form is not known yet, oldest first; undefined if messages are not held back. */
  let held: (() => void)[] | undefined;

  const show = (text: string): string => toVisibleText(redaction.apply(text));
  const write = (line: string): void => void stream.write(`${line}\n`);
  const isAtLeast = (level: MessageLevel): boolean => RANK[options().level] >= RANK[level];
  const style = () => createStyle(options().hasColor);
  const isJson = (): boolean => {
    const { errorFormat, isTerminal } = options();
    return (errorFormat ?? (isTerminal ? 'text' : preferred)) === 'json';
  };

  function lineOf(kind: MessageKind, text: string): string {
    if (kind === 'warning') return `${style().yellow('warning:')} ${text}`;
    return kind === 'note' ? `${style().cyan('note:')} ${text}` : style().dim(text);
  }

  function say(kind: MessageKind, text: string): void {
    if (held !== undefined) held.push(() => say(kind, text));
    else write(isJson() ? JSON.stringify({ [kind]: { message: show(text) } }) : lineOf(kind, show(text)));
  }

  function sayError(error: ReportingError): void {
    release();
    if (isJson()) {
      write(JSON.stringify({ error: toJson(error, show) }));
      return;
    }
    write(`${style().red('error:')} ${show(error.message)}${attemptsSuffix(error)}`);
    if (error.hint !== undefined) write(`${style().cyan('hint:')} ${show(error.hint)}`);
  }

  function release(): void {
    const waiting = held ?? [];
    held = undefined;
    for (const sayNow of waiting) sayNow();
  }

  return {
    error: sayError,
    warning(text) {
      if (isAtLeast('normal')) say('warning', text);
    },
    note(text) {
      if (isAtLeast('normal')) say('note', text);
    },
    omission(text, severity) {
      say(severity, text);
    },
    summary(text) {
      if (isAtLeast('normal') && options().isTerminal) say('summary', text);
    },
    verbose(text) {
      if (isAtLeast('verbose')) say('verbose', text);
    },
    debug(text) {
      if (isAtLeast('debug')) say('debug', text);
    },
    errorHelp(help) {
      if (!isJson()) stream.write(help);
      else sayError(new ReportingError('usage', 'no command given', { hint: 'see `reporting --help`' }));
    },
    awaitFormat() {
      const { errorFormat, isTerminal } = options();
      if (errorFormat === undefined && !isTerminal) held ??= [];
    },
    settleFormat(format) {
      preferred = format !== undefined && JSON_FORMATS.has(format) ? 'json' : 'text';
      release();
    },
    release,
    hide: redaction.hide,
    redact: redaction.apply,
  };
}

/** Texts pass `show` one by one: in the whole, a secret that is a common word would take the names of members along. */
function toJson(error: ReportingError, show: (text: string) => string): object {
  const { status, report, profile, window, attempts, elapsedMs, days, columns } = error.facts;
  const { kind, exitCode: exit, message, hint } = error;
  return {
    ...{ kind, exit, status, report, profile, window, attempts, elapsedMs, days },
    columns: columns && { missing: columns.missing.map(show), unexpected: columns.unexpected.map(show) },
    message: show(message),
    hint: hint && show(hint),
  };
}
