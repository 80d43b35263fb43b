/**
 * All messages on stderr. Secrets and control characters are removed here. The messages of one run have one form: lines of
 * text, or one JSON object per line.
 */

import { attemptsSuffix, ReportingError } from '../core/errors.ts';
import { createRedaction } from '../core/redaction.ts';
import { toVisibleText, wrap } from '../core/text.ts';
import { styled } from '../core/tone.ts';
import { type Notice, noticeText, prefixed } from '../core/warnings.ts';

/** The messages of a run. */
export type Messages = ReturnType<typeof createMessages>;

/** What is shown, from least to most. */
const LEVELS = ['quiet', 'normal', 'verbose', 'debug'] as const;
export type MessageLevel = (typeof LEVELS)[number];

interface MessageOptions {
  readonly level: MessageLevel;
  /** True for one JSON object a message. */
  readonly isJson: boolean;
  readonly hasColor: boolean;
}

/** Where messages go. Read when there is a message: Node then opens the stream. */
interface Output {
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Spaces before the second and later lines of a message. */
const INDENT = 2;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 20;

/** Messages for stderr. Calls `options` for each message, since an error may occur before the command line is parsed. */
export function createMessages(output: Output, options: () => MessageOptions) {
  const redaction = createRedaction();

  const clean = (text: string): string => toVisibleText(redaction.apply(text));
  const write = (line: string): void => {
    output.stderr.write(`${line}\n`);
  };
  const writeJson = (object: object): void => write(JSON.stringify(object));
  const isTerminal = (): boolean => output.stderr.isTTY === true;
  const isAtLeast = (level: MessageLevel): boolean => LEVELS.indexOf(options().level) >= LEVELS.indexOf(level);
  function isShown({ level = 'warning', isAlways = false }: Notice): boolean {
    if (isAlways || level === 'warning') return true;
    // In a pipe or a cron job, a run without a problem prints nothing.
    if (level === 'note' || level === 'summary') return isAtLeast(isTerminal() ? 'normal' : 'verbose');
    return isAtLeast(level);
  }

  function writeLabeled(label: keyof typeof COLORS, text: string): void {
    const shown = styled(`${label}:`, COLORS[label], options().hasColor);
    write(shown + wrapped(`${label}: ${text}`).slice(label.length + 1));
  }

  /** A terminal would break lines within words and dates. Commands stay on one line: users copy them. */
  function wrapped(text: string): string {
    const width = isTerminal() ? output.stderr.columns : undefined;
    if (width === undefined || width < MIN_WIDTH) return text;
    const [first = '', ...rest] = wrap(text, width);
    const lines = rest.length === 0 ? [] : wrap(rest.join(' '), width - INDENT, INDENT);
    return [first, ...lines].join('\n');
  }

  function show(notice: Notice): void {
    if (!isShown(notice)) return;
    const { level = 'warning', name, scope } = notice;
    if (options().isJson) {
      writeJson({ [level]: { name, scope: scope?.map(clean), message: clean(notice.text) } });
      return;
    }
    const text = clean(noticeText(notice));
    if (level === 'warning' || level === 'note') writeLabeled(level, text);
    else write(styled(wrapped(text), 'dim', options().hasColor));
  }

  function writeError(error: ReportingError): void {
    if (options().isJson) {
      writeJson({ error: toJson(error, clean) });
      return;
    }
    writeLabeled('error', clean(error.message) + attemptsSuffix(error));
    if (error.hint !== undefined) writeLabeled('hint', clean(error.hint));
    if (isAtLeast('verbose')) write(styled(`see: reporting help ${error.code}`, 'dim', options().hasColor));
  }

  return {
    /** A failure, with its hint. */
    error: writeError,
    ...noticesBy(show),
    /** Notices after a name. */
    named: (name: string) => noticesBy((notice) => show(prefixed(name, notice))),
    /** The groups that meet `--alert`. Also with `quiet`. */
    alert(text: string, facts: object): void {
      const message = clean(text);
      if (options().isJson) writeJson({ alert: { ...facts, message } });
      else writeLabeled('alert', message);
    },
    /** True if results are shown: with JSON. */
    showsResults: () => options().isJson,
    /** The facts about a written document. Also with `quiet`, and only as JSON. */
    result(facts: object): void {
      if (options().isJson) writeJson({ result: facts });
    },
    /** Shows help instead of an error. As JSON it is a usage error. */
    errorHelp(help: string): void {
      if (!options().isJson) output.stderr.write(help);
      else writeError(new ReportingError('E-command-line', 'no command given', { hint: 'see `reporting --help`' }));
    },
    /** Removes a secret from all later messages. */
    hide: redaction.hide,
    /** `text` without secrets, for outside text that a command prints. */
    redact: redaction.apply,
  };
}

/** The notices of each level. */
function noticesBy(show: (notice: Notice) => void) {
  const ofLevel = (level: NonNullable<Notice['level']>) => (text: string) => show({ level, text });
  return {
    /** A notice of any level. */
    show,
    /** A possible problem with a result that is shown nevertheless. Also with `quiet`. */
    warning: ofLevel('warning'),
    /** A fact about a good result: at a terminal, or with `verbose`. */
    note: ofLevel('note'),
    /** A line about the work that is done: at a terminal, or with `verbose`. */
    summary: ofLevel('summary'),
    verbose: ofLevel('verbose'),
    debug: ofLevel('debug'),
  };
}

const COLORS = { error: 'red', alert: 'red', warning: 'yellow', note: 'cyan', hint: 'cyan' } as const;

/** Cleans each text by itself: in the complete JSON, a secret that is a common word would also remove member names. */
function toJson(error: ReportingError, clean: (text: string) => string): object {
  const { facts, code, kind, exitCode: exit, message, hint } = error;
  const { status, report, profile, window, attempts, elapsedMs, warning, columns } = facts;
  return {
    ...{ kind, code, exit, status, report, profile, window, attempts, elapsedMs },
    warning: warning && { ...warning, scope: warning.scope?.map(clean) },
    columns: columns && { missing: columns.missing.map(clean) },
    message: clean(message),
    hint: hint && clean(hint),
  };
}
