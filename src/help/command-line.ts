/** A command line that could not be parsed, as far as it can be read: for what is said of it. */

import type { Command, Option } from 'commander';

export interface CommandLine {
  /** The innermost command that it names; the program, if it names none. */
  readonly command: Command;
  /** What stands behind the command, and is neither an option nor its value. */
  readonly words: readonly string[];
  readonly argv: readonly string[];
}

export function readCommandLine(program: Command, argv: readonly string[]): CommandLine {
  let command = program;
  const words: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index]!;
    if (argument === '--') {
      words.push(...argv.slice(index + 1));
      break;
    }
    if (argument.length > 1 && argument.startsWith('-')) {
      if (optionsOf(command).find(({ short, long }) => argument === short || argument === long)?.required)
        index++;
      continue;
    }
    const below = words.length === 0 ? findCommand(command, argument) : undefined;
    if (below === undefined) words.push(argument);
    else command = below;
  }
  return { command, words, argv };
}

export function findCommand(command: Command, name: string): Command | undefined {
  return command.commands.find((each) => each.name() === name || each.aliases().includes(name));
}

/** How a command is typed: `reporting revenue`. */
export function spellCommand(command: Command): string {
  return command.parent === null ? command.name() : `${spellCommand(command.parent)} ${command.name()}`;
}

/**
 * The options that a command takes: its own, those of the commands that it belongs to, and those of the commands below it, one
 * of which may run where none is named.
 */
export function optionsOf(command: Command): readonly Option[] {
  const below = command.parent === null ? [] : command.commands.flatMap((each) => each.options);
  return [...below, ...optionsFromAbove(command)];
}

function optionsFromAbove(command: Command): readonly Option[] {
  return command.parent === null
    ? command.options
    : [...command.options, ...optionsFromAbove(command.parent)];
}

/** An option that a command takes, by its long name without the hyphens: `from`, `no-color`. */
export function findOption(command: Command, name: string): Option | undefined {
  return optionsOf(command).find((option) => option.long === `--${name}`);
}

/** Every command of the program that has others below it or does something, in the order of its help. */
export function allCommands(program: Command): readonly Command[] {
  return program.commands.flatMap((each) => [each, ...allCommands(each)]);
}
