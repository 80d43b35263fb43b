/** What commands are handed to work with: each opens, loads and asks only when it is called. */

import type { Credentials } from '../contract/credentials.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { Sink } from '../core/sink.ts';
import type { Messages } from '../output/messages.ts';
import type { Progress } from '../output/progress.ts';
import type { Conversation } from '../output/prompts.ts';
import type { RetryOptions, RetryPolicy } from '../pipeline/retry.ts';
import type { ProfileStore } from '../profiles/profile.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import type { RunningSandbox, SandboxOptions } from '../sandbox/server.ts';
import type { Asked, KeptWindows } from '../segments/kept-windows.ts';
import type { Spool } from '../segments/spool.ts';
import type { Service } from '../service/client.ts';
import type { ServiceOptions } from '../service/exchange.ts';

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
  /** Throws a configuration error that says what the file is: `what` completes "cannot read the …". */
  readonly readTextFile: (file: string, what: string) => string;
  readonly createSpool: () => Promise<Spool>;
  readonly openKeptWindows: (asked: Asked) => Promise<KeptWindows>;
  readonly createProgress: () => Progress;
  readonly createRetryPolicy: (
    options: Pick<RetryOptions, 'retries' | 'concurrency' | 'onWait' | 'onWaited' | 'onConcurrency'>,
  ) => RetryPolicy;
  readonly openProfiles: () => Promise<ProfileStore>;
  readonly openService: (credentials: Credentials, options: ServiceChoices) => Promise<Service>;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
}

export interface Terminal {
  readonly isTerminal: boolean;
  /** Undefined where there is no terminal. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
}

export interface Prompts {
  /** True if there is someone to ask. */
  readonly isTerminal: boolean;
  /** Takes the terminal until it is closed. */
  converse(): Promise<Conversation>;
  /** All of stdin. */
  readAll(): Promise<string>;
}

export type ServiceChoices = Pick<ServiceOptions, 'loginHint'> & {
  /** For lookup, proxy, connection and response head together. */
  readonly headTimeoutMs?: number;
  /** How to get to the service, and whom TLS trusts there. Straight and as Node does, for a service in this process. */
  readonly network: NetworkChoices | 'embedded';
};

/** What options say of the network between here and the service; the environment's proxies come on top. */
export interface NetworkChoices {
  /** A file of certificates to trust beside Node's own. */
  readonly caFile: Sourced | undefined;
  /** True if plain http may leave this machine. */
  readonly allowInsecureHttp: boolean;
}
