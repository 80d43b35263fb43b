/** The tree of commands, read from commander's declarations: for errors, completion, the man page and the reference page. */

import type { Argument, Command, Option } from 'commander';
import type { Offer } from '../config/value-types.ts';
import { FlagOption, Operand } from './declare-flags.ts';

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
