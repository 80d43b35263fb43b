/** The options of the table as commander's declarations, and the tree of commands as errors, help, completion and the man page read it. */

import { Argument, type Command, Option } from 'commander';
import { type Offer, reject, type ValueType } from '../config/value-types.ts';
import type { Flag, TypedOption } from './flag.ts';

/** An option of commander that keeps its entry in the table, for completion. */
export class FlagOption extends Option {
  readonly entry: Flag;

  constructor(entry: Flag) {
    super(entry.flags, entry.help);
    this.entry = entry;
    const { value, excludes, default: fallback, shownDefault } = entry;
    if (value !== undefined) this.argParser((text, earlier) => this.parse(value, text, earlier));
    if (value?.choices !== undefined) this.argChoices = [...value.choices];
    if (excludes !== undefined) this.conflicts([...excludes]);
    if (fallback !== undefined || shownDefault !== undefined) this.default(fallback, shownDefault);
  }

  /** Commander takes an option for the value of the one before it, whose value is missing. */
  private parse(value: NonNullable<Flag['value']>, text: string, earlier: unknown): unknown {
    return /^--[a-z]/.test(text) ? reject(this.long!, text, 'a value') : value.parse(text, this.long!, earlier);
  }
}

/** An argument with its kind of value. */
export class Operand extends Argument {
  readonly offers: Offer;

  constructor(name: string, help: string, { parse, offers, choices }: ValueType<unknown>) {
    super(name, help);
    this.offers = offers;
    this.argParser((text, earlier: unknown) => parse(text, this.name(), earlier));
    if (choices !== undefined) this.argChoices = [...choices];
  }
}

/** A list that receives each option of `command` as typed while commander parses the command line. All must be declared already. */
export function recordTypedOptions(command: Command): readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      typed.push({ name: option.attributeName(), flag: option.long!, value: value ?? undefined });
    });
  }
  return typed;
}

/** The words of a command: `reporting config set`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

export function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

/** The command itself, with its arguments, options and subcommands. */
export function declared(command: Command): Command {
  command.declare?.();
  return command;
}

/** The subcommands that help shows. */
export function commandsBelow(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command).map(declared);
}

/** The subcommand with this name, also if help does not show it. */
export function commandNamed(name: string, parent: Command): Command | undefined {
  const found = parent.commands.find((each) => each.name() === name);
  return found && declared(found);
}

/** A command and all its subcommands, each parent before its children. */
export function allCommands(command: Command): readonly Command[] {
  return [command, ...commandsBelow(command).flatMap(allCommands)];
}

/** The options of a command and of its parents, which it accepts too. */
export function optionsOf({ options, parent }: Command): readonly Option[] {
  return parent === null ? options : [...options, ...optionsOf(parent)];
}

export function hasOption(command: Command, flag: string): boolean {
  return optionsOf(command).some(({ long }) => long === flag);
}

/** What shells offer for the value of an option or an argument; undefined for an option without a value. */
export function offerFor(taken: Option | Argument): Offer | undefined {
  if (taken instanceof FlagOption) return taken.entry.value?.offers;
  return taken instanceof Operand ? taken.offers : undefined;
}

/** The short flag of an option, if there is one, and then the long flag. */
export function flagsOf({ short, long }: Option): readonly string[] {
  return [short, long].filter((flag) => flag !== undefined);
}
