import { type Command, Option } from 'commander';
import { DEFAULT_PROFILE } from '../config/profile.ts';
import type { CredentialChoice } from '../config/resolve-credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { CheckRunner } from '../doctor/check-runner.ts';
import type { Services } from '../services.ts';
import {
  addCredentialOptions,
  CREDENTIAL_KEYS,
  type CredentialOptions,
} from './options/credential-options.ts';
import { seconds } from './options/option-values.ts';
import { sandboxOptions } from './options/sandbox-options.ts';

interface DoctorOptions extends CredentialOptions {
  readonly sandbox?: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly format: 'text' | 'json';
}

interface GlobalOptions {
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

export function addDoctorCommand(program: Command, services: Services): void {
  const command = program
    .command('doctor')
    .summary('check everything between you and a report')
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
    .action((options: DoctorOptions, own: Command) => {
      const { verbose, debug } = own.optsWithGlobals<GlobalOptions>();
      return runDoctor(options, verbose === true || debug === true, services);
    });
}

const EXAMPLES = `
The exit code is 0 if no check failed. Otherwise it is the exit code of a report
that fails for the reason of the first failed check. --verbose shows each check.

Examples:
  $ reporting doctor
  $ reporting doctor --profile acme --timeout 30
  $ reporting doctor --sandbox --format json > doctor.json`;

/** Runs all checks, shows their results, and throws if a check failed. */
async function runDoctor(options: DoctorOptions, showsEach: boolean, services: Services): Promise<void> {
  const [{ createCheckRunner }, { runChecks }, { createFindingsList, createFindingsSummary, findingsJson }] =
    await Promise.all([
      import('../doctor/check-runner.ts'),
      import('../doctor/run-checks.ts'),
      import('../doctor/show-checks.ts'),
    ]);
  const isJson = options.format === 'json';
  const text = showsEach ? createFindingsList(services) : createFindingsSummary(services);
  const runner = createCheckRunner(async (finding) => {
    if (!isJson) await services.print(await text.add(finding));
  });
  const sandbox = options.sandbox === true ? await services.startSandbox(sandboxOptions({})) : undefined;
  try {
    await runChecks({ ...options, embedded: sandbox && choiceOf(sandbox.credentials) }, services, runner);
  } finally {
    await sandbox?.close();
  }
  await services.print(isJson ? findingsJson(runner.findings, services) : await text.end());
  reportOutcome(runner, services);
}

function choiceOf(credentials: {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly token: string;
}): CredentialChoice {
  const found = (value: string) => ({ value, source: '--sandbox' });
  return {
    baseUrl: found(credentials.baseUrl),
    clientId: found(credentials.clientId),
    token: found(credentials.token),
    profileName: DEFAULT_PROFILE,
    profile: undefined,
  };
}

/** Throws an error with the exit code and the facts of the first failure: later ones may follow from it. */
function reportOutcome({ findings, failures }: CheckRunner, { messages }: Services): void {
  const [first] = failures;
  if (first === undefined) {
    const warnings = findings.filter(({ status }) => status === 'warning').length;
    messages.summary(`No check failed${warnings === 0 ? '' : `, ${countOf(warnings, 'warning')}`}.`);
    return;
  }
  const { error } = first;
  // The finding shows these.
  const { attempts: _attempts, elapsedMs: _elapsedMs, ...facts } = error.facts;
  const which = failures.map((each) => each.name).join(', ');
  throw new ReportingError(
    error.kind,
    `${failures.length} of ${countOf(findings.length, 'check')} failed: ${which}`,
    facts,
  );
}
