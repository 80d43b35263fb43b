import { type Command, Option } from 'commander';
import { addCredentialOptions, CREDENTIAL_KEYS, type CredentialOptions } from './credential-options.ts';
import { seconds } from './option-values.ts';
import type { Ports } from './ports.ts';

export interface DoctorOptions extends CredentialOptions {
  readonly sandbox?: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly format: 'text' | 'json';
}

export function addDoctorCommand(program: Command, ports: Ports): void {
  const command = program
    .command('doctor')
    .summary('check everything between you and a report')
    .description(
      'Checks everything between you and a report, in order, and says what to do: configuration, credentials, ' +
        'disk, network, TLS, proxy, clock, and what the service answers to two requests, or three. It changes nothing.',
    )
    .addOption(new Option('-f, --format <name>', 'text, json').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--timeout <seconds>', 'longest wait of each step')
        .argParser(seconds('--timeout'))
        .default(10_000, '10'),
    );
  addCredentialOptions(command)
    .optionsGroup('Without an account:')
    .addOption(new Option('--sandbox', 'check against an embedded service').conflicts(CREDENTIAL_KEYS))
    .addHelpText('after', EXAMPLES)
    .action(async (options: DoctorOptions) =>
      (await import('./doctor/run-doctor.ts')).runDoctor(options, ports),
    );
}

const EXAMPLES = `
The exit code is 0 if no check failed, and otherwise that of the first that did,
as a report would end for the same reason.

Examples:
  $ reporting doctor
  $ reporting doctor --profile acme --timeout 30
  $ reporting doctor --sandbox --format json > doctor.json`;
