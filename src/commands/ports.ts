/** What commands are handed to work with: each opens, loads and asks only when it is called. */

import type { Credentials } from '../contract/credentials.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { Sink } from '../core/sink.ts';
import type { Messages } from '../output/messages.ts';
import type { Progress } from '../output/progress.ts';
import type { Style } from '../output/style.ts';
import type { RetryOptions, RetryPolicy } from '../pipeline/retry.ts';
import type { ProfileStore } from '../profiles/profile.ts';
import type { ProfilesOnDisk } from '../profiles/profiles-on-disk.ts';
import type { RunningSandbox, SandboxOptions } from '../sandbox/server.ts';
import type { Spool } from '../segments/spool.ts';
import type { SpoolSpace } from '../segments/spool-space.ts';
import type { Service } from '../service/client.ts';
import type { ServiceOptions } from '../service/exchange.ts';
import type { Probes } from '../service/probes.ts';

export interface Ports {
  readonly messages: Messages;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly today: () => CalendarDate;
  readonly stdout: Terminal;
  readonly prompts: Prompts;
  /** Writes a short text to stdout: what a command says, other than a report. */
  readonly print: (text: string) => Promise<void>;
  /** Path as the user named it, or undefined for stdout. */
  readonly openSink: (file: string | undefined) => Promise<Sink>;
  readonly readTextFile: (file: string) => string;
  readonly createSpool: () => Promise<Spool>;
  readonly createProgress: () => Progress;
  readonly createRetryPolicy: (options: Pick<RetryOptions, 'retries' | 'onWait'>) => RetryPolicy;
  readonly openProfiles: (options?: ProfileChoices) => Promise<ProfileStore>;
  /** Throws a configuration error where there is no place for profiles. */
  readonly inspectProfiles: () => Promise<ProfilesOnDisk>;
  readonly spoolSpace: () => Promise<SpoolSpace>;
  readonly openProbes: () => Promise<Probes>;
  readonly openService: (credentials: Credentials, options: ServiceChoices) => Promise<Service>;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
  readonly versions: Versions;
}

export interface Versions {
  readonly tool: string;
  readonly node: string;
  readonly openssl: string;
  /** Operating system and processor: `linux x64`. */
  readonly platform: string;
}

export interface ProfileChoices {
  /** Leaves a file that others can read as it is, for a command that is to change nothing. */
  readonly leaveModes?: boolean;
}

export interface Terminal {
  readonly isTerminal: boolean;
  /** Undefined where there is no terminal. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  readonly style: Style;
}

export interface Prompts {
  /** True if there is someone to ask. */
  readonly isTerminal: boolean;
  /** The answer, trimmed; `preset` for an empty one. */
  ask(question: string, preset?: string): Promise<string>;
  /** The answer, trimmed, never shown. */
  askHidden(question: string): Promise<string>;
  /** All of stdin. */
  readAll(): Promise<string>;
}

export type ServiceChoices = Pick<ServiceOptions, 'loginHint' | 'onHead'> & {
  /** For lookup, connection and response head together. */
  readonly headTimeoutMs?: number;
  /** For silence within a body. */
  readonly stallTimeoutMs?: number;
};
