import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import type { Home } from './run-cli.ts';

/** The index of a recording, as a test reads it. */
export interface Index {
  readonly windows: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

export function readIndex(home: Home, directory: string): Index {
  return JSON.parse(home.read(path.join(directory, '_index.json'))!);
}

/** The bytes of each file of a directory, by name. */
export function bytesIn(home: Home, directory: string): ReadonlyMap<string, Buffer> {
  const folder = path.join(home.work, directory);
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface ServedSandbox extends SandboxOptions {
  readonly today: string;
}

/** The embedded service on loopback, with the environment of a run against it, and its responses as fetch gets them. */
export async function serveSandbox({ today = '2026-06-15', ...options }: Partial<ServedSandbox> = {}) {
  const all = {
    port: 0,
    seed: 1,
    latencyMs: 0,
    faults: [],
    ...options,
  };
  const sandbox = await startSandbox(all, () => today);
  onTestFinished(sandbox.close);
  const { baseUrl, clientId, token } = sandbox.credentials;
  const headers = { 'reporting-api-token': token, 'client-id': clientId };
  const ask = (urlPath: string, changed: Readonly<Record<string, string>> = {}) =>
    fetch(baseUrl + urlPath, { headers: { ...headers, ...changed }, redirect: 'manual' });
  return {
    env: { REPORTING_BASE_URL: baseUrl, REPORTING_CLIENT_ID: clientId, REPORTING_API_TOKEN: token },
    baseUrl,
    headers,
    /** Requests a path below the base URL. */
    ask,
    /** The body at a path below the base URL, not compressed. */
    async bodyAt(urlPath: string): Promise<Buffer> {
      return Buffer.from(await (await ask(urlPath, { 'accept-encoding': 'identity' })).arrayBuffer());
    },
  };
}
