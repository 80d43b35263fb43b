import { type Command, Option } from 'commander';
import type { LoadServices } from '../services.ts';
import { addCredentialOptions } from './options/credential-options.ts';
import type { WhoamiOptions } from './run-whoami.ts';

export function declareWhoami(command: Command, load: LoadServices): void {
  command
    .description(
      'Shows the credentials, time zone and end date setting that a report would use, and the source of each. It shows the last four characters of the token. It also shows stored date columns and ignored members.',
    )
    .option('--check', 'check the credentials against the service')
    .addOption(new Option('-f, --format <name>', 'output format').choices(['text', 'json']).default('text'));
  addCredentialOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: WhoamiOptions) =>
      (await import('./run-whoami.ts')).runWhoami(options, await load()),
    );
}

const EXAMPLES = `
Examples:
  $ reporting whoami
  $ reporting whoami --check
  $ reporting whoami --profile acme --format json`;
