/** Builds the services that run a plan on the command line: each client's service, the encoder, the sink. */

import type { Credentials } from '../api/credentials.ts';
import { reportNamed } from '../api/reports.ts';
import { checkAddress, checkToken, refusalHint } from '../config/resolve-credentials.ts';
import type { StoredClient, StoredConfig } from '../config/stored.ts';
import { nameProfile } from '../core/errors.ts';
import type { Message } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import type { Encoder, PageFacts } from '../formats/format.ts';
import { FORMATS } from '../formats/registry.ts';
import { SANDBOX_SCHEME } from '../recording/recording-index.ts';
import type { Services } from '../services.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import type { ClientServices } from './fetch.ts';
import { createReportObserver, type ReportObserver, totalsOrNote } from './progress.ts';
import type { RunProgress } from './progress-model.ts';
import { type ClientPlan, countWindows, labelOf, type ReportPlan } from './report-plan.ts';
import type { ReportServices } from './run.ts';

/** The services of a run on the command line, and the messages that it collects. */
export interface CommandServices extends ReportServices {
  readonly observer: ReportObserver;
  /** Notes of the transform and the format, to show after the run. */
  readonly notes: readonly Message[];
  /** Notes that are shown with `verbose` only. */
  readonly details: readonly Message[];
  /** The parts of the report that the format did not show. */
  readonly truncations: readonly Message[];
  /** When the pager opened; undefined without one. */
  readonly pagedAtMs: () => number | undefined;
}

/** The services of one run. `sessions` are those of the plan's clients, in order. */
export async function createCommandServices(
  plan: ReportPlan,
  sessions: readonly ClientSession[],
  progress: RunProgress,
  services: Services,
): Promise<CommandServices> {
  if (plan.page !== undefined) await services.prepareForPage();
  const encoder = await FORMATS[plan.format].load();
  const { output, makesDirectories } = plan;
  const isStdout = output === STDOUT;
  const { audience, isJson = false } = FORMATS[plan.format];
  const isPaged = isStdout && (audience === 'people' || isJson) && plan.display.pager;
  const sink = await services.openSink(output, { isPaged, makesDirectories });
  const clients: ClientServices[] = [];
  for (const [index, session] of sessions.entries()) {
    clients.push(await session.reportServices(plan, plan.clients[index]!));
  }
  const observer = createReportObserver(plan.report, countWindows(plan), progress, services);
  const notes: Message[] = [];
  const details: Message[] = [];
  const truncations: Message[] = [];
  let pagedAtMs: number | undefined;
  return {
    clients,
    retry: services.createRetryPolicy({ ...observer.onRetry, ...plan.requests }),
    observer,
    signal: services.signal,
    createSpool: services.createSpool,
    sink,
    encode(rows, warnings) {
      // The output may go to the same terminal as the progress line.
      if (isStdout) observer.stop();
      if (isPaged) pagedAtMs = services.now().getTime();
      const page = pageFacts(plan, rows, warnings, { observer, services });
      return encode(encoder, rows, plan, { page, notes, details, truncations, stdout: services.stdout });
    },
    today: services.today,
    findSameAnswer: services.findSameAnswer,
    notes,
    details,
    truncations,
    pagedAtMs: () => pagedAtMs,
  };
}

/** The facts for a page. Undefined for other formats. */
function pageFacts(
  { page, report, display, isMadeUp, recording }: ReportPlan,
  { notes, hidden, summaries }: TransformedRows,
  warnings: readonly Message[],
  {
    observer,
    services: { messages, now },
  }: {
    readonly observer: Pick<ReportObserver, 'pulledBetween'>;
    readonly services: Pick<Services, 'messages' | 'now'>;
  },
): PageFacts | undefined {
  if (page === undefined) return undefined;
  const all = [...warnings, ...notes];
  const arrived = recording === undefined ? observer.pulledBetween() : recordedBetween(recording);
  const [first, last] = arrived ?? [now(), now()];
  return {
    ...page,
    command: messages.redact(page.command),
    csvCommand: messages.redact(page.csvCommand),
    report,
    title: display.title,
    isSandbox: isMadeUp,
    pulled: [minuteOf(first), minuteOf(last)],
    wordMessage: messages.word,
    warnings: [...new Set(all.map((text) => messages.redact(messages.word(text))))],
    hidden,
    summaries,
  };
}

