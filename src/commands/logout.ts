import type { Command } from 'commander';
import { checkProfileName, chooseProfileName } from '../config/profile.ts';
import { ReportingError } from '../core/errors.ts';
import type { LoadServices, Services } from '../services.ts';
import { PROFILE_DEFAULT } from './options/credential-options.ts';

export function declareLogout(command: Command, load: LoadServices): void {
  command
    .description('Removes a stored profile and its token from this machine.')
    .option('--profile <name>', `profile to remove ${PROFILE_DEFAULT}`, checkProfileName)
    .addHelpText('after', EXAMPLES)
    .action(async (options: { readonly profile?: string }) => logout(options.profile, await load()));
}

const EXAMPLES = `
Examples:
  $ reporting logout
  $ reporting logout --profile acme`;

async function logout(named: string | undefined, { env, messages, openProfiles }: Services): Promise<void> {
  const profiles = await openProfiles();
  const { name } = chooseProfileName(named, env, profiles);
  if (!(await profiles.remove(name))) {
    const names = profiles.names();
    throw new ReportingError('auth', `unknown profile ${JSON.stringify(name)} in ${profiles.file}`, {
      hint: names.length === 0 ? undefined : `stored profiles: ${names.join(', ')}`,
    });
  }
  messages.summary(`Removed profile ${name} from ${profiles.file}.`);
}
