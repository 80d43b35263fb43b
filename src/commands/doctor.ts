import type { Command } from 'commander';
import { text } from '../help/blocks.ts';
import { type CommonOptions, DOCTOR, type DoctorOptions } from '../options/access-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareDoctor(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Checks everything between you and a report, in order, and says what to do: configuration, credentials, ' +
        'disk, network, TLS, proxy, clock, and the responses of the service to two or three requests. It changes nothing.',
    )
    .flags(DOCTOR)
    .examples(['doctor', 'doctor --profile acme --timeout 30', 'doctor --sandbox --format json > doctor.json'], NOTES)
    .action(async (options: DoctorOptions, own: Command) => {
      const { verbose } = own.optsWithGlobals<CommonOptions>();
      const { runDoctor } = await import('./run-doctor.ts');
      return runDoctor(options, verbose !== undefined, await load());
    });
}

const NOTES = text(
  'The exit code is that of a report that fails as the first failed check does. --verbose shows each check.',
);
