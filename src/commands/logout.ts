import type { Command } from 'commander';
import { chooseProfileName } from '../config/profile.ts';
import { LOGOUT } from '../options/access-table.ts';
import { declareFlags } from '../options/declare-flags.ts';
import type { LoadServices, Services } from '../services.ts';

export function declareLogout(command: Command, load: LoadServices): void {
  declareFlags(command, LOGOUT);
  command
    .description('Removes a stored profile and its token from this machine.')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { readonly profile?: string }) => logout(options.profile, await load()));
}

const EXAMPLES = `
Examples:
  $ reporting logout
  $ reporting logout --profile acme`;

async function logout(named: string | undefined, services: Services): Promise<void> {
  const { name } = chooseProfileName(named, services.env, await services.openProfiles());
  await (await import('./run-profiles.ts')).removeProfiles([name], services);
}
