/** Writes one file per client. A failure of one report does not affect the others, and neither does an alert. */

import type { StoredClient, StoredConfig } from '../config/load-config.ts';
import { mapConcurrent } from '../core/async.ts';
import { nameProfile, ReportingError, SeveralFailures } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { prefixed } from '../core/warnings.ts';
import type { Messages } from '../output/messages.ts';
import type { OutputTemplate } from '../plan/destination.ts';
import { countWindows, type FetchPlan, type PlannedRun } from '../plan/report-plan.ts';
import type { Services } from '../services.ts';
import { createResponseOwners } from './checks/identical-windows.ts';
import { checkReachable } from './dry-run.ts';
import { suggestResumeForAll } from './failure-hints.ts';
import { planMessages, retryEvents, showPlanMessages } from './progress.ts';
import { createRunProgress, type RunProgress } from './progress-model.ts';
import { isInterruption } from './run.ts';

/** The failed reports, by profile name. */
type Failures = Map<string, ReportingError>;

/** How a command plans its requests, and what it makes of the responses. */
export interface Job<Plan extends PlannedRun> {
  readonly mode: 'run' | 'dry-run';
  /** Each named client has a file of its own if the name contains `{profile}`. */
  readonly output: OutputTemplate;
  readonly plan: (stored: StoredConfig) => Promise<Plan>;
  /** `shared` is the progress of several runs; without it, the run has its own. */
  readonly pull: (plan: Plan, stored: StoredConfig, services: Services, shared?: RunProgress) => Promise<void>;
  readonly show: (plans: readonly Plan[]) => Promise<void>;
}

/** The plan of one client. */
interface NamedPlan<Plan> {
  readonly name: string;
  readonly plan: Plan;
  /** The stored settings with this client only. */
  readonly stored: StoredConfig;
}

/**
 * Throws `SeveralFailures` after all other reports are done, or else the first alert. An interruption or an internal error ends all
 * of them.
 */
export async function runBatch<Plan extends PlannedRun>(
  job: Job<Plan>,
  stored: StoredConfig,
  services: Services,
): Promise<void> {
  const failures: Failures = new Map();
  const plans = await planEach(job, stored, failures, services);
  assertNoCommonError(stored.clients, failures);
  await assertDifferentFiles(plans, services);
  const names = stored.clients.map(({ profile }) => profile!);
  if (job.mode === 'dry-run') {
    await showEach(plans, job, failures, services);
    return throwFailures(names, failures, 'planned');
  }
  const [alert] = await runEach(plans, job, { failures, ofCount: names.length }, services);
  throwFailures(names, failures, 'written');
  if (alert !== undefined) throw alert;
}

async function planEach<Plan extends PlannedRun>(
  job: Job<Plan>,
  stored: StoredConfig,
  failures: Failures,
  services: Services,
): Promise<readonly NamedPlan<Plan>[]> {
  const plans: NamedPlan<Plan>[] = [];
  for (const client of stored.clients) {
    const name = client.profile!;
    const own = { ...stored, clients: [{ ...client, isNamed: false }] };
    await recordFailure(name, failures, async () => {
      plans.push({ name, plan: await job.plan(own), stored: own });
    });
  }
  showPlanMessages(
    plans.flatMap(({ name, plan }) => planMessages(plan, job.mode).map((each) => ({ ...each, profile: name }))),
    services,
  );
  return plans;
}

/**
 * Runs as many clients at once as windows, or all that wait; all of them share the permits for requests. Returns the results that
 * have exit codes of their own.
 */
async function runEach<Plan extends PlannedRun>(
  plans: readonly NamedPlan<Plan>[],
  { pull }: Job<Plan>,
  { failures, ofCount }: { readonly failures: Failures; readonly ofCount: number },
  services: Services,
): Promise<readonly ReportingError[]> {
  const [first] = plans;
  if (first === undefined) return [];
  const fetches = plans.map(({ plan }) => plan.fetch);
  const waits = first.plan.fetch.waitMs !== undefined;
  const shared = shareServices(fetches, first.plan.fetch, services);
  const alerts: ReportingError[] = [];
  let written = 0;
  let isAnyLost = false;
  try {
    await mapConcurrent(
      plans,
      async ({ name, plan, stored }, _index, signal) => {
        const progress = shared.progressFor(plan.fetch);
        await recordFailure(name, failures, async () => {
          const own = shared.servicesFor(name, signal);
          const run = (): Promise<void> => pull(plan, stored, own, progress);
          const done = waits ? (await import('./wait.ts')).runWhenIn(plan, stored, own, run) : run();
          await done.catch((error: unknown) => {
            isAnyLost ||= isInterruption(error) && error.hint !== undefined;
            if (!(error instanceof ReportingError) || !error.isResult) throw error;
            alerts.push(error);
          });
          written++;
        });
        progress.stop();
      },
      {
        concurrency: waits ? plans.length : first.plan.fetch.requests.concurrency,
        signal: services.signal,
      },
    );
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const failed = failures.size === 0 ? '' : `; failed: ${[...failures.keys()].join(', ')}`;
    const message = `${error.message}, ${outcome(written, ofCount, 'written')}${failed}`;
    const described = error.with({}, { message });
    throw isAnyLost ? suggestResumeForAll(described) : described;
  } finally {
    shared.stop();
  }
  return alerts;
}

