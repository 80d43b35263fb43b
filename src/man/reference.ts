/** The model of the program from `completion/`, arranged for the man page and the reference page. */

import { allCommands, type CommandModel, type OptionModel, readProgram } from '../completion/model.ts';
import { createProgram } from '../program.ts';

interface Reference {
  readonly program: CommandReference;
  /** All commands except the program itself, in the order of the help. */
  readonly commands: readonly CommandReference[];
}

/** A command, with its options in groups. */
export interface CommandReference {
  readonly command: CommandModel;
  /** The command's own options. Only the program has --help here. */
  readonly groups: readonly OptionGroup[];
}

/** Options under one heading. */
export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly OptionModel[];
  /** Path of the first command with the same group; undefined for that command itself. */
  readonly sameAs: string | undefined;
}

export async function readReference(): Promise<Reference> {
  const program = readProgram(
    await createProgram(() => Promise.reject(new Error('no command runs')), {
      context: { stdout: { columns: 80, write: () => undefined }, stderr: process.stderr },
      onHelp: () => undefined,
      onErrorHelp: () => undefined,
      onOptions: () => undefined,
    }),
  );
  const seen = new Map<string, string>();
  const [first, ...others] = allCommands(program).map((command) => ({
    command,
    groups: readGroups(command, program, seen),
  }));
  return { program: first!, commands: others };
}

/** The option groups of a command. Adds each new group to `seen`, with the command's path as its value. */
function readGroups(command: CommandModel, program: CommandModel, seen: Map<string, string>): readonly OptionGroup[] {
  // Every command has --help. The program's section documents it.
  const isCommon = ({ flags }: OptionModel): boolean => flags.includes('--help') && command !== program;
  const options = command.options.filter((option) => !option.isInherited && !isCommon(option));
  const headings = [...new Set(options.map(({ group }) => group))];
  return headings.map((heading) => {
    const members = options.filter(({ group }) => group === heading);
    const content = JSON.stringify([heading, members.map(({ spelling, description }) => [spelling, description])]);
    const sameAs = seen.get(content);
    if (sameAs === undefined) seen.set(content, command.path);
    return { heading, options: members, sameAs };
  });
}
