import { Argument, type Command } from 'commander';
import { completionScript, SHELL_NAMES, type Shell } from '../completion/shells.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Ports } from './ports.ts';

export function addCompletionCommand(program: Command, ports: Ports): void {
  const shell = new Argument('[shell]', 'whose script to print').choices(SHELL_NAMES).argParser(parseShell);
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description(
      'Prints the script with which Tab completes commands, options, their values, profiles and names of files.',
    )
    .usage('[options] <shell>')
    .addArgument(shell)
    .addHelpText('after', EXAMPLES)
    .action(async (named: Shell | undefined) =>
      ports.print(await completionScript(named ?? failWithout(), program)),
    );
}

const EXAMPLES = `
The scripts evaluate nothing that is typed, and start the tool itself for the
names of profiles only. The examples write them where the shell looks: bash with
the package bash-completion, zsh if ~/.zshrc has fpath=(~/.zfunc $fpath) above
compinit. After an update of the tool, write them again.

Without a file, in what the shell reads when it starts:
  bash        source <(reporting completion bash)
  zsh         source <(reporting completion zsh), below compinit
  powershell  reporting completion powershell | Out-String | Invoke-Expression

Examples:
  $ mkdir -p ~/.local/share/bash-completion/completions && \\
      reporting completion bash \\
      > ~/.local/share/bash-completion/completions/reporting
  $ mkdir -p ~/.zfunc && reporting completion zsh > ~/.zfunc/_reporting
  $ mkdir -p ~/.config/fish/completions && \\
      reporting completion fish \\
      > ~/.config/fish/completions/reporting.fish`;

function parseShell(text: string): Shell {
  const known = SHELL_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  const meant = nearest(text, SHELL_NAMES);
  throw new ReportingError('usage', `there is no completion for the shell ${JSON.stringify(text)}`, {
    hint: `${meant === undefined ? '' : `did you mean ${meant}? `}there is one for ${SHELL_NAMES.join(', ')}`,
  });
}

function failWithout(): never {
  throw new ReportingError('usage', `completion takes a shell: ${SHELL_NAMES.join(', ')}`, {
    hint: 'for example: reporting completion bash',
  });
}
