/** A report for each of several clients, in a file of its own: one that fails does not affect the others. */

import type { Ports } from '../commands/ports.ts';
import type { StoredClient, StoredConfig } from '../config/stored.ts';
import { countOf } from '../core/count.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { SeveralFailures } from '../core/several-failures.ts';
import { ReaderGone } from '../core/sink.ts';
import type { Messages } from '../output/messages.ts';
import { describeWait } from '../pipeline/retry.ts';
import { mapConcurrent } from './concurrency.ts';
import { checkReachable, showPlans } from './dry-run.ts';
import { planReport } from './plan.ts';
import { nameProfile } from './profile-names.ts';
import { reportRanges } from './progress.ts';
import { pullReport } from './pull.ts';
import type { ReportPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';
import { suggestResumeForAll } from './suggest-resume.ts';

/** What went wrong, by the profile's name. */
type Failures = Map<string, ReportingError>;

/** One client's report. */
interface NamedPlan {
  readonly name: string;
  readonly plan: ReportPlan;
  /** What is stored for this client alone. */
  readonly stored: StoredConfig;
}

/** Throws `SeveralFailures` when all others are done. An interruption, and a fault of ours, end all of them. */
export async function pullEach(request: ReportRequest, stored: StoredConfig, ports: Ports): Promise<void> {
  const failures: Failures = new Map();
  const plans = await planEach(request, stored, failures, ports);
  settleMessages(plans, ports);
  assertNotWrongForAll(stored.clients, failures);
  await assertDifferentFiles(plans, ports);
  const names = stored.clients.map(({ profile }) => profile!);
  if (request.mode === 'dry-run') await showEach(plans, failures, ports);
  else await runEach(plans, { failures, ofCount: names.length }, ports);
  throwFailures(names, failures, request.mode === 'dry-run' ? 'planned' : 'written');
}

async function planEach(
  request: ReportRequest,
  stored: StoredConfig,
  failures: Failures,
  ports: Ports,
): Promise<readonly NamedPlan[]> {
  const plans: NamedPlan[] = [];
  for (const client of stored.clients) {
    const name = client.profile!;
    const own = { ...stored, clients: [{ ...client, isNamed: false }] };
    await noteFailure(name, failures, async () => {
      plans.push({ name, plan: planReport(request, own, ports), stored: own });
    });
  }
  reportRanges(
    plans.flatMap(({ name, plan }) => plan.clients.map((client) => ({ label: name, client }))),
    ports,
  );
  return plans;
}

/** Messages of one run have one form: JSON if all its reports are JSON. */
function settleMessages(plans: readonly NamedPlan[], { messages }: Ports): void {
  const formats = plans.map(({ plan }) => plan.format);
  const format = formats.find((each) => each !== 'json' && each !== 'ndjson') ?? formats[0];
  if (format !== undefined) messages.settleFormat(format);
}

/** As many clients at once as windows: they share the permits for requests. */
async function runEach(
  plans: readonly NamedPlan[],
  { failures, ofCount }: { readonly failures: Failures; readonly ofCount: number },
  ports: Ports,
): Promise<void> {
  const [first] = plans;
  if (first === undefined) return;
  const shared = sharePorts(first.plan, plans.length, ports);
  let written = 0;
  let isAnyLost = false;
  try {
    await mapConcurrent(
      plans,
      async ({ name, plan, stored }, _index, signal) => {
        await noteFailure(name, failures, async () => {
          await pullReport(plan, stored, shared.portsFor(name, signal)).catch((error: unknown) => {
            isAnyLost ||= isInterruption(error) && error.hint !== undefined;
            return ignoreReaderGone(error);
          });
          written++;
        });
        shared.done();
      },
      { concurrency: first.plan.requests.concurrency, signal: ports.signal },
    );
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const failed = failures.size === 0 ? '' : `; failed: ${[...failures.keys()].join(', ')}`;
    const told = { message: `${error.message}, ${outcome(written, ofCount, 'written')}${failed}` };
    throw isAnyLost ? suggestResumeForAll(error.with({}, told)) : error.with({}, told);
  } finally {
    shared.stop();
  }
}

function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

/** A reader that left one client's pipe had seen enough of that report. */
function ignoreReaderGone(error: unknown): void {
  if (!(error instanceof ReaderGone)) throw error;
}

async function showEach(plans: readonly NamedPlan[], failures: Failures, ports: Ports): Promise<void> {
  const shown: ReportPlan[] = [];
  for (const { name, plan, stored } of plans) {
    await noteFailure(name, failures, async () => {
      await checkReachable(plan, stored, ports);
      shown.push(plan);
    });
  }
  await showPlans(shown, ports);
}

/** Does `work`, and notes its failure; throws what ends all of them. */
async function noteFailure(name: string, failures: Failures, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOfOne = error instanceof ReportingError && error.kind !== 'interrupted';
    if (!isOfOne) throw error;
    failures.set(name, error);
  }
}

