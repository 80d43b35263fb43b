/** What a shell is told of the program: read out of commander's declarations, so that it cannot say anything else. */

import type { Command, Option } from 'commander';
import { HELP, isRepeatable, operandValue, optionValue, type Value, valuesAfterWords } from './values.ts';

export interface CommandModel {
  /** The words that lead to it from the program, the program's own first: `reporting profiles use`. */
  readonly path: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** In the order of the help; the help command is one of them. */
  readonly commands: readonly CommandModel[];
  /** Its own, then those of the commands above it, which it takes too. */
  readonly options: readonly OptionModel[];
  readonly operands: readonly OperandModel[];
}

export interface OptionModel {
  /** Short and long, as far as there are both; the long one is last. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Undefined for a switch. */
  readonly value: Value | undefined;
  readonly isRepeatable: boolean;
  /** Flags of what it cannot go with. */
  readonly excludes: readonly string[];
}

export interface OperandModel {
  readonly name: string;
  readonly value: Value;
  readonly isVariadic: boolean;
}

export function readProgram(program: Command): CommandModel {
  return readCommand(program, program.name(), [], []);
}

/** The program's commands and itself, each before those below it. */
export function allCommands(command: CommandModel): readonly CommandModel[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** Short and long flags that take a value, of all commands: a flag takes one everywhere, or nowhere. */
export function valueFlags(program: CommandModel): readonly string[] {
  const options = allCommands(program).flatMap((command) => command.options);
  return [...new Set(options.filter(({ value }) => value !== undefined).flatMap(({ flags }) => flags))];
}

function readCommand(
  command: Command,
  path: string,
  inherited: readonly Option[],
  siblings: readonly string[],
): CommandModel {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...inherited];
  const handedDown = [...command.options.filter(({ hidden }) => !hidden), ...inherited];
  const below = help.visibleCommands(command);
  const names = command.commands.map((each) => each.name()).filter((name) => name !== HELP);
  const model = {
    path,
    name: command.name(),
    aliases: command.aliases(),
    summary: oneLine(command.summary() || command.description()),
    commands: below.map((each) => readCommand(each, `${path} ${each.name()}`, handedDown, names)),
    options: options.map((option) => readOption(option, options)),
  };
  const values = valuesAfterWords(command.registeredArguments, path);
  if (values !== undefined) return { ...model, commands: asCommands(values, model), operands: [] };
  return {
    ...model,
    operands: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      value: operandValue(argument, path, siblings),
      // The help's further words are commands below the first.
      isVariadic: argument.variadic && command.name() !== HELP,
    })),
  };
}

/** Words on which the next operand depends, as commands: the shells then offer what each of them takes. */
function asCommands(
  values: readonly (readonly [word: string, value: Value])[],
  { path, name, options }: Pick<CommandModel, 'path' | 'name' | 'options'>,
): readonly CommandModel[] {
  return values.map(([word, value]) => ({
    path: `${path} ${word}`,
    name: word,
    aliases: [],
    summary: `${name} the default for ${word}`,
    commands: [],
    options,
    operands: [{ name: value.name, value, isVariadic: false }],
  }));
}

function readOption(option: Option, others: readonly Option[]): OptionModel {
  const excluded = others.filter((other) => conflicts(option, other) || conflicts(other, option));
  return {
    flags: flagsOf(option),
    summary: oneLine(option.description),
    value: option.required || option.optional ? optionValue(option) : undefined,
    isRepeatable: isRepeatable(option),
    excludes: excluded.flatMap(flagsOf),
  };
}

function conflicts(option: Option, other: Option): boolean {
  // Commander keeps these names, and its types leave them out.
  const { conflictsWith } = option as Option & { readonly conflictsWith: readonly string[] };
  return conflictsWith.includes(other.attributeName());
}

function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

/** The first line, in ASCII: older PowerShells read scripts in the code page of the machine. */
function oneLine(text: string): string {
  return text.split('\n', 1)[0]!.replaceAll('…', '...');
}
