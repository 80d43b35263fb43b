/** The program as data, read from commander's declarations. Completion scripts, man page and reference page are made from it. */

import type { Argument, Command, Option } from 'commander';
import type { HelpBlock } from '../help/blocks.ts';
import { FlagOption, Operand } from '../options/declare-flags.ts';
import type { Offer, ValueType } from '../options/value-types.ts';

/** The value of an option or of an argument, and the words that a shell can offer for it. */
export interface Value {
  /** The name in the help: `file`. */
  readonly name: string;
  readonly kind: 'words' | 'dependent' | Extract<Offer, string>;
  /** The words to offer, if `kind` is `words`; for `dataset`, those that can be in its place. */
  readonly words: readonly string[];
  /** Words that cannot be in a list. */
  readonly alone?: readonly string[];
  /** The value for each word of the argument before, if `kind` is `dependent`. */
  readonly after?: Readonly<Record<string, Value>>;
  /** True if the user can give several values, separated by commas. */
  readonly isList: boolean;
}

/** A command of the program. */
export interface CommandModel {
  /** The words that the user types for it: `reporting config set`. */
  readonly path: string;
  readonly name: string;
  /** One line of ASCII. */
  readonly summary: string;
  readonly description: string;
  /** The usage after the path: `[options] <name>`. */
  readonly usage: string;
  /** In the order of the help, including the help command. */
  readonly commands: readonly CommandModel[];
  /** Its own options, then those of its parents, which it accepts too. */
  readonly options: readonly OptionModel[];
  readonly arguments: readonly ArgumentModel[];
  /** The arguments as the shells complete them. */
  readonly operands: readonly OperandModel[];
  /** The help after the options: notes and examples. */
  readonly epilog: readonly HelpBlock[];
}

/** An option of a command. */
export interface OptionModel {
  /** The short flag, if there is one, and then the long flag. */
  readonly flags: readonly string[];
  /** One line of ASCII, without choices and default. */
  readonly summary: string;
  /** The flags and the value in the help: `-f, --format <name>`. */
  readonly spelling: string;
  /** The description in the help, with choices and default. */
  readonly description: string;
  /** Heading of its group in the help. */
  readonly group: string;
  /** True for an option of a parent command. */
  readonly isInherited: boolean;
  /** Undefined for a switch. */
  readonly value: Value | undefined;
  readonly isRepeatable: boolean;
  /** Flags of the options that it cannot be combined with. */
  readonly excludes: readonly string[];
}

interface ArgumentModel {
  /** The name in the usage: `<name>`, `[words...]`. */
  readonly spelling: string;
  readonly description: string;
}

/** An argument of a command. */
export interface OperandModel {
  readonly value: Value;
  readonly isVariadic: boolean;
}

/** The command whose operand is the name of a command or a topic. */
const HELP = 'help';

/** Heading of the options that have no group. */
export const OPTIONS_HEADING = 'Options:';

/** The model of a commander program. */
export function readProgram(program: Command): CommandModel {
  return readCommand(program, program.name(), [], []);
}

/** A command and all its subcommands, each parent before its children. */
export function allCommands(command: CommandModel): readonly CommandModel[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** Short and long flags of all commands that take a value. No flag takes a value in one command and none in another. */
export function valueFlags(program: CommandModel): readonly string[] {
  const options = allCommands(program).flatMap((command) => command.options);
  return [...new Set(options.filter(({ value }) => value !== undefined).flatMap(({ flags }) => flags))];
}

/** The second members of the pairs, grouped by the first member. Both are in order of first appearance. */
export function grouped(
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [string, readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const [key, member] of pairs) groups.set(key, [...(groups.get(key) ?? []), member]);
  return [...groups];
}

function readCommand(
  command: Command,
  path: string,
  inherited: readonly Option[],
  siblings: readonly string[],
): CommandModel {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...inherited];
  const inheritable = [...command.options.filter(({ hidden }) => !hidden), ...inherited];
  const below = help.visibleCommands(command);
  const names = below.map((each) => each.name()).filter((name) => name !== HELP);
  return {
    path,
    name: command.name(),
    summary: oneLine(command.summary() || command.description()),
    description: command.description(),
    usage: command.usage(),
    commands: below.map((each) => readCommand(each, `${path} ${each.name()}`, inheritable, names)),
    options: options.map((option) => ({
      ...readOption(option, options),
      description: help.optionDescription(option),
      isInherited: inherited.includes(option),
    })),
    arguments: command.registeredArguments.map((argument) => ({
      spelling: spellingOf(argument),
      description: help.argumentDescription(argument),
    })),
    operands: command.registeredArguments.map((argument) => ({
      value: operandValue(argument, command.name() === HELP ? siblings : []),
      // The other words of `help` are subcommands of the first one.
      isVariadic: argument.variadic && command.name() !== HELP,
    })),
    epilog: command.epilog ?? [],
  };
}

function readOption(option: Option, others: readonly Option[]): Omit<OptionModel, 'description' | 'isInherited'> {
  const excluded = others.filter((other) => conflicts(option, other) || conflicts(other, option));
  return {
    flags: flagsOf(option),
    summary: oneLine(option.description),
    spelling: option.flags,
    group: option.helpGroupHeading ?? OPTIONS_HEADING,
    value: option.required || option.optional ? toValue(valueTypeOf(option)!.offers, nameOf(option)) : undefined,
    isRepeatable: valueTypeOf(option)?.isRepeatable === true || nameOf(option).includes(','),
    excludes: excluded.flatMap(flagsOf),
  };
}

/** The kind of value of an option; undefined for a switch. */
function valueTypeOf(option: Option): ValueType<unknown> | undefined {
  return option instanceof FlagOption ? option.entry.value : undefined;
}

/** The name of the value: `file` for `-o, --output <file>`. */
function nameOf(option: Option): string {
  return /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? '';
}

/** `others` are words besides its own. */
function operandValue(argument: Argument, others: readonly string[]): Value {
  const own: Offer = argument instanceof Operand ? argument.offers : (argument.argChoices ?? []);
  const offers = Array.isArray(own) ? [...others, ...own] : own;
  return toValue(offers, argument.name());
}

function toValue(offers: Offer, name: string): Value {
  const isList = name.includes(',');
  if (typeof offers === 'string') return { name, kind: offers, words: [], isList };
  if ('after' in offers) {
    const values = Object.entries(offers.after).map(([word, each]) => [word, toValue(each, name)]);
    return { name, kind: 'dependent', words: [], isList, after: Object.fromEntries(values) };
  }
  return 'list' in offers
    ? { name, kind: 'dataset', words: offers.list, alone: offers.alone, isList }
    : { name, kind: 'words', words: offers, isList };
}

function conflicts(option: Option, other: Option): boolean {
  // Commander has this property; its types do not.
  const { conflictsWith } = option as Option & { readonly conflictsWith: readonly string[] };
  // Commander makes the name anew for each call, and most options exclude none.
  return conflictsWith.length > 0 && conflictsWith.includes(other.attributeName());
}

function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

function spellingOf(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The first line, in ASCII: Windows PowerShell reads scripts in the code page of the machine. */
function oneLine(text: string): string {
  return text.split('\n', 1)[0]!.replaceAll('…', '...');
}
