import { type Command, Option } from 'commander';
import { countOf } from '../core/count.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { DEFAULT_PROFILE } from '../profiles/profile.ts';
import {
  addCredentialOptions,
  CREDENTIAL_KEYS,
  type CredentialChoice,
  type CredentialOptions,
} from './credential-options.ts';
import { type Checkup, createCheckup } from './doctor/checkup.ts';
import { examine } from './doctor/examine.ts';
import { findingsJson, showFinding } from './doctor/show.ts';
import { seconds } from './option-values.ts';
import type { Ports } from './ports.ts';

interface DoctorOptions extends CredentialOptions {
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
        'disk, network, TLS, proxy, clock, and what the service answers to two requests. It changes nothing.',
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
    .action((options: DoctorOptions) => doctor(options, ports));
}

const EXAMPLES = `
The exit code is 0 if no check failed, and otherwise that of the first that did,
as a report would end for the same reason.

Examples:
  $ reporting doctor
  $ reporting doctor --profile acme --timeout 30
  $ reporting doctor --format json | jq '.checks[] | select(.status != "ok")'`;

async function doctor(options: DoctorOptions, ports: Ports): Promise<void> {
  const isJson = options.format === 'json';
  const checkup = createCheckup(async (finding) => {
    if (!isJson) await ports.print(showFinding(finding, ports));
  });
  const sandbox =
    options.sandbox === true
      ? await ports.startSandbox({ seed: 1, latencyMs: 0, faults: [], domainDates: false, port: 0 })
      : undefined;
  try {
    await examine({ ...options, embedded: sandbox && choiceOf(sandbox.credentials) }, ports, checkup);
  } finally {
    await sandbox?.close();
  }
  if (isJson) await ports.print(findingsJson(checkup.findings, ports));
  conclude(checkup, ports);
}

function choiceOf(credentials: {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly token: string;
}): CredentialChoice {
  const sourced = (value: string) => ({ value, source: '--sandbox' });
  return {
    baseUrl: sourced(credentials.baseUrl),
    clientId: sourced(credentials.clientId),
    token: sourced(credentials.token),
    profileName: DEFAULT_PROFILE,
    profile: undefined,
  };
}

/** Throws in the name of the first failure: the later ones may follow from it. */
function conclude({ findings, failures }: Checkup, { messages }: Ports): void {
  const [first] = failures;
  if (first === undefined) {
    const warnings = findings.filter(({ status }) => status === 'warning').length;
    messages.summary(`No check failed${warnings === 0 ? '' : `, ${countOf(warnings, 'warning')}`}.`);
    return;
  }
  const { error } = first;
  const which = failures.map((each) => each.name).join(', ');
  throw new ReportingError(
    error.kind,
    `${failures.length} of ${countOf(findings.length, 'check')} failed: ${which}`,
    error.facts,
  );
}
