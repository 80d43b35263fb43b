/** What a shell can offer for a value: commander's choices, or, where it knows none, what the tables here say. */

import type { Argument, Option } from 'commander';
import { DATE_WORDS } from '../core/date-expression.ts';
import { PERIOD_WORDS } from '../core/period.ts';
import { WEEKDAY_NAMES } from '../core/weekday.ts';
import { FAULT_WAYS } from '../sandbox/faults.ts';

export interface Value {
  /** As help calls it: `file`. */
  readonly name: string;
  readonly kind: ValueKind;
  /** What is offered of the kind `words`. */
  readonly words: readonly string[];
  /** True if several may be given, with commas between them. */
  readonly isList: boolean;
}

/** `nothing` is for numbers, names of columns and all that only a person can know: no names of files either. */
export type ValueKind = 'words' | 'file' | 'profile' | 'time-zone' | 'nothing';

type Offer = Exclude<ValueKind, 'words'> | readonly string[];

const OPTIONS: Readonly<Record<string, Offer>> = {
  '--from': [...DATE_WORDS, '7d', '2w', '3m', '1y'],
  '--to': DATE_WORDS,
  '--period': [...PERIOD_WORDS, 'last-7-days', 'last-30-days', 'last-90-days'],
  '--week-start': WEEKDAY_NAMES,
  '--timezone': 'time-zone',
  '--compare': ['previous', 'year'],
  '--output': 'file',
  '--delimiter': ['comma', 'semicolon', 'tab', 'pipe'],
  '--profile': 'profile',
  '--token-file': 'file',
  '--ca-file': 'file',
  '--fault': [...FAULT_WAYS, '429', '500', '503'],
  '--window-days': 'nothing',
  '--where': 'nothing',
  '--group-by': 'nothing',
  '--sum': 'nothing',
  '--min': 'nothing',
  '--max': 'nothing',
  '--avg': 'nothing',
  '--ratio': 'nothing',
  '--sort': 'nothing',
  '--limit': 'nothing',
  '--rename': 'nothing',
  '--columns': 'nothing',
  '--max-rows': 'nothing',
  '--expect-columns': 'nothing',
  '--date-column': 'nothing',
  '--ignore-members': 'nothing',
  '--concurrency': 'nothing',
  '--retry-for': ['90s', '10m', '30m', '2h'],
  '--retries': 'nothing',
  '--timeout': 'nothing',
  '--base-url': 'nothing',
  '--client-id': 'nothing',
  '--seed': 'nothing',
  '--latency': 'nothing',
  '--port': 'nothing',
};

/** Options that gather their values, beside those that take lists. */
const REPEATABLE = new Set(['--where', '--ratio', '--rename', '--fault']);

/** By the command and the operand. */
const OPERANDS: Readonly<Record<string, Offer>> = {
  'reporting profiles use <name>': 'profile',
  'reporting profiles rename <name>': 'profile',
  'reporting profiles rename <new-name>': 'nothing',
  'reporting profiles remove <name>': 'profile',
};

/** What the last operand takes after each word of the one before it, by the command. */
const OPERANDS_AFTER: Readonly<Record<string, Readonly<Record<string, Offer>>>> = {
  'reporting config set': {
    format: 'nothing',
    timezone: 'time-zone',
    concurrency: 'nothing',
    profile: 'profile',
    strict: ['true', 'false'],
  },
};

/** What is known of an option's value. Throws for an option that neither has choices nor is in the table. */
export function optionValue(option: Option): Value {
  const name = nameOf(option);
  const known = option.argChoices ?? OPTIONS[option.long!];
  return { ...offered(known, option.long!), name, isList: name.includes(',') };
}

/** The command whose operand is a command beside it, or a topic, which are its choices. */
export const HELP = 'help';

/** What is known of an operand of the command at `path`; `beside` are the names of those beside it. */
export function operandValue(argument: Argument, path: string, beside: readonly string[]): Value {
  const name = argument.name();
  const what = `${path} <${name}>`;
  const known = argument.argChoices ?? OPERANDS[what];
  const words = path.endsWith(` ${HELP}`) ? [...beside, ...(argument.argChoices ?? [])] : known;
  return { ...offered(words, what), name, isList: false };
}

/** What is known of the last operand after each word of the one before it; undefined if it does not depend on the word. */
export function valuesAfterWords(
  operands: readonly Argument[],
  path: string,
): readonly (readonly [word: string, value: Value])[] | undefined {
  const offers = OPERANDS_AFTER[path];
  if (offers === undefined) return undefined;
  const [before, last] = operands as [Argument, Argument];
  return before.argChoices!.map((word) => {
    const value = offered(offers[word], `${path} ${word} <${last.name()}>`);
    return [word, { ...value, name: last.name(), isList: false }];
  });
}

/** True if each further time counts, in place of only the last one. */
export function isRepeatable(option: Option): boolean {
  return REPEATABLE.has(option.long!) || nameOf(option).includes(',');
}

/** `file`, of `-o, --output <file>`. */
function nameOf(option: Option): string {
  return /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? '';
}

function offered(offer: Offer | undefined, what: string): Pick<Value, 'kind' | 'words'> {
  if (offer === undefined) throw new TypeError(`completion does not know what ${what} takes`);
  return typeof offer === 'string' ? { kind: offer, words: [] } : { kind: 'words', words: offer };
}
