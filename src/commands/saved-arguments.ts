/**
 * The arguments of saved reports. Commander reads them, so a check sees the options that a run would have, however they are
 * spelled in a file that nobody has checked.
 */

import { ReportingError } from '../core/errors.ts';
import { shellWord, toVisibleText } from '../core/text.ts';
import type { Flag, TypedOption } from '../options/flag.ts';

/** An option in the arguments of a command. */
export interface ReadOption extends TypedOption {
  /** Its entry in the table; undefined for `--no-…` of an option with both. */
  readonly entry: Flag | undefined;
}

/** The arguments of a command, as commander reads them. */
export interface ReadArguments {
  readonly options: readonly ReadOption[];
  readonly operands: readonly string[];
}

/** Reads and runs arguments as if the user had typed them. */
export interface CommandLines {
  /** The names of commands and help topics, which saved reports cannot have. */
  readonly takenNames: readonly string[];
  /** Reads arguments without running them. Throws a usage error if they are wrong, or name no command that can be saved. */
  read(args: readonly string[]): Promise<ReadArguments>;
  run(args: readonly string[]): Promise<unknown>;
}

/** Throws a usage error for an option that could run a program or send the token elsewhere. */
export function assertSafe({ options }: ReadArguments): void {
  const unsafe = options.find(({ entry }) => entry?.isUnsafe === true);
  if (unsafe === undefined) return;
  throw new ReportingError('E-saved-report', `a saved report cannot have ${unsafe.flag}`, {
    hint: 'only a profile says where a token comes from and goes: store one with `reporting login`, and save --profile',
  });
}

/**
 * The arguments of `command` with the saved options, except those that a later option replaces: the same one, all its values
 * included, and one that cannot be combined with it. The later arguments stay as typed.
 */
export function mergeArguments(
  command: string,
  saved: ReadArguments,
  later: { readonly options: readonly ReadOption[]; readonly args: readonly string[] },
): readonly string[] {
  const kept = saved.options.filter((each) => !later.options.some((other) => replaces(other, each)));
  return [command, ...saved.operands, ...kept.flatMap(wordsOf), ...later.args];
}

function replaces(later: ReadOption, saved: ReadOption): boolean {
  return (
    later.name === saved.name ||
    later.entry?.excludes?.includes(saved.name) === true ||
    saved.entry?.excludes?.includes(later.name) === true
  );
}

/** The option as arguments. A value that begins with a hyphen is joined to it. */
export function wordsOf({ flag, value }: TypedOption): readonly string[] {
  if (value === undefined) return [flag];
  return value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];
}

/** The command line for people, as a shell would take it. */
export function showArguments(args: readonly string[]): string {
  return toVisibleText(['reporting', ...args].map(shellWord).join(' '));
}
