/** What the command line carries out a plan with: the service of each client, the output, the user's terminal. */

import type { Ports } from '../commands/ports.ts';
import { checkAddress, checkToken, refusalHint } from '../config/credentials.ts';
import type { StoredClient, StoredConfig } from '../config/stored.ts';
import type { Encoder } from '../formats/format.ts';
import { FORMATS } from '../formats/registry.ts';
import { reportNamed } from '../reports/registry.ts';
import type { ShapedRows } from '../shaping/shaped-rows.ts';
import type { ClientServices } from './fetch.ts';
import { nameProfile } from './profile-names.ts';
import { createReportObserver, type ReportObserver, totalsOrNote } from './progress.ts';
import { type ClientPlan, labelOf, type ReportPlan } from './report-plan.ts';
import type { ReportServices } from './run.ts';

export interface CommandServices extends ReportServices {
  readonly observer: ReportObserver;
  /** What transform and format report, to show after the run. */
  readonly notes: readonly string[];
  /** What the format left out. */
  readonly omissions: readonly string[];
  /** When the pager was opened, if there is one: the user may look at it for a while. */
  readonly pagedAtMs: () => number | undefined;
}

/** `sessions` are those of the plan's clients, in order. */
export async function createCommandServices(
  plan: ReportPlan,
  sessions: readonly ClientSession[],
  ports: Ports,
): Promise<CommandServices> {
  const encoder = await FORMATS[plan.format].load();
  const isPaged = plan.output === '-' && FORMATS[plan.format].isForPeople && plan.display.pager;
  const sink = await openPlannedSink(plan, isPaged, ports);
  const clients: ClientServices[] = [];
  for (const session of sessions) clients.push(await session.services());
  const windowCount = plan.clients.flatMap(({ windows }) => windows).length;
  const observer = createReportObserver(plan.report, windowCount, ports);
  const notes: string[] = [];
  const omissions: string[] = [];
  let pagedAtMs: number | undefined;
  return {
    clients,
    retry: ports.createRetryPolicy({ ...observer.onRetry, ...plan.requests }),
    observer,
    signal: ports.signal,
    createSpool: ports.createSpool,
    sink,
    encode(rows) {
      // The progress line makes room for what may go to the same terminal.
      if (plan.output === '-') observer.stop();
      if (isPaged) pagedAtMs = ports.now().getTime();
      return encode(encoder, rows, plan, { notes, omissions, ports });
    },
    today: ports.today,
    findSameAnswer: ports.findSameAnswer,
    notes,
    omissions,
    pagedAtMs: () => pagedAtMs,
  };
}

/** Throws an output error for a file that cannot be written. */
export function openPlannedSink(
  { output, makesDirectories }: ReportPlan,
  isPaged: boolean,
  ports: Ports,
): ReturnType<Ports['openSink']> {
  return ports.openSink(output === '-' ? undefined : output, { isPaged, makesDirectories });
}

interface EncodeSurroundings {
  readonly notes: string[];
  readonly omissions: string[];
  readonly ports: Pick<Ports, 'stdout'>;
}

function encode(
  encoder: Encoder,
  rows: ShapedRows,
  { format, output, columns, renames: pairs, csvDialect, display, transform }: ReportPlan,
  { notes, omissions, ports: { stdout } }: EncodeSurroundings,
): AsyncIterable<string | Uint8Array> {
  const { dataset, changeColumns } = rows;
  const onNote = (text: string): void => void notes.push(text);
  notes.push(...rows.notes);
  const renames = pairs.length === 0 ? undefined : new Map(pairs);
  const { maxRows, human, wide } = display;
  const isOnTerminal = output === '-';
  return encoder.encode({
    dataset,
    columnNames: columns,
    renames,
    totals: totalsOrNote(rows, { columnNames: columns, renames }, format, onNote),
    changeColumns,
    csvDialect,
    terminalWidth: isOnTerminal && !wide ? stdout.width : undefined,
    color: isOnTerminal && stdout.hasColor,
    maxRows: maxRows === 0 ? Number.POSITIVE_INFINITY : maxRows,
    human,
    requestedMeasures: [
      ...transform.aggregations.filter(({ kind }) => kind === 'sum').map(({ column }) => column),
      ...transform.sort.map(({ column }) => column),
    ],
    onNote,
    onOmission: (text) => omissions.push(text),
  });
}

