/** Builds the services that run a plan on the command line: each client's service, the encoder, the sink. */

import type { Credentials } from '../api/credentials.ts';
import { SANDBOX_SCHEME } from '../archive/recording-index.ts';
import type { ResumeStore } from '../archive/resume-store.ts';
import type { StoredClient, StoredConfig } from '../config/load-config.ts';
import { checkAddress, checkToken, refusalHint } from '../config/resolve-credentials.ts';
import { ofProfile } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import type { EncoderInput, PageFacts } from '../formats/format.ts';
import { FORMATS, isCompressed } from '../formats/registry.ts';
import {
  type ClientPlan,
  clientNames,
  countWindows,
  type Document,
  datasetFacts,
  type FetchPlan,
  isSandboxData,
  keptBetween,
  labelOf,
  minuteOf,
  type ReportPlan,
} from '../plan/report-plan.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Services } from '../services.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import type { ClientServices } from './fetch.ts';
import { createReportObserver, type ReportObserver, totalsOrNote } from './progress.ts';
import type { RunProgress } from './progress-model.ts';
import type { DocumentWriter, RecordServices, SpooledRows } from './run.ts';

/** The services that pull the records of a plan on the command line. */
export interface CommandRecordServices extends RecordServices {
  readonly observer: ReportObserver;
}

/** The document of a plan while it is written, and the messages that it collects. */
export interface OpenDocument extends DocumentWriter {
  /** Notes of the transform and the format, to show after the run. */
  readonly notes: readonly string[];
  /** Notes that are shown with `verbose` only. */
  readonly details: readonly string[];
  /** The parts of the report that the format did not show. */
  readonly truncations: readonly string[];
  /** When the pager opened; undefined without one. */
  readonly pagedAtMs: () => number | undefined;
}

/** The services that pull the records of a plan. `sessions` are those of its clients, in order. */
export async function createRecordServices(
  fetch: FetchPlan,
  sessions: readonly ClientSession[],
  progress: RunProgress,
  services: Services,
): Promise<CommandRecordServices> {
  const clients: ClientServices[] = [];
  for (const [index, session] of sessions.entries()) {
    const client = fetch.clients[index]!;
    const store = await openStore(fetch, client, session, services);
    clients.push({ fetchBody: session.fetchBody, store: store && withoutAwaitedDay(store, client) });
  }
  const observer = createReportObserver(fetch.report, countWindows(fetch), progress, services);
  return {
    clients,
    retry: services.createRetryPolicy({ ...observer.onRetry, ...fetch.requests }),
    observer,
    signal: services.signal,
    createSpool: services.createSpool,
    today: services.today,
    findSameResponse: services.findSameResponse,
  };
}

/** Opens the place of a document, and loads its format. */
export async function openDocument(
  plan: ReportPlan,
  observer: Pick<ReportObserver, 'stop' | 'pulledBetween'>,
  services: Services,
): Promise<OpenDocument> {
  const { output, makesDirectories, format, display } = plan.document;
  const encoder = await FORMATS[format].load();
  const isStdout = output === STDOUT;
  const { audience, isJson = false } = FORMATS[format];
  const isPaged = isStdout && (audience === 'people' || isJson) && display.pager;
  const sink = await services.openSink(output, { isPaged, makesDirectories });
  const notes: string[] = [];
  const details: string[] = [];
  const truncations: string[] = [];
  let pagedAtMs: number | undefined;
  return {
    sink,
    encode(rows, warnings) {
      // The output may go to the same terminal as the progress line.
      if (isStdout) observer.stop();
      if (isPaged) pagedAtMs = services.now().getTime();
      notes.push(...rows.notes);
      details.push(...rows.details);
      const pieces = encoder.encode({
        ...inputOf(plan, rows, services.stdout, (text) => notes.push(text)),
        page: pageFacts(plan, rows, warnings, observer, services),
        onNote: (text) => notes.push(text),
        onDetail: (text) => details.push(text),
        onTruncation: (text) => truncations.push(text),
      });
      return isCompressed(output) ? compress(pieces) : pieces;
    },
    findsDays:
      format === 'html'
        ? plan.document.transform.groupBy.length > 0
        : showsFindings(plan.document, services.stdout),
    notes,
    details,
    truncations,
    pagedAtMs: () => pagedAtMs,
  };
}

