/**
 * The values that fit at the end of a typed line, for the scripts of the shells: they know commands and flags, and ask the program
 * for the rest. The line is compared with the program's commands and options, and never evaluated.
 */

import type { Argument, Command, Option } from 'commander';
import { isProfileName } from '../config/profile.ts';
import { commandNamed, flagsOf, offerFor, optionsOf } from '../options/declare-flags.ts';
import type { Uses } from '../services.ts';

type CompletionServices = Uses<'openProfiles' | 'print'>;

/** What a shell can offer. */
interface Completion {
  /** The shell completes names of files itself. `list` is for words that a comma can follow. */
  readonly kind: 'words' | 'list' | 'file' | 'directory';
  /** The end of the line that the words replace: `acme,b` for `--profile=acme,b`. */
  readonly typed: string;
  readonly words: readonly string[];
}

/**
 * Prints the values that fit at the end of `line`, the command up to the cursor: a line with the kind and the typed text, and a line
 * for each word. It never fails: without a response, a shell offers nothing.
 */
export async function printCompletion(line: string, program: Command, services: CompletionServices): Promise<void> {
  const { kind, typed, words } = await complete(line, program, services);
  await services.print([`${kind}\t${typed}`, ...words, ''].join('\n'));
}

async function complete(line: string, program: Command, services: CompletionServices): Promise<Completion> {
  const [, ...words] = wordsOf(line);
  const current = words.pop() ?? '';
  const { command, option, operands, isLiteral } = readWords(program, words);
  const isFlag = option === undefined && !isLiteral && current.startsWith('-');
  const joined = isFlag ? joinedValue(command, current) : undefined;
  const taken = option ?? joined?.option ?? (isFlag ? undefined : command.registeredArguments[operands.length]);
  const typed = (joined?.typed ?? current).replace(/^["']/, '');
  const offer = taken && offerFor(taken);
  if (offer === undefined || offer === 'nothing') return matching([], typed);
  if (offer === 'file' || offer === 'directory') return { kind: offer, typed, words: [] };
  if (typeof offer === 'object' && 'orDirectory' in offer) {
    const found = matching(offer.orDirectory, typed);
    return found.words.length > 0 ? found : { kind: 'directory', typed, words: [] };
  }
  const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const found = offer === 'profile' ? await profileNames(services) : offer === 'time-zone' ? zones() : offer;
  return isList(taken!) ? { ...matching(listed(found, typed), typed), kind: 'list' } : matching(found, typed);
}

/** True if the user can give several values, separated by commas. */
function isList(taken: Option | Argument): boolean {
  return 'flags' in taken && /<.*,.*>/.test(taken.flags);
}

/** The words that can follow the last comma, with the text before it. */
function listed(words: readonly string[], typed: string): readonly string[] {
  const start = typed.slice(0, typed.lastIndexOf(',') + 1);
  return words.filter((word) => !start.split(',').includes(word)).map((word) => start + word);
}

/** A word: text without blanks, escaped characters, and quoted parts, the last of which may be open. */
const WORD = /(?:\\.|"(?:\\.|[^"\\])*(?:"|\\?$)|'[^']*(?:'|$)|[^\s"'\\]|\\$)+/gs;
/** The words of a line as typed, quotation marks included. The last one is empty after a blank. */
function wordsOf(line: string): string[] {
  const found = [...line.matchAll(WORD)];
  const end = found.at(-1);
  const words = found.map(([word]) => word);
  return end === undefined || end.index + end[0].length < line.length ? [...words, ''] : words;
}

interface ReadWords {
  readonly command: Command;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
  readonly operands: readonly string[];
  /** True after `--`. */
  readonly isLiteral: boolean;
}

function readWords(program: Command, words: readonly string[]): ReadWords {
  let command = program;
  let option: Option | undefined;
  const operands: string[] = [];
  let isLiteral = false;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (isLiteral || !/^-./.test(word)) {
      const below = operands.length > 0 ? undefined : commandNamed(word, command);
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

function optionWithValue(command: Command, flag: string): Option | undefined {
  return optionsOf(command).find((option) => option.required && flagsOf(option).includes(flag));
}

/** The option and the value in a word such as `--format=csv` or `-qfcsv`. */
function joinedValue(command: Command, word: string): { readonly option: Option; readonly typed: string } | undefined {
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

function matching(words: readonly string[], typed: string): Completion {
  return { kind: 'words', typed, words: words.filter((word) => word.startsWith(typed)) };
}

/** The names of the stored profiles; none if they cannot be read. */
async function profileNames({ openProfiles }: CompletionServices): Promise<readonly string[]> {
  try {
    return (await openProfiles()).names().filter(isProfileName);
  } catch {
    return [];
  }
}
