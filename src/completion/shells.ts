import type { Command } from 'commander';
import type { CommandModel } from './model.ts';

/** Every shell, in the order that help lists them, and what makes its script. */
export const SHELLS = {
  bash: async () => (await import('./bash.ts')).bashScript,
  zsh: async () => (await import('./zsh.ts')).zshScript,
  fish: async () => (await import('./fish.ts')).fishScript,
  powershell: async () => (await import('./powershell.ts')).powershellScript,
} as const satisfies Record<string, () => Promise<(program: CommandModel) => string>>;

export type Shell = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];

/** The script that completes the command lines of `program` in a shell; it ends with a line feed. */
export async function completionScript(shell: Shell, program: Command): Promise<string> {
  const { readProgram } = await import('./model.ts');
  const createScript = await SHELLS[shell]();
  return createScript(readProgram(program));
}
