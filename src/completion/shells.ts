import type { Command } from 'commander';
import type { CommandModel } from './model.ts';

/** The shells in the order of the help, each with the function that makes its script. */
const SHELLS = {
  bash: async () => (await import('./bash.ts')).bashScript,
  zsh: async () => (await import('./zsh.ts')).zshScript,
  fish: async () => (await import('./fish.ts')).fishScript,
  powershell: async () => (await import('./powershell.ts')).powershellScript,
} as const satisfies Record<string, () => Promise<(program: CommandModel) => string>>;

export type Shell = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];

/** The completion script of `program` for a shell. Ends with a line feed. */
export async function completionScript(shell: Shell, program: Command): Promise<string> {
  const { readProgram } = await import('./model.ts');
  const createScript = await SHELLS[shell]();
  return createScript(readProgram(program));
}
