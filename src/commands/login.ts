import type { Command } from 'commander';
import { LOGIN, type LoginOptions } from '../options/access-table.ts';
import { declareFlags } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';

export function declareLogin(command: Command, load: LoadServices): void {
  command.description(
    'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
      'Without a terminal, name all three. Nothing is stored if the service refuses them.',
  );
  declareFlags(command, LOGIN);
  command
    .addHelpText('after', EXAMPLES)
    .action(async (options: LoginOptions) =>
      (await import('./run-login.ts')).runLogin(options, await load()),
    );
}

const EXAMPLES = `
Examples:
  $ reporting login
  $ reporting login --profile acme \\
      --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
      --token-stdin < token.txt`;
