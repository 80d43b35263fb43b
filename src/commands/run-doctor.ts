import type { Credentials } from '../api/credentials.ts';
import { DEFAULT_PROFILE } from '../config/profile.ts';
import type { CredentialChoice } from '../config/resolve-credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { type CheckRunner, createCheckRunner, findingsJson, showFinding, summaryOf } from '../doctor/check-runner.ts';
import { type DoctorServices, runChecks } from '../doctor/run-checks.ts';
import type { CommonOptions, DoctorOptions } from '../options/access-table.ts';
import { readSandboxVariable, sandboxOptions } from '../plan/sandbox-options.ts';
import type { Uses } from '../services.ts';

/** Runs all checks, shows their results, and throws if a check failed. */
export async function runDoctor(
  options: DoctorOptions & CommonOptions,
  services: DoctorServices & Uses<'print' | 'startSandbox' | 'stdout'>,
): Promise<void> {
  const showsEach = options.verbose !== undefined;
  const isJson = options.format === 'json';
  const runner = createCheckRunner(async (finding) => {
    const isShown = showsEach || finding.status === 'warning' || finding.status === 'failure';
    if (isShown && !isJson) await services.print(showFinding(finding, services));
  });
  const sandbox =
    options.sandbox === true
      ? await services.startSandbox(sandboxOptions(readSandboxVariable(services.env)))
      : undefined;
  try {
    if (sandbox !== undefined) services.messages.hide(sandbox.credentials.token);
    await runChecks({ ...options, embedded: sandbox && choiceOf(sandbox.credentials) }, services, runner);
  } finally {
    await sandbox?.close();
  }
  const rest = showsEach ? [] : summaryOf(runner.findings).map((finding) => showFinding(finding, services));
  await services.print(isJson ? findingsJson(runner.findings, services) : rest.join(''));
  reportOutcome(runner, services);
}

function choiceOf(credentials: Credentials): CredentialChoice {
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
function reportOutcome({ findings, failures }: CheckRunner, { messages }: Uses<'messages'>): void {
  const [first] = failures;
  if (first === undefined) {
    const warnings = findings.filter(({ status }) => status === 'warning').length;
    messages.summary(`No check failed${warnings === 0 ? '' : `, ${countOf(warnings, 'warning')}`}.`);
    return;
  }
  const { error } = first;
  // The finding shows these, and the hint.
  const { attempts: _attempts, elapsedMs: _elapsedMs, ...facts } = error.facts;
  const which = failures.map((each) => each.name).join(', ');
  throw new ReportingError(error.code, `${failures.length} of ${countOf(findings.length, 'check')} failed: ${which}`, {
    ...facts,
    hint: null,
  });
}
