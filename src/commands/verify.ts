import { anyText, offering } from '../config/value-types.ts';
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that checks a dataset offline. */
export function declareVerify(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Compares every file of a dataset with its record, without a request. It prints one line for each fault, and nothing if ' +
        'there is none. Exit code 10 means faults.',
    )
    .addArgument(new Operand('<directory>', 'directory of the dataset', offering('dataset', anyText)))
    .examples(['verify sales', 'verify sales && rclone sync sales remote:sales'])
    .action(async (directory: string) =>
      (await import('../sync/verify-dataset.ts')).verifyDataset(directory, await load()),
    );
}
