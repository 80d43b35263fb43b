import type { Command } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { checkProfileName, chooseProfileName } from '../profiles/profile.ts';
import type { Ports } from './ports.ts';

export function addLogoutCommand(program: Command, ports: Ports): void {
  program
    .command('logout')
    .summary('remove a stored profile')
    .description('Removes a stored profile, and the token in it, from this machine.')
    .option(
      '--profile <name>',
      'profile to remove (default: REPORTING_PROFILE, the one in use, "default")',
      checkProfileName,
    )
    .addHelpText('after', EXAMPLES)
    .action((options: { readonly profile?: string }) => logout(options.profile, ports));
}

const EXAMPLES = `
Examples:
  $ reporting logout
  $ reporting logout --profile acme`;

async function logout(named: string | undefined, { env, messages, openProfiles }: Ports): Promise<void> {
  const profiles = await openProfiles();
  const { name } = chooseProfileName(named, env, profiles);
  if (!(await profiles.remove(name))) {
    const names = profiles.names();
    throw new ReportingError('auth', `there is no profile ${JSON.stringify(name)} in ${profiles.file}`, {
      hint: names.length === 0 ? undefined : `stored are: ${names.join(', ')}`,
    });
  }
  messages.summary(`Removed profile ${name} from ${profiles.file}.`);
}
