import type { Shell } from '../completion/scripts.ts';
import { oneOf } from '../config/value-types.ts';
import { ReportingError } from '../core/errors.ts';
import { examples, text } from '../help/blocks.ts';
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareCompletion(command: ReportingCommand, load: LoadServices): void {
  command
    .description('Prints a script that completes commands, options, values, profiles and file names with Tab.')
    .usage('[options] <shell>')
    .addArgument(new Operand('[shell]', 'shell that runs the script', oneOf(SHELL_NAMES)))
    .closing(...NOTES)
    .action(async (named: Shell = rejectMissingShell()) => {
      const { completionScript } = await import('../completion/scripts.ts');
      return (await load()).print(completionScript(named, command.parent!));
    });
}

const SHELL_NAMES: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

const NOTES = [
  text(
    'The examples write each script where the shell looks for it: bash with the package bash-completion, zsh with ' +
      'fpath=(~/.zfunc $fpath) before compinit in ~/.zshrc. After an update, write the script again. In PowerShell, the startup ' +
      'file runs `reporting completion powershell | Out-String | Invoke-Expression`.',
  ),
  examples(
    `mkdir -p ~/.local/share/bash-completion/completions && \\
    reporting completion bash \\
    > ~/.local/share/bash-completion/completions/reporting`,
    'mkdir -p ~/.zfunc && reporting completion zsh > ~/.zfunc/_reporting',
    `mkdir -p ~/.config/fish/completions && \\
    reporting completion fish \\
    > ~/.config/fish/completions/reporting.fish`,
  ),
];

function rejectMissingShell(): never {
  throw new ReportingError('E-command-line', `completion needs a shell: ${SHELL_NAMES.join(', ')}`, {
    hint: 'for example: reporting completion bash',
  });
}