/** True if Markdown, or a table on a terminal, says what changed in all groups of a comparison. */
function showsFindings(document: Document, stdout: Services['stdout']): boolean {
  const { isCompared, groupBy, by, pivot, having, top, limit } = document.transform;
  const areAll = having.length === 0 && top === undefined && limit === undefined;
  const areGroups = isCompared && groupBy.length > 0 && by === undefined && pivot === undefined;
  return areAll && areGroups && (document.format === 'markdown' || showsMovers(document, stdout));
}

/** True for a table by the size of the changes: on a terminal, without an order or columns that the user chose. */
function showsMovers(
  { format, output, transform, columns, display }: Document,
  { isTerminal, hasUnicode }: Services['stdout'],
): boolean {
  const { sort, aggregations, count, ratios, shares } = transform;
  const hasOrder = sort.length > 0 || display.isMaxRowsChosen;
  const hasOneSum =
    aggregations.length === 0 || (aggregations.length === 1 && aggregations[0]!.kind === 'sum');
  const hasOthers = count || ratios.length + shares.length > 0 || columns !== undefined;
  const isShown = format === 'table' && output === STDOUT && isTerminal && hasUnicode && !display.wide;
  return isShown && !hasOrder && hasOneSum && !hasOthers;
}

/** The facts for a page. Undefined for other formats. */
function pageFacts(
  { fetch, document: { page, display } }: ReportPlan,
  { notes, hidden, summaries }: TransformedRows,
  warnings: readonly string[],
  { pulledBetween }: Pick<ReportObserver, 'pulledBetween'>,
  { messages, now }: Services,
): PageFacts | undefined {
  if (page === undefined) return undefined;
  const all = [...warnings, ...notes];
  const { report } = fetch;
  const [first, last] = keptBetween(fetch) ?? pulledBetween() ?? [now(), now()];
  return {
    ...page,
    command: page.command && messages.redact(page.command),
    csvCommand: messages.redact(page.csvCommand),
    report,
    title: display.title,
    isSandbox: isSandboxData(fetch),
    pulled: [minuteOf(first), minuteOf(last)],
    warnings: [...new Set(all.map((text) => messages.redact(text)))],
    hidden,
    summaries,
  };
}

async function* compress(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const { gzip } = await import('../formats/deflate.ts');
  yield* gzip(pieces);
}

/** The rows and the settings of a document for its encoder. `onNote` gets the totals that it does not show. */
function inputOf(
  { fetch, document }: ReportPlan,
  rows: SpooledRows,
  stdout: Services['stdout'],
  onNote: (text: string) => void,
): Omit<EncoderInput, 'page' | 'onNote' | 'onDetail' | 'onTruncation'> {
  const { report, range, compared } = fetch;
  const { format, output, columns: columnNames, renames: pairs, csvDialect, display, transform } = document;
  const renames = pairs.length === 0 ? undefined : new Map(pairs);
  const isOnTerminal = output === STDOUT;
  // Data formats keep the columns of the rows.
  const currencies = FORMATS[format].audience === 'people' ? rows.currencies : undefined;
  return {
    ...rows,
    ...display,
    columnNames,
    renames,
    totals: totalsOrNote(rows, { columnNames, renames, currencies }, document, onNote),
    areTotalsOptional: transform.isForReading === true && !transform.totals,
    csvDialect,
    isTerminal: isOnTerminal && stdout.isTerminal,
    terminalWidth: isOnTerminal && !display.wide ? stdout.width : undefined,
    terminalHeight: isOnTerminal ? stdout.height : undefined,
    caption: { report, clients: clientNames(fetch), dataset: datasetFacts(fetch) },
    currencies,
    range,
    comparedRange: compared,
    showsFindings: showsFindings(document, stdout),
    color: isOnTerminal && stdout.hasColor,
    showsArrows: isOnTerminal && stdout.isTerminal && stdout.hasUnicode,
    maxRows: display.maxRows === 0 ? Number.POSITIVE_INFINITY : display.maxRows,
  };
}