/** A service to request windows of, with the credentials of one client. */
export interface ClientSession {
  readonly services: () => Promise<ClientServices>;
  readonly close: () => Promise<void>;
}

/** The sessions of all clients. Throws, with all of them closed, if one cannot be opened. */
export async function openSessions(
  plan: ReportPlan,
  stored: StoredConfig,
  ports: Ports,
): Promise<readonly ClientSession[]> {
  const sessions: ClientSession[] = [];
  try {
    for (const [index, client] of plan.clients.entries()) {
      const opened =
        plan.sandbox === undefined
          ? openSession(plan, client, stored.clients[index]!, ports)
          : openSandbox(plan, client, plan.sandbox, ports);
      sessions.push(
        await opened.catch((error: unknown) => {
          throw nameProfile(error, labelOf(plan, client));
        }),
      );
    }
    return sessions;
  } catch (error) {
    await closeSessions(sessions);
    throw error;
  }
}

export async function closeSessions(sessions: readonly ClientSession[]): Promise<void> {
  for (const session of sessions) await session.close();
}

async function openSession(
  plan: ReportPlan,
  client: ClientPlan,
  { credentials }: StoredClient,
  ports: Ports,
): Promise<ClientSession> {
  const insecureHttp = plan.network.allowInsecureHttp;
  const { baseUrl, clientId } = checkAddress(credentials!, { insecureHttp });
  const service = await ports.openService(
    { baseUrl, clientId, token: checkToken(credentials!) },
    {
      refusalHint: refusalHint(credentials!),
      headTimeoutMs: plan.requests.timeoutMs,
      network: plan.network,
      endDate: client.endDate,
    },
  );
  return {
    services: () => clientServices(plan, client, service, { baseUrl, clientId }, ports),
    close: async () => service.close(),
  };
}

async function openSandbox(
  plan: ReportPlan,
  client: ClientPlan,
  options: NonNullable<ReportPlan['sandbox']>,
  ports: Ports,
): Promise<ClientSession> {
  const sandbox = await ports.startSandbox(options);
  try {
    const { credentials } = sandbox;
    ports.messages.hide(credentials.token);
    const service = await ports.openService(credentials, {
      headTimeoutMs: plan.requests.timeoutMs,
      network: 'embedded',
      endDate: client.endDate,
    });
    const identity = { baseUrl: sandboxIdentity(options), clientId: credentials.clientId };
    return {
      services: () => clientServices(plan, client, service, identity, ports),
      close: async () => {
        service.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    // A server that still listens would keep the process alive.
    await sandbox.close();
    throw error;
  }
}

/** The sandbox's address changes with each run; this, with what shapes its records. */
function sandboxIdentity({
  seed,
  domainDates,
  exclusiveEnd,
  faults,
}: NonNullable<ReportPlan['sandbox']>): string {
  const empty = faults.filter(({ kind }) => kind === 'empty');
  return `sandbox:${JSON.stringify([seed, domainDates, exclusiveEnd, empty])}`;
}

async function clientServices(
  { report, requests }: ReportPlan,
  { endDate, dateColumn }: ClientPlan,
  service: Awaited<ReturnType<Ports['openService']>>,
  identity: { readonly baseUrl: string; readonly clientId: string },
  ports: Ports,
): Promise<ClientServices> {
  const endpoint = reportNamed(report);
  return {
    request: (window, signal) => service.fetchWindow(endpoint, window, signal),
    kept: requests.resume
      ? await ports.openKeptWindows({ ...identity, report, endDate, dateColumn: dateColumn?.value })
      : undefined,
  };
}
