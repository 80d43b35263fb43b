import type { Command } from 'commander';
import type { CommandModel } from './model.ts';

interface ShellEntry {
  /** The script's name in `completions/`. */
  readonly file: string;
  /** Loads the function that makes the script. */
  readonly load: () => Promise<(program: CommandModel) => string>;
}

/** The shells in the order of the help. */
export const SHELLS = {
  bash: { file: 'reporting.bash', load: async () => (await import('./bash.ts')).bashScript },
  zsh: { file: '_reporting', load: async () => (await import('./zsh.ts')).zshScript },
  fish: { file: 'reporting.fish', load: async () => (await import('./fish.ts')).fishScript },
  powershell: {
    file: 'reporting.ps1',
    load: async () => (await import('./powershell.ts')).powershellScript,
  },
} as const satisfies Record<string, ShellEntry>;

export type Shell = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];

/** The completion script of `program` for a shell. Ends with a line feed. */
export async function completionScript(shell: Shell, program: Command): Promise<string> {
  const { readProgram } = await import('./model.ts');
  const createScript = await SHELLS[shell].load();
  return createScript(readProgram(program));
}
