/**
 * Messages for users that refer to options. Each surface words a reference: `--window-days` on the command line, `windowDays`
 * in the library.
 */

/** A text, with or without references to options. */
export type Message = string | Phrase;

/** The options that a message can refer to, with their names in the library. */
export type OptionName =
  | 'accept'
  | 'allProfiles'
  | 'avg'
  | 'baseUrl'
  | 'by'
  | 'byDay'
  | 'caFile'
  | 'check'
  | 'clientId'
  | 'columns'
  | 'compare'
  | 'concurrency'
  | 'count'
  | 'dateColumn'
  | 'decimalComma'
  | 'delimiter'
  | 'delta'
  | 'dryRun'
  | 'endDate'
  | 'excel'
  | 'expectColumns'
  | 'explain'
  | 'failGaps'
  | 'fault'
  | 'format'
  | 'from'
  | 'groupBy'
  | 'having'
  | 'help'
  | 'human'
  | 'ignoreMembers'
  | 'includeToday'
  | 'insecureHttp'
  | 'latency'
  | 'limit'
  | 'lookback'
  | 'max'
  | 'maxDrop'
  | 'maxRows'
  | 'min'
  | 'movingAvg'
  | 'output'
  | 'pager'
  | 'period'
  | 'pivot'
  | 'port'
  | 'profile'
  | 'ratio'
  | 'reconfigure'
  | 'rename'
  | 'replay'
  | 'resume'
  | 'retries'
  | 'retryForMs'
  | 'running'
  | 'sandbox'
  | 'seed'
  | 'setUp'
  | 'shard'
  | 'share'
  | 'sort'
  | 'strict'
  | 'sum'
  | 'timeZone'
  | 'timeoutMs'
  | 'title'
  | 'to'
  | 'top'
  | 'tokenFile'
  | 'trend'
  | 'type'
  | 'unchecked'
  | 'wait'
  | 'weekStart'
  | 'where'
  | 'wide'
  | 'windowColumns'
  | 'windowDays'
  | 'windows'
  | 'wire';

type MessagePart =
  | string
  /** An option. `isNegated` stands for the form that turns it off. */
  | { readonly option: OptionName; readonly isNegated?: true }
  /** Different words on each surface. */
  | { readonly commandLine: Message; readonly library: Message }
  /** The report that the message is about, with its range: `revenue 2026-01-01..2026-01-31`. */
  | { readonly report: string }
  /** The profile of the error that has this message, as an option. Empty without a profile. */
  | { readonly isOwnProfile: true };

/** A place that shows messages: the command line or the library. */
export interface Surface {
  readonly name: 'commandLine' | 'library';
  option(name: OptionName, isNegated: boolean): string;
}

/** A message with references. Converted to a string, it has the library's words. */
class Phrase {
  readonly parts: readonly MessagePart[];

  constructor(parts: readonly MessagePart[]) {
    this.parts = parts;
  }

  toString(): string {
    return wordMessage(this, LIBRARY);
  }
}

/** The surface of the library: options have their names in code. */
export const LIBRARY: Surface = { name: 'library', option: (name) => name };

/** A tag for templates: phrase`${option('windowDays')} takes 1 to 31`. Values can be messages. */
export function phrase(
  texts: TemplateStringsArray,
  ...values: readonly (Phrase | MessagePart | number | bigint)[]
): Message {
  return joinMessages(texts.flatMap((each, index) => (index === 0 ? [each] : [values[index - 1]!, each])));
}

/** The pieces in one message, with `separator` between them. */
export function joinMessages(
  pieces: readonly (Phrase | MessagePart | number | bigint)[],
  separator = '',
): Message {
  const parts: MessagePart[] = [];
  const add = (part: MessagePart): void => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  pieces.forEach((piece, index) => {
    if (index > 0) add(separator);
    if (piece instanceof Phrase) piece.parts.forEach(add);
    else add(typeof piece === 'object' ? piece : String(piece));
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : new Phrase(parts);
}

/** A reference to an option. */
export function option(name: OptionName): MessagePart {
  return { option: name };
}

/** A reference to the report that a message is about: `revenue 2026-01-01..2026-01-31`. */
export function reportSubject(words: string): MessagePart {
  return { report: words };
}

/** A reference to the form of an option that turns it off. */
export function negatedOption(name: OptionName): MessagePart {
  return { option: name, isNegated: true };
}

/** Different words for each surface. */
export function bySurface(words: { readonly commandLine: Message; readonly library: Message }): MessagePart {
  return words;
}

/** Words that only the command line shows. */
export function onCommandLine(words: Message): MessagePart {
  return { commandLine: words, library: '' };
}

/** The option that names the profile, after a command in a hint, if the error is about a profile. */
export const OWN_PROFILE: MessagePart = { isOwnProfile: true };

/** The text that a surface shows. `profile` is the profile of the error that has this message. */
export function wordMessage(message: Message, surface: Surface, profile?: string): string {
  if (typeof message === 'string') return message;
  return message.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('option' in part) return surface.option(part.option, part.isNegated === true);
      if ('report' in part) return part.report;
      if ('isOwnProfile' in part)
        return profile === undefined ? '' : ` ${surface.option('profile', false)} ${profile}`;
      return wordMessage(part[surface.name], surface, profile);
    })
    .join('');
}

/** The first option that a message refers to; undefined if there is none. */
export function firstOption(message: Message): OptionName | undefined {
  if (typeof message === 'string') return undefined;
  const part = message.parts.find((each) => typeof each === 'object' && 'option' in each);
  return typeof part === 'object' && 'option' in part ? part.option : undefined;
}

/** True if the message names its report. */
export function namesReport(message: Message): boolean {
  return typeof message !== 'string' && message.parts.some(isReport);
}

/** The message with `instead` in place of the report. */
export function withoutReport(message: Message, instead: string): Message {
  if (typeof message === 'string') return message;
  return joinMessages(message.parts.map((part) => (isReport(part) ? instead : part)));
}

function isReport(part: MessagePart): boolean {
  return typeof part === 'object' && 'report' in part;
}

/** The message without one of its parts. */
export function withoutPart(message: Message, part: MessagePart): Message {
  return typeof message === 'string' ? message : joinMessages(message.parts.filter((each) => each !== part));
}

/** A copy of the data in which `word` has replaced every message by its text. */
export function wordAll(value: unknown, word: (message: Message) => string): unknown {
  if (value instanceof Phrase) return word(value);
  if (Array.isArray(value)) return value.map((each) => wordAll(each, word));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wordAll(member, word)]));
}
