import type { Command } from 'commander';
import type { Services } from '../services.ts';

/** Adds the subcommand that checks a dataset offline. */
export function addVerifyCommand(program: Command, services: Services): void {
  program
    .command('verify')
    .summary('check the files of a dataset, offline')
    .description(
      'Compares every file of a dataset with its record, without a request. It prints one line for each fault, and nothing if ' +
        'there is none. Exit code 10 means faults.',
    )
    .argument('<directory>', 'directory of the dataset')
    .addHelpText('after', EXAMPLES)
    .action(async (directory: string) =>
      (await import('../sync/verify-dataset.ts')).verifyDataset(directory, services),
    );
}

const EXAMPLES = `
Examples:
  $ reporting verify sales
  $ reporting verify sales && rclone sync sales remote:sales`;
