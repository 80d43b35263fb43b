import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { keyAndCertificate } from './tls-service.ts';

/**
 * How a proxy answers CONNECT: opens the tunnel, never answers, hangs up, answers 200 and then stays silent, or answers with
 * a status.
 */
export type ProxyManner = 'open' | 'silent' | 'hang up' | 'silent tunnel' | number;

export interface ProxyOptions {
  readonly manner?: ProxyManner;
  /** `user:password` that the proxy requires. */
  readonly credentials?: string;
  /** True if clients connect to the proxy over TLS, with the good certificate. */
  readonly isSecure?: boolean;
}

export interface TestProxy {
  /** Host and port. */
  readonly host: string;
  /** The proxy's URL, with any credentials. */
  url(credentials?: string): string;
  /** Method, target and headers of each request. */
  readonly seen: readonly { method: string; target: string; headers: IncomingHttpHeaders }[];
  /** All data from clients that the proxy could read. */
  readonly read: () => string;
  readonly openConnections: () => number;
}

/** A proxy on loopback that opens tunnels, or misbehaves. */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { manner = 'open', credentials, isSecure = false } = options;
  const seen: { method: string; target: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Duplex>();
  const tunnelled: Buffer[] = [];

  const note = ({ method = '', url = '', headers }: IncomingMessage): boolean => {
    seen.push({ method, target: url, headers });
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    return expected === undefined || headers['proxy-authorization'] === expected;
  };

  const server = isSecure ? https.createServer(keyAndCertificate('good')) : http.createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    // Without a reader, the socket would not emit the end of the connection.
    socket.on('data', (chunk: Buffer) => tunnelled.push(chunk));
    socket.on('end', () => socket.end());
    if (!note(request)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (manner === 'silent') return undefined;
    if (manner === 'hang up') return void socket.destroy();
    if (typeof manner === 'number') return void socket.end(`HTTP/1.1 ${manner} No\r\n\r\n`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (manner === 'open') openTunnel(request.url ?? '', socket, sockets);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url(given) {
      // TLS sends a server name only for a host name.
      const scheme = isSecure ? 'https' : 'http';
      return `${scheme}://${given === undefined ? '' : `${given}@`}${isSecure ? 'localhost' : '127.0.0.1'}:${port}`;
    },
    seen,
    read: () => JSON.stringify(seen) + Buffer.concat(tunnelled).toString('latin1'),
    openConnections: () => sockets.size,
  };
}

function openTunnel(target: string, socket: Duplex, sockets: Set<Duplex>): void {
  const { hostname, port } = new URL(`http://${target}`);
  const upstream = net.connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
  sockets.add(upstream);
  upstream.once('close', () => sockets.delete(upstream));
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  socket.pipe(upstream).pipe(socket);
}