/** What is wrong with the command line is reported once, and nothing is requested. */
function assertNotWrongForAll(clients: readonly StoredClient[], failures: Failures): void {
  const errors = [...failures.values()];
  const isSame = errors.every(({ kind, message }) => kind === 'usage' && message === errors[0]!.message);
  if (errors.length === clients.length && isSame) throw errors[0]!;
}

/** Some file systems take `Acme.csv` and `acme.csv` for the same file, and links may lead to one place. */
async function assertDifferentFiles(plans: readonly NamedPlan[], ports: Ports): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, plan } of plans) {
    const target = (await ports.targetOf(plan.output)).toLowerCase();
    const first = seen.get(target);
    if (first !== undefined) {
      throw new ReportingError(
        'usage',
        `profiles ${first} and ${name} would write to the same file (or one that only case tells apart): ${plan.output}`,
        { hint: 'name the files otherwise, or rename one: reporting profiles rename <name> <new-name>' },
      );
    }
    seen.set(target, name);
  }
}

function throwFailures(clients: readonly string[], failures: Failures, done: Done): void {
  const names = clients.filter((name) => failures.has(name));
  if (names.length === 0) return;
  const failed = names.map((name) => nameProfile(failures.get(name), name) as ReportingError);
  const told = outcome(clients.length - failed.length, clients.length, done);
  throw new SeveralFailures(failed, `${told}; not of ${names.join(', ')}`);
}

/** What becomes of each report. */
type Done = 'written' | 'planned';

function outcome(count: number, ofCount: number, done: Done): string {
  const all = countOf(ofCount, 'report');
  if (count === 0) return `none of ${all} is ${done}`;
  return `${count} of ${all} ${count === 1 ? 'is' : 'are'} ${done}${done === 'written' ? ', each whole' : ''}`;
}

interface SharedPorts {
  /** Those of one client's run, which `signal` ends. Its messages begin with the profile's name. */
  portsFor(profile: string, signal: AbortSignal): Ports;
  /** One more run is over. */
  done(): void;
  stop(): void;
}

/** One service answers all runs: they share the pause that it asks for, and the permits for requests. */
function sharePorts({ requests }: ReportPlan, runCount: number, ports: Ports): SharedPorts {
  const progress = ports.createProgress();
  /** The first client that got an answer, by the answer's hash. */
  const owners = new Map<string, string>();
  let runsDone = 0;
  let latest = '';
  const show = (): void => progress.update(`${runsDone}/${runCount} profiles, ${latest}`);
  const retry = ports.createRetryPolicy({
    ...requests,
    onWait: (wait) => ports.messages.verbose(`${wait.error.message}: ${describeWait(wait)}`),
  });
  return {
    portsFor: (profile, signal) => ({
      ...ports,
      signal,
      messages: named(ports.messages, profile),
      createProgress: () => ({
        update(text) {
          latest = `${profile} ${text}`;
          show();
        },
        stop: () => undefined,
      }),
      createRetryPolicy: () => retry,
      findSameAnswer(hash) {
        const owner = owners.get(hash) ?? profile;
        owners.set(hash, owner);
        return owner === profile ? undefined : owner;
      },
    }),
    done() {
      runsDone++;
      show();
    },
    stop: progress.stop,
  };
}

function named(messages: Messages, profile: string): Messages {
  const name = (text: string): string => `${profile}: ${text}`;
  return {
    ...messages,
    warning: (text) => messages.warning(name(text)),
    note: (text) => messages.note(name(text)),
    omission: (text, severity) => messages.omission(name(text), severity),
    summary: (text) => messages.summary(name(text)),
    verbose: (text) => messages.verbose(name(text)),
    debug: (text) => messages.debug(name(text)),
  };
}
