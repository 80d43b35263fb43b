import type { Command } from 'commander';
import { WHOAMI, type WhoamiOptions } from '../options/access-table.ts';
import { declareFlags } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';

export function declareWhoami(command: Command, load: LoadServices): void {
  command.description(
    'Shows the credentials, time zone and end date setting that a report would use, and the source of each. It shows the last four characters of the token. It also shows stored date columns and ignored members.',
  );
  declareFlags(command, WHOAMI);
  command
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
