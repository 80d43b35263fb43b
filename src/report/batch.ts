/** Writes one file per client. A failure of one report does not affect the others. */

import type { StoredClient, StoredConfig } from '../config/stored.ts';
import { mapConcurrent } from '../core/async.ts';
import { nameProfile, ReportingError, SeveralFailures } from '../core/errors.ts';
import { type Message, phrase } from '../core/message.ts';
import { ReaderGone } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { isJsonFormat } from '../formats/registry.ts';
import type { Messages } from '../output/messages.ts';
import { describeWait } from '../service/retry.ts';
import type { Services } from '../services.ts';
import { checkReachable, showPlans } from './dry-run.ts';
import { planReport } from './plan.ts';
import { reportRanges } from './progress.ts';
import { createRunProgress, type RunProgress } from './progress-model.ts';
import { pullReport, suggestResumeForAll } from './pull.ts';
import { countWindows, type ReportPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';
import { isInterruption } from './run.ts';

/** The failed reports, by profile name. */
type Failures = Map<string, ReportingError>;

/** One client's report. */
interface NamedPlan {
  readonly name: string;
  readonly plan: ReportPlan;
  /** The stored settings with this client only. */
  readonly stored: StoredConfig;
}

/** How one client's report is planned and made. */
interface Maker {
  readonly plan: (...given: Parameters<typeof planReport>) => ReportPlan | Promise<ReportPlan>;
  readonly pull: typeof pullReport;
}

/** Throws `SeveralFailures` after all other reports are done. An interruption or an internal error ends all of them. */
export async function runBatch(
  request: ReportRequest,
  stored: StoredConfig,
  services: Services,
  maker: Maker = { plan: planReport, pull: pullReport },
): Promise<void> {
  const failures: Failures = new Map();
  const plans = await planEach(request, stored, { failures, maker }, services);
  if (plans.length > 0) {
    services.messages.settleFormat(plans.every(({ plan }) => isJsonFormat(plan.format)));
  }
  assertNoCommonError(stored.clients, failures);
  await assertDifferentFiles(plans, services);
  const names = stored.clients.map(({ profile }) => profile!);
  if (request.mode === 'dry-run') await showEach(plans, failures, services);
  else await runEach(plans, { failures, ofCount: names.length, pull: maker.pull }, services);
  throwFailures(names, failures, request.mode === 'dry-run' ? 'planned' : 'written');
}

async function planEach(
  request: ReportRequest,
  stored: StoredConfig,
  { failures, maker }: { readonly failures: Failures; readonly maker: Maker },
  services: Services,
): Promise<readonly NamedPlan[]> {
  const plans: NamedPlan[] = [];
  for (const client of stored.clients) {
    const name = client.profile!;
    const own = { ...stored, clients: [{ ...client, isNamed: false }] };
    await recordFailure(name, failures, async () => {
      plans.push({ name, plan: await maker.plan(request, own, services), stored: own });
    });
  }
  reportRanges(
    plans.flatMap(({ name, plan }) => plan.clients.map((client) => ({ label: name, client }))),
    services,
  );
  return plans;
}

/** Runs as many clients at once as windows; all of them share the permits for requests. */
async function runEach(
  plans: readonly NamedPlan[],
  {
    failures,
    ofCount,
    pull,
  }: { readonly failures: Failures; readonly ofCount: number; readonly pull: Maker['pull'] },
  services: Services,
): Promise<void> {
  const [first] = plans;
  if (first === undefined) return;
  const shared = shareServices(plans, first.plan, services);
  let written = 0;
  let isAnyLost = false;
  try {
    await mapConcurrent(
      plans,
      async ({ name, plan, stored }, _index, signal) => {
        const progress = shared.progressFor(plan);
        await recordFailure(name, failures, async () => {
          const own = shared.servicesFor(name, signal);
          await pull(plan, stored, own, progress).catch((error: unknown) => {
            isAnyLost ||= isInterruption(error) && error.hint !== undefined;
            // A closed pipe ends one client's report without an error.
            if (!(error instanceof ReaderGone)) throw error;
          });
          written++;
        });
        progress.stop();
      },
      { concurrency: first.plan.requests.concurrency, signal: services.signal },
    );
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const failed = failures.size === 0 ? '' : `; failed: ${[...failures.keys()].join(', ')}`;
    const message = phrase`${error.text.message}, ${outcome(written, ofCount, 'written')}${failed}`;
    const described = error.with({}, { message });
    throw isAnyLost ? suggestResumeForAll(described) : described;
  } finally {
    shared.stop();
  }
}

async function showEach(plans: readonly NamedPlan[], failures: Failures, services: Services): Promise<void> {
  const shown: ReportPlan[] = [];
  for (const { name, plan, stored } of plans) {
    await recordFailure(name, failures, async () => {
      await checkReachable(plan, stored, services);
      shown.push(plan);
    });
  }
  await showPlans(shown, services);
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
async function assertDifferentFiles(plans: readonly NamedPlan[], services: Services): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, plan } of plans) {
    const target = (await services.targetOf(plan.output)).toLowerCase();
    const first = seen.get(target);
    if (first !== undefined) {
      throw new ReportingError(
        'usage',
        `profiles ${first} and ${name} would write to the same file (upper and lower case may not differ): ${plan.output}`,
        { hint: 'choose other file names, or rename a profile: reporting profiles rename <name> <new-name>' },
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
  progressFor(plan: ReportPlan): RunProgress;
  stop(): void;
}

/** All runs use the same service, so they share its pauses and the permits for requests. */
function shareServices(
  plans: readonly NamedPlan[],
  { report, requests }: ReportPlan,
  services: Services,
): SharedServices {
  const windowCount = plans.reduce((sum, { plan }) => sum + countWindows(plan), 0);
  const label = `${report} of ${countOf(plans.length, 'profile')}`;
  const progress = createRunProgress({ label, windowCount, concurrency: requests.concurrency }, services);
  /** The first client with these records, by their hash. */
  const owners = new Map<string, string>();
  const retry = services.createRetryPolicy({
    ...requests,
    onWait(wait) {
      progress.waiting(wait);
      services.messages.verbose(phrase`${wait.error.text.message}: ${describeWait(wait)}`);
    },
    onWaited: progress.waited,
  });
  return {
    servicesFor: (profile, signal) => ({
      ...services,
      signal,
      messages: named(services.messages, profile),
      createRetryPolicy: () => retry,
      findSameAnswer(hash) {
        const owner = owners.get(hash) ?? profile;
        owners.set(hash, owner);
        return owner === profile ? undefined : owner;
      },
    }),
    progressFor(plan) {
      let missing = countWindows(plan);
      return {
        ...progress,
        received(recordCount, isReused) {
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
  const name = (text: Message): Message => phrase`${profile}: ${text}`;
  return {
    ...messages,
    warning: (text) => messages.warning(name(text)),
    note: (text) => messages.note(name(text)),
    truncation: (text, severity) => messages.truncation(name(text), severity),
    summary: (text) => messages.summary(name(text)),
    verbose: (text) => messages.verbose(name(text)),
    debug: (text) => messages.debug(name(text)),
  };
}
