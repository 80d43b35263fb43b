/**
 * Plans a request, and runs or shows the plan: one document of all clients, or one for each of them. Then a failure of one does not
 * affect the others, and neither does an alert.
 */

import path from 'node:path';
import type { Report } from '../api/wire.ts';
import { type ConfigSources, loadConfig, type StoredConfig } from '../config/load-config.ts';
import { mapConcurrent } from '../core/async.ts';
import { isInterruption, nameProfile, ReportingError, SeveralFailures } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { isOfData, mergeNotices, type Notice } from '../core/warnings.ts';
import type { TypedOption } from '../options/flag.ts';
import type { ReportOptions } from '../options/report-table.ts';
import type { OutputTemplate } from '../plan/destination.ts';
import { planReport } from '../plan/plan-document.ts';
import { countWindows, inputOf, isAllowed, labelOf, type PlannedRun, type ReportRequest } from '../plan/report-plan.ts';
import { hasRange, parseRequest } from '../plan/request.ts';
import type { Uses } from '../services.ts';
import { createResponseOwners } from './checks/identical-windows.ts';
import { createRunProgress } from './progress.ts';
import type { RunContext } from './pull-services.ts';
import { runReport } from './run.ts';
import type { runWhenIn } from './wait.ts';

/** The options of a command, parsed and as typed. */
interface GivenOptions {
  readonly options: ReportOptions;
  readonly typed: readonly TypedOption[];
}

type StartServices = ConfigSources & JobServices & Parameters<typeof runReport>[2];

/** Runs a report from its options, or prints its plan. */
export function startReport(report: Report, { options, typed }: GivenOptions, services: StartServices): Promise<void> {
  return startRequest(parseRequest(report, options, services.env, typed), services);
}

/** The range of a list of columns without dates. */
const COLUMNS_PERIOD = 'last-7-days';

/** Like `startReport`, for a list of the report's columns. */
export function startColumns(report: Report, { options, typed }: GivenOptions, services: StartServices): Promise<void> {
  const isRanged = hasRange(options);
  if (!isRanged) services.messages.note(`no dates are given, so these are the columns of ${COLUMNS_PERIOD}`);
  const ranged = isRanged ? options : { ...options, period: COLUMNS_PERIOD };
  const request = parseRequest(report, ranged, services.env, typed, `columns ${report.name}`);
  const { document } = request;
  const transform = { ...document.transform, listsColumns: true as const };
  return startRequest({ ...request, document: { ...document, transform } }, services);
}

async function startRequest(request: ReportRequest, services: StartServices): Promise<void> {
  return startJob(
    {
      mode: request.mode,
      output: request.document.output,
      async plan(own) {
        const plan = planReport(request, own, services);
        const input = inputOf(plan.fetch);
        const { output } = plan.document;
        if (input === undefined || output === STDOUT) return plan;
        const [file, folder] = [await services.targetOf(output), await services.targetOf(input.directory)];
        if (!file.startsWith(folder + path.sep)) return plan;
        throw new ReportingError('E-input', `${output} is in ${input.directory}, which must not change`, {
          hint: 'name a file in another directory with --output',
        });
      },
      pull: runReport,
    },
    await loadConfig(request.fetch, services),
    services,
  );
}

/** How a command plans its requests, and what it makes of the responses. */
interface Job<Plan extends PlannedRun, S> {
  readonly mode: 'run' | 'dry-run';
  /** Each named client has a file of its own if the name contains `{profile}`. */
  readonly output: OutputTemplate;
  readonly plan: (stored: StoredConfig) => Promise<Plan>;
  readonly pull: (plan: Plan, context: RunContext, services: S) => Promise<void>;
}

/** What every job uses beside what pulls its plans. */
export type JobServices = Parameters<typeof runWhenIn>[2] & Uses<'targetOf' | 'print'>;

/** The failed reports, by profile name. */
type Failures = Map<string, ReportingError>;

type Guard = (name: string, work: () => Promise<void>) => Promise<void>;

/** The plan of one client, or of all of them. */
interface NamedPlan<Plan> {
  /** The profile's name; empty for all clients. */
  readonly name: string;
  readonly plan: Plan;
  /** The stored settings with the clients of the plan. */
  readonly stored: StoredConfig;
}

/**
 * Runs one plan for all clients in `stored`, or one for each of them; or shows what a run would do. With one for each, throws
 * `SeveralFailures` after all others are done, or else the first alert. An interruption or an internal error ends all of them.
 */
export async function startJob<Plan extends PlannedRun, S extends JobServices>(
  job: Job<Plan, S>,
  stored: StoredConfig,
  services: S,
): Promise<void> {
  const { mode } = job;
  const isEach = stored.clients[0]!.isNamed && job.output.placeholders.includes('profile');
  const parts = isEach
    ? stored.clients.map((client) => ({
        name: client.profile!,
        stored: { ...stored, clients: [{ ...client, isNamed: false }] },
      }))
    : [{ name: '', stored }];
  const failures: Failures = new Map();
  /** Records the failure of one of several reports. Rethrows an error that ends all of them. */
  const guard: Guard = async (name, work) => {
    try {
      await work();
    } catch (error) {
      if (!isEach || !(error instanceof ReportingError) || isInterruption(error)) throw error;
      failures.set(name, error);
    }
  };
  const plans: NamedPlan<Plan>[] = [];
  for (const part of parts)
    await guard(part.name, async () => {
      plans.push({ ...part, plan: await job.plan(part.stored) });
    });
  // Nothing stands before the answer that people read on a terminal.
  const isQuiet = mode === 'run' && plans[0]?.plan.document.isOnScreen === true;
  noticesOf(plans, mode, isQuiet ? 'verbose' : 'note').forEach(services.messages.show);
  const names = parts.map(({ name }) => name);
  if (isEach) {
    assertNoCommonError(names, failures);
    await assertDifferentFiles(plans, services);
  }
  if (mode === 'dry-run') {
    const { checkReachable, showPlans } = await import('./dry-run.ts');
    const shown: Plan[] = [];
    for (const { name, plan, stored: own } of plans)
      await guard(name, async () => {
        await checkReachable(plan, own, services);
        shown.push(plan);
      });
    await showPlans(shown, services);
    return throwFailures(names, failures, 'planned');
  }
  if (!isEach) return runPlan(plans[0]!.plan, { stored }, job, services);
  const [alert] = await runEach(plans, job, { failures, guard, ofCount: names.length }, services);
  throwFailures(names, failures, 'written');
  if (alert !== undefined) throw alert;
}

