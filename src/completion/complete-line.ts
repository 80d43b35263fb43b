/**
 * The values that fit at the end of a typed line, for the scripts of the shells: they know commands and flags, and ask the program
 * for the rest. The line is compared with the model of the program, and never evaluated.
 */

import type { CommandModel, OptionModel, Value } from './model.ts';

/** What the machine knows. Each list is empty if it cannot be read. */
export interface Known {
  readonly profiles: () => Promise<readonly string[]>;
  readonly timeZones: () => readonly string[];
  /** The columns of a report, as far as the line names client and report. */
  readonly columns: (typed: readonly string[]) => Promise<readonly string[]>;
  /** The datasets in a directory, by name. */
  readonly datasets: (directory: string) => Promise<readonly string[]>;
}

/** What a shell can offer. */
export interface Completion {
  /** The shell completes names of files itself. `list` is for words that a comma can follow. */
  readonly kind: 'words' | 'list' | 'file' | 'directory';
  /** The end of the line that the words replace: `acme,b` for `--profile=acme,b`. */
  readonly typed: string;
  readonly words: readonly string[];
}

/** The completion of `line`, the command up to the cursor. */
export async function completeLine(program: CommandModel, line: string, known: Known): Promise<Completion> {
  const [, ...words] = wordsOf(line);
  const current = words.pop() ?? '';
  const { command, option, operands, isLiteral } = readWords(program, words);
  const offer = async (value: Value | undefined, typed: string): Promise<Completion> => {
    if (value === undefined) return matching([], typed);
    if (value.kind === 'dependent') return offer(value.after![operands.at(-1) ?? ''], typed);
    return value.kind === 'dataset'
      ? completeDataset(value, typed, known)
      : completeValue(value, typed, () => wordsFor(value, known, words));
  };
  if (option !== undefined) return offer(option.value!, current);
  if (!isLiteral && current.startsWith('-')) {
    const joined = joinedValue(command, current);
    if (joined !== undefined) return offer(joined.option.value!, joined.typed);
    return matching(
      command.options.flatMap(({ flags }) => flags),
      current,
    );
  }
  if (operands.length === 0 && command.commands.length > 0) {
    return matching(
      command.commands.map(({ name }) => name),
      current,
    );
  }
  const last = command.operands.at(-1);
  const operand = command.operands[operands.length] ?? (last?.isVariadic === true ? last : undefined);
  return offer(operand?.value, current);
}

/** The completion as the scripts read it: a line with the kind and the typed text, and a line for each word. */
export function formatCompletion({ kind, typed, words }: Completion): string {
  return [`${kind}\t${typed}`, ...words, ''].join('\n');
}

/** A word: text without blanks, escaped characters, and quoted parts, the last of which may be open. */
const WORD = /(?:\\.|"(?:\\.|[^"\\])*(?:"|\\?$)|'[^']*(?:'|$)|[^\s"'\\]|\\$)+/gs;
/** `>`, `2>&1`, and `>file`. */
const REDIRECTION = /^(?:\d*|&)[<>]+[&|]?/;

/** The words of a line as typed, quotation marks included, without redirections. The last one is empty after a blank. */
function wordsOf(line: string): string[] {
  const found = [...line.matchAll(WORD)];
  const end = found.at(-1);
  const all = found.map(([word]) => word);
  if (end === undefined || end.index + end[0].length < line.length) all.push('');
  const words: string[] = [];
  for (let index = 0; index < all.length; index++) {
    const word = all[index]!;
    const operator = REDIRECTION.exec(word)?.[0];
    if (operator === undefined) words.push(word);
    else if (operator === word) index++;
  }
  return words;
}

interface ReadWords {
  readonly command: CommandModel;
  /** The option whose value comes next. */
  readonly option: OptionModel | undefined;
  readonly operands: readonly string[];
  /** True after `--`. */
  readonly isLiteral: boolean;
}

function readWords(program: CommandModel, words: readonly string[]): ReadWords {
  let command = program;
  let option: OptionModel | undefined;
  const operands: string[] = [];
  let isLiteral = false;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (isLiteral || !/^-./.test(word)) {
      const below = operands.length > 0 ? undefined : command.commands.find(({ name }) => name === word);
      if (below === undefined) operands.push(word);
      else command = below;
    } else if (word === '--') isLiteral = true;
    else if (word.startsWith('--')) option = optionWithValue(command, word);
    else {
      const joined = joinedValue(command, word);
      option = joined?.typed === '' ? joined.option : undefined;
    }
  }
  return { command, option, operands, isLiteral };
}

function optionWithValue({ options }: CommandModel, flag: string): OptionModel | undefined {
  return options.find(({ flags, value }) => value !== undefined && flags.includes(flag));
}

/** The option and the value in a word such as `--format=csv` or `-qfcsv`. */
function joinedValue(
  command: CommandModel,
  word: string,
): { readonly option: OptionModel; readonly typed: string } | undefined {
  if (word.startsWith('--')) {
    const [, flag, typed] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const option = flag === undefined ? undefined : optionWithValue(command, flag);
    return option && { option, typed: typed! };
  }
  for (let index = 1; index < word.length; index++) {
    const option = optionWithValue(command, `-${word[index]!}`);
    if (option !== undefined) return { option, typed: word.slice(index + 1) };
  }
  return undefined;
}

async function completeValue(
  value: Value,
  current: string,
  wordsOfValue: () => Promise<readonly string[]>,
): Promise<Completion> {
  const typed = current.replace(/^["']/, '');
  if (value.kind === 'file' || value.kind === 'directory') return { kind: value.kind, typed, words: [] };
  const listed = value.isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const named = listed.split(',');
  const words = (await wordsOfValue()).filter((word) => !named.includes(word));
  const found = matching(
    words.map((word) => listed + word),
    typed,
  );
  return value.isList ? { ...found, kind: 'list' } : found;
}

/** A path that is the same in every shell, without quoting. */
const PLAIN_PATH = /^[\w.+/-]*$/;

/** Datasets below the typed directory, and the words in their place. Without a match, the shell completes directories. */
async function completeDataset({ words, alone = [] }: Value, current: string, known: Known): Promise<Completion> {
  const typed = current.replace(/^["']/, '');
  if (words.length > 0 && typed.includes(',')) {
    const listed = typed.slice(0, typed.lastIndexOf(',') + 1);
    const others = words.filter((word) => !listed.split(',').includes(word));
    return matching(
      others.map((word) => listed + word),
      typed,
    );
  }
  const parent = typed.slice(0, typed.lastIndexOf('/') + 1);
  const names = PLAIN_PATH.test(typed) ? await known.datasets(parent) : [];
  const datasets = names.map((name) => parent + name).filter((path) => PLAIN_PATH.test(path));
  const found = matching([...words, ...alone, ...datasets], typed);
  return found.words.length > 0 ? found : { kind: 'directory', typed, words: [] };
}

async function wordsFor({ kind, words }: Value, known: Known, typed: readonly string[]): Promise<readonly string[]> {
  if (kind === 'profile') return known.profiles();
  if (kind === 'time-zone') return known.timeZones();
  return kind === 'column' ? known.columns(typed) : words;
}

function matching(words: readonly string[], typed: string): Completion {
  return { kind: 'words', typed, words: words.filter((word) => word.startsWith(typed)) };
}
