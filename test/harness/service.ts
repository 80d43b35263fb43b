import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHome, type Home } from './run-cli.ts';

/** A request that the service received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export interface TestService {
  readonly baseUrl: string;
  /** The environment of a run against this service. */
  readonly env: Readonly<Record<string, string>>;
  /** A home for several runs against this service, created when it is read. */
  readonly home: Home;
  readonly requests: readonly SeenRequest[];
  /** Number of connections opened so far. */
  readonly connections: () => number;
  /** `start_date..end_date` of each request, sorted. */
  readonly windows: () => readonly string[];
}

export type Handler = (request: SeenRequest, response: ServerResponse, attempt: number) => unknown;

export interface ServiceOptions {
  readonly basePath?: string;
  readonly scheme?: string;
  /** The name of 127.0.0.1 in the base URL. */
  readonly hostname?: string;
  readonly createServer?: (listener: RequestListener) => Server;
}

export const CLIENT_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
export const TOKEN = 'canary-Tr0ub4dor-and-3-horses';

/** A service on loopback that answers with `handler`. `attempt` counts the requests for the same window from 1. */
export async function startService(handler: Handler, options: ServiceOptions = {}): Promise<TestService> {
  const { basePath = '/v2/reporting', scheme = 'http', hostname = '127.0.0.1' } = options;
  const requests: SeenRequest[] = [];
  const attempts = new Map<string | undefined, number>();
  const sockets = new Set<Socket>();
  const server = (options.createServer ?? createServer)((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://service');
    const seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    };
    requests.push(seen);
    const attempt = (attempts.get(seen.query.start_date) ?? 0) + 1;
    attempts.set(seen.query.start_date, attempt);
    handler(seen, response, attempt);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const baseUrl = `${scheme}://${hostname}:${(server.address() as AddressInfo).port}${basePath}`;
  let home: Home | undefined;
  return {
    baseUrl,
    get home() {
      home ??= createHome();
      return home;
    },
    env: { REPORTING_BASE_URL: baseUrl, REPORTING_CLIENT_ID: CLIENT_ID, REPORTING_API_TOKEN: TOKEN },
    requests,
    connections: () => sockets.size,
    windows: () => requests.map(({ query }) => `${query.start_date}..${query.end_date}`).sort(),
  };
}

/** Answers 200 with `body`, a JSON text. */
export function sendJson(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

export function sendStatus(
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** A service that answers each window with the records of `recordsOf`, as JSON texts. */
export function startRecordService(recordsOf: (request: SeenRequest) => readonly string[]): Promise<TestService> {
  return startService((request, response) => sendJson(response, `{"data":[${recordsOf(request).join(',')}]}`));
}

/** A service that answers each window with its records of these, by the first day in each. */
export function startDatedService(records: readonly string[]): Promise<TestService> {
  return startRecordService(({ query }) =>
    records.filter((record) => {
      const day = /\d{4}-\d\d-\d\d/.exec(record)![0];
      return day >= query.start_date! && day <= query.end_date!;
    }),
  );
}
