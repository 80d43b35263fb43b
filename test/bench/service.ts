import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BodySpec } from './bodies.ts';

export interface Service {
  /** The base URL of a service that answers every window with this body, after a delay. */
  baseUrl(spec: BodySpec, latencyMs?: number): string;
  stop(): void;
}

/** Starts the server. `.ci/bench.mjs` bundles it beside this code. */
export async function startService(): Promise<Service> {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'server.mjs');
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  return {
    baseUrl: ({ shape, records, repeat, encoding }, latencyMs = 0) =>
      `http://127.0.0.1:${port}/${shape}/${records}/${repeat}/${encoding}/${latencyMs}/v2/reporting`,
    stop: () => void server.kill(),
  };
}
