/** HTTP without sockets: connections of simulated processes lead to a server in memory, so that nothing depends on the system. */

import http from 'node:http';
import type net from 'node:net';
import { Duplex } from 'node:stream';
import { current, type SimulatedProcess } from './simulated-process.ts';

/** One end of a connection in memory. */
class Wire extends Duplex {
  other!: Wire;
  readonly connecting = false;
  readonly process: SimulatedProcess | undefined;
  private wanted: (() => void) | undefined;

  constructor(process?: SimulatedProcess) {
    super();
    this.process = process;
  }

  override _read(): void {
    const wanted = this.wanted;
    this.wanted = undefined;
    wanted?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.process?.clock.advance();
    if (this.other.push(chunk)) done();
    else this.other.wanted = done;
  }

  override _final(done: () => void): void {
    this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.other.destroyed) {
      const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      setImmediate(() => this.other.destroy(this.other.readableEnded ? undefined : reset));
    }
    done(error);
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  destroySoon(): void {
    this.end(() => this.destroy());
  }
}

export type Handler = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  process: SimulatedProcess,
) => unknown;

/** Connects simulated processes with `handler`. Returns a function that restores the connections of the process. */
export function installService(handler: () => Handler): () => void {
  const server = http.createServer((request, response) => {
    handler()(request, response, (request.socket as unknown as Wire).process!);
  });
  const agent = http.Agent.prototype as unknown as { createConnection: (...args: unknown[]) => unknown };
  const { createConnection } = agent;
  agent.createConnection = function (this: unknown, ...args) {
    const process = current.getStore();
    if (process === undefined) return createConnection.apply(this, args);
    const [near, far] = [new Wire(), new Wire(process)];
    [near.other, far.other] = [far, near];
    for (const end of [near, far]) end.on('error', () => undefined);
    // As a system does, after the request listens: it would wait for its time-out without that.
    if (process.isDead) setImmediate(() => near.destroy(new Error('this process was killed')));
    else current.exit(() => server.emit('connection', far as unknown as net.Socket));
    return near;
  };
  return () => {
    agent.createConnection = createConnection;
    server.close();
  };
}
