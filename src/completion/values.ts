/** The values that a shell can offer for options and operands: commander's choices, or else the tables below. */

import type { Argument, Option } from 'commander';
import { REPORTS } from '../api/reports.ts';
import { GROUP_UNITS, WEEKDAY_NAMES } from '../dates/date.ts';
import { DATE_WORDS, PERIOD_WORDS } from '../dates/parse-date.ts';
import { FORMAT_NAMES } from '../formats/registry.ts';
import { FAULT_KINDS } from '../sandbox/faults.ts';

/** The value of an option or of an argument, and the words that a shell can offer for it. */
export interface Value {
  /** The name in the help: `file`. */
  readonly name: string;
  readonly kind: ValueKind;
  /** The words to offer, if `kind` is `words`. */
  readonly words: readonly string[];
  /** True if the user can give several values, separated by commas. */
  readonly isList: boolean;
}

/** `nothing` is for numbers, column names and similar values. The shells then offer no file names either. */
type ValueKind = 'words' | 'file' | 'directory' | 'profile' | 'time-zone' | 'nothing';

type Offer = Exclude<ValueKind, 'words'> | readonly string[];

const OPTIONS: Readonly<Record<string, Offer>> = {
  '--from': [...DATE_WORDS, '7d', '2w', '3m', '1y'],
  '--to': DATE_WORDS,
  '--period': [
    ...PERIOD_WORDS,
    ...['last-7-days', 'last-30-days', 'last-90-days', 'last-4-weeks', 'last-3-months', 'last-12-months'],
  ],
  '--week-start': WEEKDAY_NAMES,
  '--timezone': 'time-zone',
  '--compare': ['previous', 'year', ...PERIOD_WORDS],
  '--output': 'file',
  '--delimiter': ['comma', 'semicolon', 'tab', 'pipe'],
  '--profile': 'profile',
  '--token-file': 'file',
  '--ca-file': 'file',
  '--fault': [...FAULT_KINDS, '429', '500', '503'],
  '--window-days': 'nothing',
  '--where': 'nothing',
  '--group-by': 'nothing',
  '--sum': 'nothing',
  '--min': 'nothing',
  '--max': 'nothing',
  '--avg': 'nothing',
  '--ratio': 'nothing',
  '--share': 'nothing',
  '--delta': 'nothing',
  '--running': 'nothing',
  '--moving-avg': 'nothing',
  '--having': 'nothing',
  '--top': 'nothing',
  '--pivot': GROUP_UNITS,
  '--sort': 'nothing',
  '--limit': 'nothing',
  '--rename': 'nothing',
  '--title': 'nothing',
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
  '--lookback': ['35d', '60d', '90d'],
  '--shard': 'nothing',
  '--wait': ['0', '5m', '30m'],
  '--max-drop': 'nothing',
  '--accept': 'nothing',
  '--type': 'nothing',
};

/** Options that collect the values of all uses. Options that take lists do so too. */
const REPEATABLE = new Set(['--where', '--ratio', '--having', '--rename', '--fault', '--accept', '--type']);

/** The values of operands, by command and operand. */
const OPERANDS: Readonly<Record<string, Offer>> = {
  'reporting profiles use <name>': 'profile',
  'reporting profiles rename <name>': 'profile',
  'reporting profiles rename <new-name>': 'nothing',
  'reporting profiles remove <name>': 'profile',
  'reporting sync <reports>': [...REPORTS.map(({ name }) => name), 'status'],
  'reporting sync <directory>': 'directory',
  'reporting verify <directory>': 'directory',
};

/** The values of the last operand, by command and by the word before it. */
const OPERANDS_AFTER: Readonly<Record<string, Readonly<Record<string, Offer>>>> = {
  'reporting config set': {
    format: FORMAT_NAMES,
    timezone: 'time-zone',
    concurrency: 'nothing',
    profile: 'profile',
    strict: ['true', 'false'],
    human: ['true', 'false'],
    period: PERIOD_WORDS,
    'week-start': WEEKDAY_NAMES,
    'max-rows': 'nothing',
  },
};

/** The value of an option. Throws a TypeError for an option without choices that is not in the table. */
export function optionValue(option: Option): Value {
  const name = nameOf(option);
  // `raw` writes to a directory, and other commands to a file.
  const known = name === 'directory' ? name : (option.argChoices ?? OPTIONS[option.long!]);
  return { ...offered(known, option.long!), name, isList: name.includes(',') };
}

/** The command whose operand is the name of a command or a topic. */
export const HELP = 'help';

/** The value of an operand of the command at `path`. `siblings` are the other commands with the same parent. */
export function operandValue(argument: Argument, path: string, siblings: readonly string[]): Value {
  const name = argument.name();
  const what = `${path} <${name}>`;
  const known = argument.argChoices ?? OPERANDS[what];
  const words = path.endsWith(` ${HELP}`) ? [...siblings, ...(argument.argChoices ?? [])] : known;
  return { ...offered(words, what), name, isList: false };
}

/** The values of the last operand for each word of the operand before it. Undefined if they do not depend on that word. */
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

/** True if all uses of the option count, not only the last one. */
export function isRepeatable(option: Option): boolean {
  return REPEATABLE.has(option.long!) || nameOf(option).includes(',');
}

/** The name of the value: `file` for `-o, --output <file>`. */
function nameOf(option: Option): string {
  return /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? '';
}

function offered(offer: Offer | undefined, what: string): Pick<Value, 'kind' | 'words'> {
  if (offer === undefined) throw new TypeError(`src/completion/values.ts has no values for ${what}`);
  return typeof offer === 'string' ? { kind: offer, words: [] } : { kind: 'words', words: offer };
}