async function showEach<Plan extends PlannedRun>(
  plans: readonly NamedPlan<Plan>[],
  { show }: Job<Plan>,
  failures: Failures,
  services: Services,
): Promise<void> {
  const shown: Plan[] = [];
  for (const { name, plan, stored } of plans) {
    await recordFailure(name, failures, async () => {
      await checkReachable(plan, stored, services);
      shown.push(plan);
    });
  }
  await show(shown);
}

/** Records a failure of one report. Rethrows an error that ends all of them. */
async function recordFailure(name: string, failures: Failures, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOfOne = error instanceof ReportingError && error.kind !== 'interrupted';
    if (!isOfOne) throw error;
    failures.set(name, error);
  }
}

/** Throws a usage error that all reports share once, before any request. */
function assertNoCommonError(clients: readonly StoredClient[], failures: Failures): void {
  const errors = [...failures.values()];
  const isSame = errors.every(({ kind, message }) => kind === 'usage' && message === errors[0]!.message);
  if (errors.length === clients.length && isSame) throw errors[0]!;
}

/** Throws for plans with one file. Some file systems treat `Acme.csv` and `acme.csv` as one, and links may lead to one. */
async function assertDifferentFiles(plans: readonly NamedPlan<PlannedRun>[], services: Services): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, plan } of plans) {
    const { output } = plan.document;
    const target = (await services.targetOf(output)).toLowerCase();
    const first = seen.get(target);
    if (first !== undefined) {
      throw new ReportingError(
        'E-output-name',
        `profiles ${first} and ${name} would write to the same file (upper and lower case may not differ): ${output}`,
        { hint: 'choose other file names, or log in under another name: reporting login --profile <name>' },
      );
    }
    seen.set(target, name);
  }
}

function throwFailures(clients: readonly string[], failures: Failures, done: Done): void {
  const names = clients.filter((name) => failures.has(name));
  if (names.length === 0) return;
  const failed = names.map((name) => nameProfile(failures.get(name), name) as ReportingError);
  const result = outcome(clients.length - failed.length, clients.length, done);
  throw new SeveralFailures(failed, `${result}; failed: ${names.join(', ')}`);
}

type Done = 'written' | 'planned';

function outcome(count: number, ofCount: number, done: Done): string {
  return `${count} of ${countOf(ofCount, 'report')} ${done}`;
}

interface SharedServices {
  /** Services for one client's run. Its messages start with the profile's name. */
  servicesFor(profile: string, signal: AbortSignal): Services;
  /** The progress of one run, as a part of the progress of all. Its end drops the windows that were not received. */
  progressFor(plan: FetchPlan): RunProgress;
  stop(): void;
}

/** All runs use the same service, so they share its pauses and the permits for requests. */
function shareServices(
  plans: readonly FetchPlan[],
  { report, requests }: FetchPlan,
  services: Services,
): SharedServices {
  const windowCount = plans.reduce((sum, plan) => sum + countWindows(plan), 0);
  const label = `${report} of ${countOf(plans.length, 'profile')}`;
  const progress = createRunProgress({ label, windowCount, concurrency: requests.concurrency }, services);
  const findSameResponse = createResponseOwners();
  const retry = services.createRetryPolicy({
    ...requests,
    ...retryEvents(progress, services.messages),
  });
  return {
    servicesFor: (profile, signal) => ({
      ...services,
      signal,
      messages: named(services.messages, profile),
      createRetryPolicy: () => retry,
      findSameResponse: (hash) => findSameResponse(profile, hash),
    }),
    progressFor(plan) {
      let missing = countWindows(plan);
      return {
        ...progress,
        received(recordCount, isReused) {
          // A run that waits may request its windows again.
          if (missing === 0) return;
          missing--;
          progress.received(recordCount, isReused);
        },
        stop() {
          progress.dropped(missing);
          missing = 0;
        },
      };
    },
    stop: progress.stop,
  };
}

function named(messages: Messages, profile: string): Messages {
  const name = (text: string): string => `${profile}: ${text}`;
  return {
    ...messages,
    warning: (warning) => messages.warning(prefixed(profile, warning)),
    note: (text) => messages.note(name(text)),
    truncation: (text, severity) => messages.truncation(name(text), severity),
    summary: (text) => messages.summary(name(text)),
    verbose: (text) => messages.verbose(name(text)),
    debug: (text) => messages.debug(name(text)),
  };
}
