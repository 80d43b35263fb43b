/**
 * The services that commands work with, built from the context. A service opens files and connections only when it is called. Heavy
 * modules are imported when a command first needs them.
 */

import path from 'node:path';
import type { Credentials } from './api/credentials.ts';
import type { BodyStore, ResumeStoreOptions } from './archive/body-store.ts';
import type { Defaults, ProfileStore } from './config/profile.ts';
import type { NetworkChoices, ValueWithSource } from './config/settings.ts';
import type { StoredInput } from './config/stored-input.ts';
import type { Context, Directories } from './context.ts';
import { interruptible } from './core/async.ts';
import { tryRead } from './core/errors.ts';
import { DEFAULT_HEAD_TIMEOUT_MS } from './core/limits.ts';
import { type Sink, STDOUT } from './core/sink.ts';
import { hasColor } from './core/tone.ts';
import { calendarDateAt } from './dates/date.ts';
import {
  absolutePath,
  assertWindowsNames,
  cacheDirectory,
  configDirectory,
  readTextFile,
  targetOf,
  unreadable,
  zoneOfTzVariable,
} from './fs/paths.ts';
import type { Messages } from './output/messages.ts';
import { canShowProgress, type ProgressState, showProgressLine } from './output/progress-line.ts';
import type { Conversation } from './output/prompts.ts';
import { createStdoutSink, print } from './output/stdout-sink.ts';
import type { Spool } from './records/spool.ts';
import type { RunningSandbox, SandboxOptions } from './sandbox/server.ts';
import type { Service, ServiceOptions } from './service/client.ts';
import type { Connection } from './service/connection.ts';
import { createRetryPolicy, type RetryOptions, type RetryPolicy } from './service/retry.ts';
import { version } from './version.ts';

/** The services of one run. */
export type Services = ReturnType<typeof createServices>;

/** The services that a function uses. */
export type Uses<Name extends keyof Services> = Pick<Services, Name>;

/** Loads the services of a run once. Help needs none of them. */
export type LoadServices = () => Promise<Services>;

interface SinkChoices {
  /** True to show text that is longer than the screen in a pager. */
  readonly isPaged: boolean;
  /** True to create missing directories with the first write. */
  readonly makesDirectories: boolean;
  /** True if lines may be wider than the terminal. */
  readonly isWide?: boolean;
}

type ServiceChoices = Pick<ServiceOptions, 'refusalHint' | 'addressHint' | 'onDate'> & {
  /** For DNS, proxy, connection and response head together. */
  readonly headTimeoutMs?: number;
  /** For a pause within a body. */
  readonly stallTimeoutMs?: number;
  readonly network: Network;
};

/** How to reach the service. `embedded` is a service in this process: no proxy, no extra certificates. */
type Network = NetworkChoices | 'embedded';

interface ServiceSettings {
  readonly allowColor: boolean;
  readonly showsProgress: boolean;
}

/** The names of stdin that users type. To open the last two would fail if stdin is a socket, as in a pipe made by Node. */
const STDIN = new Set(['-', '/dev/stdin', '/dev/fd/0']);

