import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createHome, type Home } from './run-cli.ts';
import type { TestService } from './service.ts';

export interface StoredProfile {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly token?: string;
  readonly tokenCommand?: string;
  readonly caFile?: string;
  readonly insecureHttp?: unknown;
  readonly format?: string;
  readonly timeZone?: string;
  readonly weekStart?: string;
  readonly endDate?: string;
  readonly dateColumn?: unknown;
  readonly allow?: unknown;
}

export function configFile(home: Home): string {
  return path.join(home.root, '.config', 'reporting', 'config.json');
}

/** Writes the configuration file, valid or not. */
export function storeProfiles(
  home: Home,
  profiles: Readonly<Record<string, StoredProfile>>,
  defaults?: Readonly<Record<string, unknown>>,
): void {
  mkdirSync(path.dirname(configFile(home)), { recursive: true, mode: 0o700 });
  writeFileSync(configFile(home), JSON.stringify({ profiles, defaults }), { mode: 0o600 });
}

/** A home without profiles whose weeks begin on `day`. */
export function homeWithWeeks(day: string): Home {
  const home = createHome();
  storeProfiles(home, {}, { 'week-start': day });
  return home;
}

export function readConfig(home: Home): { profiles: Record<string, object>; defaults?: object } {
  return JSON.parse(readFileSync(configFile(home), 'utf8'));
}

/** The profile of the client `name` at a service. */
export function clientProfile({ baseUrl }: Pick<TestService, 'baseUrl'>, name: string): StoredProfile {
  return { baseUrl, clientId: clientIdOf(name), token: tokenOf(name) };
}

/** A UUID unique to `name`. */
export function clientIdOf(name: string): string {
  const digits = Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12);
  return `7d444840-9dc0-11d1-b245-${digits}`;
}

export function tokenOf(name: string): string {
  return `canary-${name}-3-horses-9-mules`;
}
