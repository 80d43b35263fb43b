import type { CredentialChoice } from '../../config/credentials.ts';
import { countOf } from '../../core/count.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { DEFAULT_PROFILE } from '../../profiles/profile.ts';
import type { DoctorOptions } from '../doctor.ts';
import type { Ports } from '../ports.ts';
import { sandboxOptions } from '../sandbox-options.ts';
import { type Checkup, createCheckup } from './checkup.ts';
import { examine } from './examine.ts';
import { findingsJson, showFinding } from './show.ts';

/** Makes all checks, shows each as it comes, and throws the first that failed. */
export async function runDoctor(options: DoctorOptions, ports: Ports): Promise<void> {
  const isJson = options.format === 'json';
  const checkup = createCheckup(async (finding) => {
    if (!isJson) await ports.print(await showFinding(finding, ports));
  });
  const sandbox = options.sandbox === true ? await ports.startSandbox(sandboxOptions({})) : undefined;
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
  // The finding has them.
  const { attempts: _attempts, elapsedMs: _elapsedMs, ...facts } = error.facts;
  const which = failures.map((each) => each.name).join(', ');
  throw new ReportingError(
    error.kind,
    `${failures.length} of ${countOf(findings.length, 'check')} failed: ${which}`,
    facts,
  );
}