/** An open connection to the service, with the credentials of one client. */
export interface ClientSession {
  /** The client whose responses it gets. For the sandbox, its settings replace the base URL. Undefined for a recording and a dataset. */
  readonly owner: Credentials | undefined;
  /** Sends a planned request of this client, also of another report or range than the session was opened with. */
  readonly fetchBody: ClientServices['fetchBody'];
  readonly close: () => Promise<void>;
}

/** The sessions of all clients, in order. Closes all of them and throws if one cannot be opened. */
export async function openSessions(
  plan: FetchPlan,
  stored: StoredConfig,
  services: Services,
): Promise<readonly ClientSession[]> {
  const sessions: ClientSession[] = [];
  try {
    for (const [index, client] of plan.clients.entries()) {
      const open = () => openSource(plan, client, stored.clients[index]!, services);
      sessions.push(await ofProfile(labelOf(plan, client), open));
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

async function openSource(
  plan: FetchPlan,
  { profile }: ClientPlan,
  client: StoredClient,
  services: Services,
): Promise<ClientSession> {
  const { source } = plan;
  switch (source.kind) {
    case 'service':
      return openSession(plan, client, services);
    case 'sandbox':
      return openSandbox(plan, source.sandbox, services);
    case 'recording':
      return sessionWithout(async (request) =>
        (await import('./replay.ts')).recordedBody(source.recording, request),
      );
    case 'dataset':
      return sessionWithout(({ window }) => services.readMonth(source.dataset, profile!, window));
  }
}

/** A session that needs no connection. */
function sessionWithout(fetchBody: ClientServices['fetchBody']): ClientSession {
  return { owner: undefined, fetchBody, close: async () => undefined };
}

async function openSession(
  plan: FetchPlan,
  { credentials, isNamed, profile }: StoredClient,
  services: Services,
): Promise<ClientSession> {
  const insecureHttp = plan.network.allowInsecureHttp;
  const { baseUrl, clientId } = checkAddress(credentials!, { insecureHttp });
  const owner = { baseUrl, clientId, token: checkToken(credentials!) };
  const service = await services.openService(owner, {
    refusalHint: refusalHint(credentials!),
    addressHint: isNamed
      ? `check the base URL: \`reporting whoami --profile ${profile}\` shows it`
      : undefined,
    headTimeoutMs: plan.requests.timeoutMs,
    network: plan.network,
  });
  return {
    owner,
    fetchBody: service.fetchWindow,
    close: async () => service.close(),
  };
}

async function openSandbox(
  plan: FetchPlan,
  options: SandboxOptions,
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
    return {
      owner: { ...credentials, baseUrl: sandboxIdentity(options) },
      // A sandbox gets its address when it starts.
      fetchBody: (request, signal) =>
        service.fetchWindow({ ...request, url: credentials.baseUrl + request.url }, signal),
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
function sandboxIdentity({ faults, ...options }: SandboxOptions): string {
  const empty = faults.filter(({ kind }) => kind === 'empty');
  return SANDBOX_SCHEME + JSON.stringify([...Object.values(recordOptionsOf(options)), empty]);
}

/** `store` without the windows that hold the awaited day: an earlier run stored them before the day was complete. */
function withoutAwaitedDay(store: ResumeStore, { awaited }: ClientPlan): ResumeStore {
  if (awaited === undefined) return store;
  const day = awaited[0]!.from;
  return { ...store, find: (window) => (window.from <= day && day <= window.to ? [] : store.find(window)) };
}

/** The windows that earlier runs of a client have stored; undefined without `resume`. */
async function openStore(
  { report, requests }: FetchPlan,
  { endDate }: ClientPlan,
  { owner }: ClientSession,
  services: Services,
): Promise<ResumeStore | undefined> {
  if (!requests.resume || owner === undefined) return undefined;
  const { baseUrl, clientId, token } = owner;
  return services.openResumeStore({ report, wire: 'json', baseUrl, clientId, endDate }, token);
}