/** Runs a plan, once its last day is in if the user wants to wait for it. */
async function runPlan<Plan extends PlannedRun, S extends JobServices>(
  plan: Plan,
  context: RunContext,
  { pull }: Job<Plan, S>,
  services: S,
): Promise<void> {
  const run = (): Promise<void> => pull(plan, context, services);
  if (plan.fetch.waitMs === undefined) return run();
  return (await import('./wait.ts')).runWhenIn(plan, context, services, run);
}

/**
 * The notes and warnings about plans: those of their clients, and those of their documents. Those that all clients share appear once.
 * A run shows warnings about the data after them, with those of the checks.
 */
function noticesOf(
  plans: readonly NamedPlan<PlannedRun>[],
  mode: 'run' | 'dry-run',
  level: 'note' | 'verbose',
): readonly Notice[] {
  const clients = plans.flatMap(({ plan: { fetch, document }, name }) =>
    fetch.clients.map((client) => ({ client, document, profile: name === '' ? labelOf(fetch, client) : name })),
  );
  const notes = clients.flatMap(({ client, document, profile }) => {
    const texts = [...client.notes, ...document.notes];
    return texts.length === 0 ? [] : [{ level, profile, text: texts.join('; ') }];
  });
  const warnings = clients.flatMap(({ client, profile }) =>
    client.warnings
      .filter((each) => !isOfData(each) || (mode === 'dry-run' && !isAllowed(each, client)))
      .map((each) => ({ ...each, profile })),
  );
  return [notes, warnings].flatMap((each) => mergeNotices<Notice>(each, clients.length));
}

/**
 * Runs as many clients at once as windows, or all that wait; all of them share the permits for requests. Returns the results that
 * have exit codes of their own.
 */
async function runEach<Plan extends PlannedRun, S extends JobServices>(
  plans: readonly NamedPlan<Plan>[],
  job: Job<Plan, S>,
  { failures, guard, ofCount }: { readonly failures: Failures; readonly guard: Guard; readonly ofCount: number },
  services: S,
): Promise<readonly ReportingError[]> {
  const [first] = plans;
  if (first === undefined) return [];
  const { report, requests, waitMs } = first.plan.fetch;
  const windowCount = plans.reduce((sum, { plan }) => sum + countWindows(plan.fetch), 0);
  const label = `${report} of ${countOf(plans.length, 'profile')}`;
  const shared = createRunProgress({ label, windowCount }, services);
  // All runs use the same service, so they share its pauses and the permits for requests.
  const retry = services.createRetryPolicy({ ...requests, ...shared.onRetry });
  const findSameResponse = createResponseOwners();
  const alerts: ReportingError[] = [];
  let written = 0;
  try {
    await mapConcurrent(
      plans,
      async ({ name, plan, stored }, _index, signal) => {
        const own = { ...services, signal, messages: { ...services.messages, ...services.messages.named(name) } };
        const progress = { ...shared, stop: () => undefined };
        const context = { stored, progress, retry, findSameResponse: (hash: string) => findSameResponse(name, hash) };
        await guard(name, async () => {
          await runPlan(plan, context, job, own).catch((error: unknown) => {
            if (!(error instanceof ReportingError) || error.code !== 'E-alerts') throw error;
            alerts.push(error);
          });
          written++;
        });
      },
      { concurrency: waitMs === undefined ? requests.concurrency : plans.length, signal: services.signal },
    );
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const failed = failures.size === 0 ? '' : `; failed: ${[...failures.keys()].join(', ')}`;
    const message = `${error.message}, ${written} of ${countOf(ofCount, 'report')} written${failed}`;
    throw error.with({}, { message });
  } finally {
    shared.stop();
  }
  return alerts;
}

/** Throws a usage error that all reports share once, before any request. */
function assertNoCommonError(names: readonly string[], failures: Failures): void {
  const errors = [...failures.values()];
  const isSame = errors.every(({ kind, message }) => kind === 'usage' && message === errors[0]!.message);
  if (errors.length === names.length && isSame) throw errors[0]!;
}

/** Throws for plans with one file. Some file systems treat `Acme.csv` and `acme.csv` as one, and links may lead to one. */
async function assertDifferentFiles(
  plans: readonly NamedPlan<PlannedRun>[],
  { targetOf }: Uses<'targetOf'>,
): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, plan } of plans) {
    const { output } = plan.document;
    const target = (await targetOf(output)).toLowerCase();
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

function throwFailures(clients: readonly string[], failures: Failures, done: 'written' | 'planned'): void {
  const names = clients.filter((name) => failures.has(name));
  if (names.length === 0) return;
  const failed = names.map((name) => nameProfile(failures.get(name), name) as ReportingError);
  const result = `${clients.length - failed.length} of ${countOf(clients.length, 'report')} ${done}`;
  throw new SeveralFailures(failed, `${result}; failed: ${names.join(', ')}`);
}
