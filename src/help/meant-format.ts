import type { Command } from 'commander';
import { likelyFormat, type NamedFormats } from '../formats/likely-format.ts';
import { findOption, readCommandLine } from './command-line.ts';

/** The format that a command line which cannot be parsed names; for a report, that of its file or the environment too. */
export function meantFormat(
  program: Command,
  argv: readonly string[],
  named: NamedFormats,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { command } = readCommandLine(program, argv);
  const isReport = command !== program && findOption(command, 'output') !== undefined;
  return isReport ? likelyFormat(named, env) : named.format;
}