/** `2026-06-15 12:00 UTC` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

interface EncodeContext extends Pick<Services, 'stdout'> {
  readonly page: PageFacts | undefined;
  readonly notes: Message[];
  readonly details: Message[];
  readonly truncations: Message[];
}

function encode(
  encoder: Encoder,
  rows: TransformedRows,
  { format, output, range, compared, columns, renames: pairs, csvDialect, display }: ReportPlan,
  { page, notes, details, truncations, stdout }: EncodeContext,
): AsyncIterable<string | Uint8Array> {
  const { recordSet, changeColumns } = rows;
  const onNote = (text: Message): void => void notes.push(text);
  notes.push(...rows.notes);
  details.push(...rows.details);
  const renames = pairs.length === 0 ? undefined : new Map(pairs);
  const { maxRows, isMaxRowsChosen, requestedMeasures, human, wide } = display;
  const isOnTerminal = output === STDOUT;
  return encoder.encode({
    recordSet,
    columnNames: columns,
    renames,
    totals: totalsOrNote(rows, { columnNames: columns, renames }, format, onNote),
    changeColumns,
    csvDialect,
    isTerminal: isOnTerminal && stdout.isTerminal,
    terminalWidth: isOnTerminal && !wide ? stdout.width : undefined,
    terminalHeight: isOnTerminal ? stdout.height : undefined,
    keys: rows.keys,
    range,
    comparedRange: compared,
    color: isOnTerminal && stdout.hasColor,
    showsArrows: isOnTerminal && stdout.isTerminal && stdout.hasUnicode,
    maxRows: maxRows === 0 ? Number.POSITIVE_INFINITY : maxRows,
    isMaxRowsChosen,
    human,
    page,
    requestedMeasures,
    onNote,
    onDetail: (text) => details.push(text),
    onTruncation: (text) => truncations.push(text),
  });
}

/** An open connection to the service, with the credentials of one client. */
export interface ClientSession {
  /** The client whose answers it gets. For the sandbox, its settings replace the base URL. Undefined for a recording. */
  readonly owner: Credentials | undefined;
  /** The services for a plan of this client, also for another report or range than the session was opened with. */
  readonly reportServices: (plan: ReportPlan, client: ClientPlan) => Promise<ClientServices>;
  readonly close: () => Promise<void>;
}

/** The sessions of all clients, in order. Closes all of them and throws if one cannot be opened. */
export async function openSessions(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
): Promise<readonly ClientSession[]> {
  const sessions: ClientSession[] = [];
  try {
    for (const [index, client] of plan.clients.entries()) {
      const opened =
        plan.recording !== undefined
          ? replaySession(plan.recording)
          : plan.sandbox === undefined
            ? openSession(plan, stored.clients[index]!, services)
            : openSandbox(plan, plan.sandbox, services);
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

/** Closes all sessions. */
export async function closeSessions(sessions: readonly ClientSession[]): Promise<void> {
  for (const session of sessions) await session.close();
}

async function openSession(
  plan: ReportPlan,
  { credentials }: StoredClient,
  services: Services,
): Promise<ClientSession> {
  const insecureHttp = plan.network.allowInsecureHttp;
  const { baseUrl, clientId } = checkAddress(credentials!, { insecureHttp });
  const owner = { baseUrl, clientId, token: checkToken(credentials!) };
  const service = await services.openService(owner, {
    refusalHint: refusalHint(credentials!),
    headTimeoutMs: plan.requests.timeoutMs,
    network: plan.network,
  });
  return {
    owner,
    reportServices: (own, ownClient) =>
      clientServices(own, ownClient, service, { baseUrl, clientId }, services),
    close: async () => service.close(),
  };
}

/** The answers of a recording, which needs no connection. */
/** When the first and the last answer arrived. */
function recordedBetween({
  files,
}: NonNullable<ReportPlan['recording']>): readonly [first: Date, last: Date] {
  const times = files.map(({ receivedAt }) => receivedAt).sort();
  return [new Date(times[0]!), new Date(times.at(-1)!)];
}

async function replaySession(recording: NonNullable<ReportPlan['recording']>): Promise<ClientSession> {
  return {
    owner: undefined,
    reportServices: async () => (await import('./replay.ts')).replayServices(recording),
    close: async () => undefined,
  };
}

async function openSandbox(
  plan: ReportPlan,
  options: NonNullable<ReportPlan['sandbox']>,
  services: Services,
): Promise<ClientSession> {
  const sandbox = await services.startSandbox(options);
  try {
    const { credentials } = sandbox;
    services.messages.hide(credentials.token);
    const service = await services.openService(credentials, {
      headTimeoutMs: plan.requests.timeoutMs,
      network: 'embedded',
    });
    const identity = { baseUrl: sandboxIdentity(options), clientId: credentials.clientId };
    return {
      owner: { ...identity, token: credentials.token },
      reportServices: (own, ownClient) => clientServices(own, ownClient, service, identity, services),
      close: async () => {
        service.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    // A listening server keeps the process alive.
    await sandbox.close();
    throw error;
  }
}

/** The settings that determine the sandbox's records, in place of its address, which changes with each run. */
function sandboxIdentity({
  seed,
  domainDates,
  exclusiveEnd,
  faults,
}: NonNullable<ReportPlan['sandbox']>): string {
  const empty = faults.filter(({ kind }) => kind === 'empty');
  return SANDBOX_SCHEME + JSON.stringify([seed, domainDates, exclusiveEnd, empty]);
}

async function clientServices(
  { report, requests, wire }: ReportPlan,
  { endDate, dateColumn }: ClientPlan,
  service: Awaited<ReturnType<Services['openService']>>,
  identity: { readonly baseUrl: string; readonly clientId: string },
  services: Services,
): Promise<ClientServices> {
  const endpoint = reportNamed(report);
  return {
    fetchBody: (window, signal) => service.fetchWindow(endpoint, window, signal, wire),
    // A recording keeps its finished windows itself.
    cache:
      requests.resume && wire === undefined
        ? await services.openResumeCache({ ...identity, report, endDate, dateColumn: dateColumn?.value })
        : undefined,
  };
}
