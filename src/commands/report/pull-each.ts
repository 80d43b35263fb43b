/** A report for each of several clients, in a file of its own: one that fails does not spoil the others'. */

import { countOf } from '../../core/count.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { SeveralFailures } from '../../core/several-failures.ts';
import { ReaderGone } from '../../core/sink.ts';
import { fetchWindows } from '../../pipeline/fetch-windows.ts';
import { nameProfile } from '../../pipeline/name-profile.ts';
import type { Ports } from '../ports.ts';
import { type Client, prepareClient, tellRanges } from './clients.ts';
import { type Plan, planOf, showPlans } from './dry-run.ts';
import { pullTogether } from './pull-together.ts';
import { type Settled, settle } from './settle.ts';
import { sharePorts } from './share-ports.ts';
import { suggestResumeForAll } from './suggest-resume.ts';
import type { Wanted } from './wanted.ts';

/** What went wrong, by the profile's name. */
type Failures = Map<string, ReportingError>;

/** A client's report, and the name of its profile. */
interface NamedReport {
  readonly name: string;
  readonly settled: Settled;
}

/** Throws `SeveralFailures` when all others are done. An interruption, and a fault of ours, end all of them. */
export async function pullEach(wanted: Wanted, clients: readonly Client[], ports: Ports): Promise<void> {
  const failures: Failures = new Map();
  const reports = await settleEach(wanted, clients, failures, ports);
  settleMessages(reports, ports);
  refuseWrongForAll(clients, failures);
  await refuseSameFile(reports, ports);
  if (wanted.options.dryRun === true) await planEach(reports, failures, ports);
  else await runEach(wanted, reports, { failures, ofCount: clients.length }, ports);
  conclude(clients, failures, wanted.options.dryRun === true ? 'planned' : 'written');
}

async function settleEach(
  wanted: Wanted,
  clients: readonly Client[],
  failures: Failures,
  ports: Ports,
): Promise<readonly NamedReport[]> {
  const reports: NamedReport[] = [];
  for (const client of clients) {
    const name = client.name!;
    await noteFailure(name, failures, async () => {
      const prepared = { ...(await prepareClient(client, wanted.report, ports)), name: undefined };
      reports.push({ name, settled: await settle(wanted, [prepared], ports) });
    });
  }
  const named = reports.flatMap(({ name, settled }) =>
    settled.clients.map((client) => ({ ...client, name })),
  );
  tellRanges(named, ports);
  return reports;
}

/** Messages of one run have one form: JSON if all its reports are JSON. */
function settleMessages(reports: readonly NamedReport[], { messages }: Ports): void {
  const formats = reports.map(({ settled }) => settled.format);
  const format = formats.find((each) => each !== 'json' && each !== 'ndjson') ?? formats[0];
  if (format !== undefined) messages.settleFormat(format);
}

/** As many clients at once as windows: they share the places for requests. */
async function runEach(
  wanted: Wanted,
  reports: readonly NamedReport[],
  { failures, ofCount }: { readonly failures: Failures; readonly ofCount: number },
  ports: Ports,
): Promise<void> {
  const shared = sharePorts(wanted, reports.length, ports);
  let written = 0;
  let isAnyLost = false;
  try {
    await fetchWindows(
      reports,
      async ({ name, settled }, _index, signal) => {
        await noteFailure(name, failures, async () => {
          await pullTogether(settled, shared.portsFor(name, signal)).catch((error: unknown) => {
            isAnyLost ||= isInterruption(error) && error.hint !== undefined;
            return ignoreReaderGone(error);
          });
          written++;
        });
        shared.done();
      },
      { concurrency: wanted.concurrency, signal: ports.signal },
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

/** Whoever read one client's report from a pipe, and left, had seen enough of that one. */
function ignoreReaderGone(error: unknown): void {
  if (!(error instanceof ReaderGone)) throw error;
}

async function planEach(reports: readonly NamedReport[], failures: Failures, ports: Ports): Promise<void> {
  const plans: Plan[] = [];
  for (const { name, settled } of reports) {
    await noteFailure(name, failures, async () => {
      plans.push(await planOf(settled, ports));
    });
  }
  await showPlans(plans, ports);
}

/** Does `work`, and notes a failure of it; throws what ends them all. */
async function noteFailure(name: string, failures: Failures, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOfOne = error instanceof ReportingError && error.kind !== 'interrupted';
    if (!isOfOne) throw error;
    failures.set(name, error);
  }
}

/** What is wrong with the command line is told once, and nothing is asked. */
function refuseWrongForAll(clients: readonly Client[], failures: Failures): void {
  const errors = [...failures.values()];
  const isSame = errors.every(({ kind, message }) => kind === 'usage' && message === errors[0]!.message);
  if (errors.length === clients.length && isSame) throw errors[0]!;
}

/** Not every file system tells `Acme.csv` from `acme.csv`, and links may lead to the same place. */
async function refuseSameFile(reports: readonly NamedReport[], ports: Ports): Promise<void> {
  const seen = new Map<string, string>();
  for (const { name, settled } of reports) {
    const target = (await ports.targetOf(settled.file!)).toLowerCase();
    const first = seen.get(target);
    if (first !== undefined) {
      throw new ReportingError(
        'usage',
        `profiles ${first} and ${name} would write to the same file (or one that only case tells apart): ${settled.file}`,
        { hint: 'name the files otherwise, or rename one: reporting profiles rename <name> <new-name>' },
      );
    }
    seen.set(target, name);
  }
}

function conclude(clients: readonly Client[], failures: Failures, done: Done): void {
  const names = clients.flatMap(({ name }) => (failures.has(name!) ? [name!] : []));
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