/** The services of a run. */
export function createServices(
  context: Context,
  directories: Directories,
  messages: Messages,
  { allowColor, showsProgress }: ServiceSettings,
) {
  const { env, platform, signal, now, sleep, stdout } = context;
  const { workingDirectory, temporaryDirectory } = directories;
  const colorOf = (stream: { isTTY?: boolean }): boolean => allowColor && hasColor(stream, env);
  const stdoutSink = createStdoutSink(stdout, signal);
  const user = { env, platform, ...directories };
  function outputPath(file: string): string {
    if (platform === 'win32') assertWindowsNames(file);
    return absolutePath(workingDirectory, file, 'E-cannot-write', `write ${file}`);
  }

  const inputPath = (file: string, what: string): string =>
    absolutePath(workingDirectory, file, 'E-file', `read ${what}`);

  const tzVariable = () => zoneOfTzVariable(env.TZ);
  const today = (timeZone = tzVariable() ?? context.timeZone) => calendarDateAt(now(), timeZone);

  let stdinText: Promise<string> | undefined;
  /** The text of stdin, which can be read only once. */
  function readStdin(): Promise<string> {
    stdinText ??= import('./output/prompts.ts').then(({ readAll }) => readAll(context));
    return stdinText;
  }

  async function readText(file: string, what: string): Promise<string> {
    if (!STDIN.has(file)) return readTextFile(inputPath(file, what), what, signal);
    return readStdin().catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreadable(what, error);
    });
  }

  async function connectionTo(baseUrl: string, network: Network): Promise<Connection> {
    if (network === 'embedded') return {};
    const service = await import('./service/connection.ts');
    const connection = await service.connectionTo(baseUrl, network, env, readText);
    for (const secret of connection.proxy?.secrets ?? []) messages.hide(secret);
    return connection;
  }

  let profiles: Promise<ProfileStore> | undefined;
  /** A run reads the file once. */
  function openProfiles(): Promise<ProfileStore> {
    profiles ??= import('./config/config-file.ts').then(({ createProfileStore }) =>
      createProfileStore(configDirectory(user), messages.warning),
    );
    return profiles;
  }

  const tokens = new Map<string, Promise<string>>();
  let lastCommand: Promise<unknown> = Promise.resolve();

  function runTokenCommand(command: ValueWithSource, refused = ''): Promise<string> {
    const key = `${refused} ${command.value}`;
    const known = tokens.get(key);
    if (known !== undefined) return known;
    const token = lastCommand.then(async () => {
      const { runTokenCommand: run } = await import('./config/token-command.ts');
      return run(command, {
        env,
        workingDirectory,
        readsTerminal: context.stdin.isTTY === true,
        isAttended: context.stdin.isTTY === true || context.stderr.isTTY === true,
        timeoutMs: context.tokenCommandTimeoutMs,
        signal,
      });
    });
    lastCommand = token.catch(() => undefined);
    tokens.set(key, token);
    return token;
  }

  async function openSink(output: string, { isPaged, makesDirectories, isWide }: SinkChoices): Promise<Sink> {
    if (output !== STDOUT) {
      const { openFileSink } = await import('./output/file-sink.ts');
      return openFileSink(outputPath(output), output, { signal, makesDirectories });
    }
    if (!isPaged || stdout.isTTY !== true) return stdoutSink;
    const { openPagerSink } = await import('./output/pager.ts');
    return openPagerSink(stdoutSink, { ...context, isWide }, messages);
  }

  return {
    messages,
    env,
    platform,
    /** The versions of everything that a run depends on, for a bug report. */
    versions: `reporting ${version}, Node ${process.versions.node}, OpenSSL ${process.versions.openssl}, ${platform} ${process.arch}`,
    /** Aborted with a ReportingError when the user interrupts. */
    signal,
    now,
    sleep,
    /** Today in a time zone, by its IANA name; in the system's without one. */
    today,
    /** IANA name; undefined if the system's zone has no name, or TZ names an unknown zone. */
    systemTimeZone() {
      if (env.TZ !== undefined) return tzVariable();
      return context.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    stdout: {
      isTerminal: stdout.isTTY === true,
      /** Columns; undefined without a terminal. */
      width: stdout.isTTY === true ? stdout.columns || 80 : undefined,
      /** Lines; undefined without a terminal. */
      height: stdout.isTTY === true ? stdout.rows || 24 : undefined,
      hasColor: colorOf(stdout),
    },
    prompts: {
      /** True if a user can answer. On a dumb terminal, readline erases nothing, and the keys would stand in the answers. */
      get isTerminal() {
        return context.stdin.isTTY === true && context.stderr.isTTY === true && env.TERM !== 'dumb';
      },
      /** Keeps the terminal until the conversation is closed. */
      async converse(): Promise<Conversation> {
        const { openConversation } = await import('./output/prompts.ts');
        return openConversation(context, colorOf(context.stderr));
      },
      /** All of stdin. */
      readAll: readStdin,
    },
    stderr: { isTerminal: context.stderr.isTTY === true },
    /** Writes the output of a command other than a report to stdout. */
    print: (text: string) => print(text, context),
    /** A sink for the output of a plan: a path as the user gave it, or `STDOUT`. */
    openSink,
    /** The absolute path of an output file, with links resolved. */
    targetOf: (file: string) => targetOf(outputPath(file)),
    /** The path of a file from the root. */
    absolutePath: (file: string) => inputPath(file, file),
    /** The text of a file. Throws a configuration error, in which `what` completes "cannot read the …". */
    readTextFile: (file: string, what: string) => readText(file, `the ${what} ${file}`),
    /**
     * The token that a command prints. Each command runs once in a run, and once more for each of its tokens that the service
     * refused; one after the other, since it may ask the user.
     */
    runTokenCommand,
    /** Tokens of commands that the service has accepted in this run. */
    acceptedTokens: new Set<string>(),
    async createSpool(stop?: AbortSignal): Promise<Spool> {
      const { createSpool } = await import('./records/spool.ts');
      void context.prepareForData();
      return createSpool(temporaryDirectory, stop);
    },
    /** Opens the windows that runs with `resume` have stored. Throws output errors. */
    async openResumeStore(options: Omit<ResumeStoreOptions, 'now'>): Promise<BodyStore> {
      const { openResumeStore } = await import('./archive/body-store.ts');
      return openResumeStore(path.join(cacheDirectory(user), 'resume'), { ...options, now });
    },
    /** Opens a dataset, or a recording, whose files it compares with the index. Throws a usage error for another directory. */
    async openInput(directory: string): Promise<StoredInput> {
      const { openInput } = await import('./source/input.ts');
      return interruptible(openInput(inputPath(directory, directory), directory), signal);
    },
    /** Shows the state that `read` returns, if the user wants to see it. Returns a function that removes it. */
    showProgress(read: () => ProgressState): () => void {
      const { stderr } = context;
      if (!showsProgress || !canShowProgress(stderr, env)) return () => undefined;
      return showProgressLine(read, stderr, colorOf(stderr));
    },
    createRetryPolicy: (options: Omit<RetryOptions, 'now' | 'sleep' | 'random'>): RetryPolicy =>
      createRetryPolicy({ ...options, now, sleep, random: context.random }),
    openProfiles,
    /** The stored defaults; empty if nothing is stored. Throws a configuration error for a broken file. */
    async readDefaults(): Promise<Defaults> {
      // Without a directory there are no defaults. One that the user names must be found: it may hold some that change the report.
      const hasDirectory = env.REPORTING_CONFIG_DIR || tryRead(() => configDirectory(user)) !== undefined;
      return hasDirectory ? (await openProfiles()).defaults() : {};
    },
    /** Throws a configuration error without a directory for profiles. */
    profilesDirectory: () => configDirectory(user),
    /** The connection to a base URL: proxy and TLS. Throws a configuration error for an unusable proxy or file. */
    connectionTo,
    async openService(credentials: Credentials, { network, ...choices }: ServiceChoices): Promise<Service> {
      const { createService } = await import('./service/client.ts');
      const connection = await connectionTo(credentials.baseUrl, network);
      return createService(credentials, {
        headTimeoutMs: DEFAULT_HEAD_TIMEOUT_MS,
        stallTimeoutMs: context.stallTimeoutMs,
        userAgent: `reporting/${version}`,
        now,
        onExchange: messages.debug,
        ...connection,
        ...choices,
      });
    },
    /** A sandbox without records after today in a time zone. */
    startSandbox: async (options: SandboxOptions, timeZone?: string): Promise<RunningSandbox> =>
      (await import('./sandbox/server.ts')).startSandbox(options, () => today(timeZone)),
  };
}
