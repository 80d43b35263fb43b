/**
 * All messages on stderr. Secrets and control characters are removed here. The messages of one run have one form: lines of
 * text, or one JSON object per line. In GitHub Actions, warnings and errors in text are commands.
 */

import { attemptsSuffix, ReportingError } from '../core/errors.ts';
import { createRedaction } from '../core/redaction.ts';
import { toVisibleText, wrap } from '../core/text.ts';
import { type DataWarning, type Warning, warningText } from '../core/warnings.ts';
import { createStyle } from './style.ts';
import { toCommand, withoutCommands } from './workflow-commands.ts';

export interface Messages {
  /** A failure, with its hint. */
  error(error: ReportingError): void;
  /** A possible problem with a result that is shown nevertheless. Also with `quiet`. */
  warning(warning: Warning): void;
  /** The groups that meet `--alert`. Also with `quiet`. */
  alert(text: string, facts: object): void;
  /** A fact about a good result: at a terminal, or with `verbose`. */
  note(text: string): void;
  /** The part of a good result that the output leaves out. Also with `quiet`: the output itself does not show it. */
  truncation(text: string, severity: 'note' | 'warning'): void;
  /** A line about the work that is done: at a terminal, or with `verbose`. */
  summary(text: string): void;
  verbose(text: string): void;
  debug(text: string): void;
  /** True if results are shown: with JSON. */
  showsResults(): boolean;
  /** The facts about a written document. Also with `quiet`, and only as JSON. */
  result(facts: object): void;
  /** Shows help instead of an error. As JSON it is a usage error. */
  errorHelp(help: string): void;
  /** Removes a secret from all later messages. */
  hide(secret: string): void;
  /** `text` without secrets, for outside text that a command prints. */
  redact(text: string): string;
}

export type MessageLevel = 'quiet' | 'normal' | 'verbose' | 'debug';

interface MessageOptions {
  readonly level: MessageLevel;
  /** True for one JSON object a message. */
  readonly isJson: boolean;
  readonly hasColor: boolean;
  /** True if warnings and errors, unless they are JSON, are commands for GitHub Actions. */
  readonly isWorkflow: boolean;
}

/** Where messages go. Read when there is a message: Node then opens the stream. */
interface Output {
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** The kind of a message other than an error: the name of its JSON object. */
type MessageKind = 'warning' | 'note' | 'summary' | 'verbose' | 'debug';

/** Spaces before the second and later lines of a message. */
const INDENT = 2;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 20;

const RANK: Readonly<Record<MessageLevel, number>> = { quiet: 0, normal: 1, verbose: 2, debug: 3 };

/** Messages for stderr. Calls `options` for each message, since an error may occur before the command line is parsed. */
export function createMessages(output: Output, options: () => MessageOptions): Messages {
  const redaction = createRedaction();

  const clean = (text: string): string => toVisibleText(redaction.apply(text));
  const writeLine = (line: string): void => void output.stderr.write(`${line}\n`);
  const write = (line: string): void => writeLine(options().isWorkflow ? withoutCommands(line) : line);
  const isTerminal = (): boolean => output.stderr.isTTY === true;
  const isAtLeast = (level: MessageLevel): boolean => RANK[options().level] >= RANK[level];
  // In a pipe or a cron job, a run without a problem prints nothing.
  const showsNotes = (): boolean => isAtLeast(isTerminal() ? 'normal' : 'verbose');
  const isCommand = (): boolean => options().isWorkflow && !options().isJson;
  const style = () => createStyle(options().hasColor);

  function lineOf(kind: MessageKind, text: string): string {
    if (kind === 'warning') return labeled('warning:', text, style().yellow);
    return kind === 'note' ? labeled('note:', text, style().cyan) : style().dim(wrapped(text));
  }

  function labeled(label: string, text: string, paint: (text: string) => string): string {
    return paint(label) + wrapped(`${label} ${text}`).slice(label.length);
  }

  /** A terminal would break lines within words and dates. Commands stay on one line: users copy them. */
  function wrapped(text: string): string {
    const width = isTerminal() ? output.stderr.columns : undefined;
    if (width === undefined || width < MIN_WIDTH) return text;
    const [first = '', ...rest] = wrap(text, width);
    const lines = rest.length === 0 ? [] : wrap(rest.join(' '), width - INDENT, INDENT);
    return [first, ...lines].join('\n');
  }

  function writeMessage(kind: MessageKind, message: string): void {
    const text = clean(message);
    if (kind === 'warning' && isCommand()) writeLine(toCommand(kind, text));
    else write(options().isJson ? JSON.stringify({ [kind]: { message: text } }) : lineOf(kind, text));
  }

  function writeError(error: ReportingError): void {
    if (options().isJson) {
      write(JSON.stringify({ error: toJson(error, clean) }));
      return;
    }
    const text = clean(error.message) + attemptsSuffix(error);
    const hint = error.hint === undefined ? undefined : clean(error.hint);
    if (isCommand()) {
      writeLine(toCommand('error', hint === undefined ? text : `${text}\nhint: ${hint}`));
      return;
    }
    write(labeled('error:', text, style().red));
    if (hint !== undefined) write(labeled('hint:', hint, style().cyan));
    if (isAtLeast('verbose')) write(style().dim(`see: reporting help ${error.code}`));
  }

  return {
    error: writeError,
    warning(warning) {
      if (options().isJson && typeof warning !== 'string') write(toWarningJson(warning, clean));
      else writeMessage('warning', warningText(warning));
    },
    alert(text, facts) {
      const message = clean(text);
      write(
        options().isJson ? JSON.stringify({ alert: { ...facts, message } }) : labeled('alert:', message, style().red),
      );
    },
    note(text) {
      if (showsNotes()) writeMessage('note', text);
    },
    truncation(text, severity) {
      writeMessage(severity, text);
    },
    summary(text) {
      if (showsNotes()) writeMessage('summary', text);
    },
    verbose(text) {
      if (isAtLeast('verbose')) writeMessage('verbose', text);
    },
    debug(text) {
      if (isAtLeast('debug')) writeMessage('debug', text);
    },
    showsResults: () => options().isJson,
    result(facts) {
      if (options().isJson) write(JSON.stringify({ result: facts }));
    },
    errorHelp(help) {
      if (!options().isJson) output.stderr.write(help);
      else
        writeError(
          new ReportingError('E-command-line', 'no command given', {
            hint: 'see `reporting --help`',
          }),
        );
    },
    hide: redaction.hide,
    redact: redaction.apply,
  };
}

function toWarningJson({ name, scope, text }: DataWarning, clean: (text: string) => string): string {
  return JSON.stringify({ warning: { name, scope: scope?.map(clean), message: clean(text) } });
}

/** Cleans each text by itself: in the complete JSON, a secret that is a common word would also remove member names. */
function toJson(error: ReportingError, clean: (text: string) => string): object {
  const { facts, code, kind, exitCode: exit, message, hint } = error;
  const { status, report, option, profile, window, attempts, elapsedMs, warning, columns } = facts;
  return {
    ...{ kind, code, exit, status, report, profile, window, attempts, elapsedMs },
    warning: warning && { ...warning, scope: warning.scope?.map(clean) },
    option,
    columns: columns && { missing: columns.missing.map(clean) },
    message: clean(message),
    hint: hint && clean(hint),
  };
}
