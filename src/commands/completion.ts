import { Argument, type Command } from 'commander';
import { completionScript, SHELL_NAMES, type Shell } from '../completion/shells.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Ports } from './ports.ts';

export function addCompletionCommand(program: Command, ports: Ports): void {
  const shell = new Argument('[shell]', SHELL_NAMES.join(', ')).choices(SHELL_NAMES).argParser(parseShell);
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description(
      'Prints the script with which Tab completes commands, options, their values, and the names of profiles.',
    )
    .usage('[options] <shell>')
    .addArgument(shell)
    .addHelpText('after', EXAMPLES)
    .action(async (named: Shell | undefined) => {
      await ports.print(await completionScript(named ?? failWithout(ports), program));
    });
}

const EXAMPLES = `
Examples, one for each shell:
`;

function parseShell(text: string): Shell {
  const known = SHELL_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  const meant = nearest(text, SHELL_NAMES);
  throw new ReportingError('usage', `there is no completion for ${JSON.stringify(text)}`, {
    hint: `${meant === undefined ? '' : `did you mean ${meant}? `}it is made for ${SHELL_NAMES.join(', ')}`,
  });
}

/** Without a shell: the one that the user has logged in with is what he most likely wants. */
function failWithout({ env }: Ports): never {
  const own = SHELL_NAMES.find((name) => env.SHELL?.endsWith(`/${name}`)) ?? 'bash';
  throw new ReportingError('usage', `completion takes a shell: ${SHELL_NAMES.join(', ')}`, {
    hint: `for example: reporting completion ${own}`,
  });
}
