import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { keyAndCertificate } from './tls-service.ts';

/**
 * What a proxy does with CONNECT: opens the tunnel, says nothing, hangs up, answers 200 and then says nothing, or answers
 * with a status.
 */
export type ProxyManner = 'open' | 'silent' | 'hang up' | 'silent tunnel' | number;

export interface ProxyOptions {
  readonly manner?: ProxyManner;
  /** `user:password` that it asks for. */
  readonly credentials?: string;
  /** True if it speaks TLS itself, with the good certificate. */
  readonly isSecure?: boolean;
}

export interface TestProxy {
  /** Host and port. */
  readonly host: string;
  /** Its address, with credentials if they are given. */
  url(credentials?: string): string;
  /** Method, target and headers of what it was asked. */
  readonly seen: readonly { method: string; target: string; headers: IncomingHttpHeaders }[];
  /** Everything that clients sent, as far as the proxy could read it. */
  readonly read: () => string;
  readonly openConnections: () => number;
}

/** A proxy on loopback that opens tunnels, passes plain requests on, or misbehaves. */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { manner = 'open', credentials, isSecure = false } = options;
  const seen: { method: string; target: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Duplex>();
  const tunnelled: Buffer[] = [];

  const note = ({ method = '', url = '', headers }: IncomingMessage): boolean => {
    seen.push({ method, target: url, headers });
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    return wanted === undefined || headers['proxy-authorization'] === wanted;
  };

  const server = isSecure ? https.createServer(keyAndCertificate('good')) : http.createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    // A socket that nobody reads would not tell that the client has left.
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
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!note(request)) return void response.writeHead(407).end();
    if (manner === 'silent') return undefined;
    if (manner === 'hang up') return void response.destroy();
    if (typeof manner === 'number') return void response.writeHead(manner).end();
    return passOn(request, response);
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
      // A secure one by its name: a host name is what TLS tells the server.
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

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { 'proxy-authorization': _own, ...headers } = request.headers;
  const onward = http.request(request.url ?? '', { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
