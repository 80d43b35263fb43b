/** A report for each of several clients, in a file of its own: one that fails does not spoil the others'. */

import { countOf } from '../../core/count.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { SeveralFailures } from '../../core/several-failures.ts';
import { fetchWindows } from '../../pipeline/fetch-windows.ts';
import { nameProfile, sayOnce } from '../../pipeline/name-profile.ts';
import type { Ports } from '../ports.ts';
import { type Client, type PreparedClient, prepareClient } from './clients.ts';
import { pullTogether } from './pull-together.ts';
import { sharePorts } from './share-ports.ts';
import type { Wanted } from './wanted.ts';

type Failures = Map<string, ReportingError>;

/** Throws `SeveralFailures` when all others are done. An interruption, and a fault of ours, end all of them. */
export async function pullEach(wanted: Wanted, clients: readonly Client[], ports: Ports): Promise<void> {
  const failures: Failures = new Map();
  const prepared = await prepareEach(clients, failures, ports);
  refuseSameFile(prepared);
  let written = 0;
  const shared = sharePorts(wanted, prepared.length, ports);
  try {
    // As many clients at once as windows: they share the places for requests.
    await fetchWindows(
      prepared,
      async (client, _index, signal) => {
        try {
          await pullTogether(wanted, [{ ...client, name: undefined }], shared.portsFor(client.name!, signal));
          written++;
        } catch (error) {
          noteFailure(client.name!, failures, error);
        }
        shared.done();
      },
      { concurrency: wanted.options.dryRun === true ? 1 : wanted.concurrency, signal: ports.signal },
    );
  } catch (error) {
    const isInterruption = error instanceof ReportingError && error.kind === 'interrupted';
    throw isInterruption
      ? error.with({}, { message: `${error.message}, ${outcome(written, clients)}` })
      : error;
  } finally {
    shared.stop();
  }
  conclude(clients, failures);
}

async function prepareEach(
  clients: readonly Client[],
  failures: Failures,
  ports: Ports,
): Promise<readonly PreparedClient[]> {
  const prepared: PreparedClient[] = [];
  for (const client of clients) {
    try {
      prepared.push(await prepareClient(client, ports));
    } catch (error) {
      // Before anything is asked, what is wrong with the command line is wrong for all.
      if (error instanceof ReportingError && error.kind === 'usage') throw error;
      noteFailure(client.name!, failures, error);
    }
  }
  const notes = prepared.flatMap(({ name, ranges }) => ranges.notes.map((text) => ({ profile: name, text })));
  for (const note of sayOnce(notes, prepared.length)) ports.messages.note(note);
  return prepared;
}

/** Notes a failure of that profile alone; throws what ends them all. */
function noteFailure(name: string, failures: Failures, error: unknown): void {
  const isOfOne = error instanceof ReportingError && error.kind !== 'interrupted';
  if (!isOfOne) throw error;
  failures.set(name, nameProfile(error, name) as ReportingError);
}

/** Not every file system tells `Acme.csv` from `acme.csv`. */
function refuseSameFile(clients: readonly PreparedClient[]): void {
  const names = clients.map(({ name }) => name!.toLowerCase());
  const second = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (second === -1) return;
  const first = clients[names.indexOf(names[second]!)]!.name;
  throw new ReportingError(
    'usage',
    `profiles ${first} and ${clients[second]!.name} would share a file where case makes no difference`,
    { hint: 'rename one: reporting profiles rename <name> <new-name>' },
  );
}

function conclude(clients: readonly Client[], failures: Failures): void {
  const failed = clients.flatMap(({ name }) => failures.get(name!) ?? []);
  if (failed.length === 0) return;
  const names = failed.map(({ facts }) => facts.profile).join(', ');
  const told = outcome(clients.length - failed.length, clients);
  throw new SeveralFailures(failed, `${told}; not of ${names}`);
}

function outcome(written: number, clients: readonly Client[]): string {
  const all = countOf(clients.length, 'report');
  if (written === 0) return `none of ${all} is written`;
  return `${written} of ${all} ${written === 1 ? 'is' : 'are'} written, each whole`;
}
