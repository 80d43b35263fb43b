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
    .action(async (named: Shell | undefined) => {
      await ports.print(await completionScript(named ?? failWithout(ports), program));
    });
}

const EXAMPLES = `
Nothing that is typed is evaluated, and the tool itself is started for the names
of profiles only. Write the file again after an update.

Examples:
  bash, with the package bash-completion:
  $ mkdir -p ~/.local/share/bash-completion/completions
  $ reporting completion bash > ~/.local/share/bash-completion/completions/reporting
  bash without it, in ~/.bashrc:
    source <(reporting completion bash)
  zsh, which looks for it in ~/.zfunc if ~/.zshrc says so before compinit:
  $ mkdir -p ~/.zfunc
  $ reporting completion zsh > ~/.zfunc/_reporting
    fpath=(~/.zfunc $fpath)
    autoload -Uz compinit && compinit
  fish:
  $ mkdir -p ~/.config/fish/completions
  $ reporting completion fish > ~/.config/fish/completions/reporting.fish
  PowerShell, in the file that $PROFILE names:
    reporting completion powershell | Out-String | Invoke-Expression`;

function parseShell(text: string): Shell {
  const known = SHELL_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  const meant = nearest(text, SHELL_NAMES);
  throw new ReportingError('usage', `there is no completion for the shell ${JSON.stringify(text)}`, {
    hint: `${meant === undefined ? '' : `did you mean ${meant}? `}there is one for ${SHELL_NAMES.join(', ')}`,
  });
}

/** Without a shell: the one that the user has logged in with is what he most likely wants. */
function failWithout({ env }: Ports): never {
  const own = SHELL_NAMES.find((name) => env.SHELL?.endsWith(`/${name}`)) ?? 'bash';
  throw new ReportingError('usage', `completion takes a shell: ${SHELL_NAMES.join(', ')}`, {
    hint: `for example: reporting completion ${own}`,
  });
}
