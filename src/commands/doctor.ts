import { type Command, Option } from 'commander';
import type { LoadServices } from '../services.ts';
import { addCredentialOptions, CREDENTIAL_KEYS } from './options/credential-options.ts';
import { seconds } from './options/option-values.ts';
import type { DoctorOptions } from './run-doctor.ts';

interface GlobalOptions {
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

export function declareDoctor(command: Command, load: LoadServices): void {
  command
    .description(
      'Checks everything between you and a report, in order, and says what to do: configuration, credentials, ' +
        'disk, network, TLS, proxy, clock, and the responses of the service, as JSON and as CSV, to two or three ' +
        'requests. It changes nothing.',
    )
    .addOption(new Option('-f, --format <name>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--timeout <seconds>', 'seconds to wait in each step')
        .argParser(seconds('timeoutMs'))
        .default(10_000, '10'),
    );
  addCredentialOptions(command)
    .optionsGroup('Without an account:')
    .addOption(new Option('--sandbox', 'check against the embedded sandbox').conflicts(CREDENTIAL_KEYS))
    .addHelpText('after', EXAMPLES)
    .action(async (options: DoctorOptions, own: Command) => {
      const { verbose, debug } = own.optsWithGlobals<GlobalOptions>();
      const { runDoctor } = await import('./run-doctor.ts');
      return runDoctor(options, verbose === true || debug === true, await load());
    });
}

const EXAMPLES = `
The exit code is 0 if no check failed. Otherwise it is the exit code of a report
that fails for the reason of the first failed check. --verbose shows each check.

Examples:
  $ reporting doctor
  $ reporting doctor --profile acme --timeout 30
  $ reporting doctor --sandbox --format json > doctor.json`;
