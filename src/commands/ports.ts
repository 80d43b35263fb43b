/** What commands are handed to work with: each opens, loads and asks only when it is called. */

import type { Credentials } from '../contract/credentials.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { Sink } from '../core/sink.ts';
import type { Messages } from '../output/messages.ts';
import type { Progress } from '../output/progress.ts';
import type { Conversation } from '../output/prompts.ts';
import type { Style } from '../output/style.ts';
import type { FindSameAnswer } from '../pipeline/identical-windows.ts';
import type { RetryOptions, RetryPolicy } from '../pipeline/retry.ts';
import type { Defaults, ProfileStore } from '../profiles/profile.ts';
import type { ProfilesOnDisk } from '../profiles/profiles-on-disk.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import type { RunningSandbox, SandboxOptions } from '../sandbox/server.ts';
import type { Asked, KeptWindows } from '../segments/kept-windows.ts';
import type { Spool } from '../segments/spool.ts';
import type { SpoolSpace } from '../segments/spool-space.ts';
import type { Service } from '../service/client.ts';
import type { Connection } from '../service/connection.ts';
import type { ServiceOptions } from '../service/exchange.ts';
import type { Probes } from '../service/probes.ts';

export interface Ports {
  readonly messages: Messages;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The day that it is in a time zone, by its IANA name; in the system's, if none is given. */
  readonly today: (timeZone?: string) => CalendarDate;
  /** IANA name; undefined for a setting that has none, and where the variable TZ has a value that names no zone. */
  readonly systemTimeZone: () => string | undefined;
  readonly stdout: Terminal;
  readonly prompts: Prompts;
  /** Writes a short text to stdout: what a command says, other than a report. */
  readonly print: (text: string) => Promise<void>;
  /** Path as the user named it, or undefined for stdout. */
  readonly openSink: (file: string | undefined, choices: SinkChoices) => Promise<Sink>;
  /** The absolute path of what a file that is to be written leads to, behind links. */
  readonly targetOf: (file: string) => Promise<string>;
  /** Throws a configuration error that says what the file is: `what` completes "cannot read the …". */
  readonly readTextFile: (file: string, what: string) => Promise<string>;
  readonly createSpool: () => Promise<Spool>;
  readonly openKeptWindows: (asked: Asked) => Promise<KeptWindows>;
  readonly createProgress: () => Progress;
  readonly createRetryPolicy: (options: Omit<RetryOptions, 'now' | 'sleep' | 'random'>) => RetryPolicy;
  readonly openProfiles: (options?: ProfileChoices) => Promise<ProfileStore>;
  /** What the user has chosen for all runs; nothing where nothing is stored. Throws a configuration error for a file that is broken. */
  readonly readDefaults: () => Promise<Defaults>;
  /** Throws a configuration error where there is no place for profiles. */
  readonly inspectProfiles: () => Promise<ProfilesOnDisk>;
  readonly spoolSpace: () => Promise<SpoolSpace>;
  readonly openProbes: () => Promise<Probes>;
  /** How requests to a base URL would go. Throws a configuration error for a proxy or a file that cannot be used. */
  readonly connectionTo: (baseUrl: string, network: Network) => Promise<Connection>;
  readonly openService: (credentials: Credentials, options: ServiceChoices) => Promise<Service>;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
  readonly versions: Versions;
  /** Set where each client has a run of its own. */
  readonly findSameAnswer?: FindSameAnswer | undefined;
}

export interface SinkChoices {
  /** True if text that is longer than the screen of a terminal goes to a pager. */
  readonly isPaged: boolean;
  /** True if directories that are missing are made when there is something to write. */
  readonly makesDirectories: boolean;
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
  /** Takes the terminal until it is closed. */
  converse(): Promise<Conversation>;
  /** All of stdin. */
  readAll(): Promise<string>;
}

export type ServiceChoices = Pick<ServiceOptions, 'refusalHint' | 'onHead' | 'endDate'> & {
  /** For lookup, proxy, connection and response head together. */
  readonly headTimeoutMs?: number;
  /** For silence within a body. */
  readonly stallTimeoutMs?: number;
  readonly network: Network;
};

/** How to get to the service, and whom TLS trusts there. Straight and as Node does, for a service in this process. */
export type Network = NetworkChoices | 'embedded';

/** What options say of the network between here and the service; the environment's proxies come on top. */
export interface NetworkChoices {
  /** A file of certificates to trust beside Node's own. */
  readonly caFile: Sourced | undefined;
  /** True if plain http may leave this machine. */
  readonly allowInsecureHttp: boolean;
}
