/** Makes the ports out of the world. What is heavy is imported when a command first needs it. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Network, Ports } from './commands/ports.ts';
import type { Context } from './context.ts';
import { calendarDateAt } from './core/calendar-date.ts';
import { DEFAULT_HEAD_TIMEOUT_MS } from './core/limits.ts';
import { ReportingError } from './core/reporting-error.ts';
import { ReaderGone } from './core/sink.ts';
import { absolutePath } from './disk/absolute-path.ts';
import { readTextFile } from './disk/read-text-file.ts';
import { zoneOfTzVariable } from './disk/tz-variable.ts';
import type { Messages } from './output/messages.ts';
import { canShowProgress, createProgress, NO_PROGRESS } from './output/progress.ts';
import { createStdoutSink } from './output/stdout-sink.ts';
import { createStyle, hasColor } from './output/style.ts';
import { createRetryPolicy } from './pipeline/retry.ts';
import { importQuietly } from './profiles/import-quietly.ts';
import { CONFIG_FILE, type ProfileStore } from './profiles/profile.ts';
import type { Connection } from './service/connection.ts';
import { version } from './version.ts';

export interface PortSettings {
  readonly allowColor: boolean;
  readonly showProgress: boolean;
}

const STDIN = '/dev/stdin';

export function createPorts(context: Context, messages: Messages, settings: () => PortSettings): Ports {
  const { env, signal, now, stdin, stdout, stderr } = context;
  const colorOf = (stream: { isTTY?: boolean }): boolean => settings().allowColor && hasColor(stream, env);
  const stdoutSink = createStdoutSink(stdout, signal);
  const written = (file: string): string =>
    absolutePath(context.workingDirectory, file, { kind: 'output', what: `write ${file}` });
  const read = (file: string, what: string): string =>
    absolutePath(context.workingDirectory, file, { kind: 'config', what: `read ${what}` });

  const tzVariable = (): string | undefined => (env.TZ === undefined ? undefined : zoneOfTzVariable(env.TZ));

  async function connectionTo(baseUrl: string, network: Network): Promise<Connection> {
    if (network === 'embedded') return {};
    const service = await import('./service/connection.ts');
    const readText = async (file: string, what: string) => readTextFile(read(file, what), what, signal);
    const connection = await service.connectionTo(baseUrl, network, env, readText);
    for (const secret of connection.proxy?.secrets ?? []) messages.hide(secret);
    return connection;
  }

  async function openProfiles({ leaveModes = false } = {}): Promise<ProfileStore> {
    const [{ createProfileStore }, { configDirectory }] = await Promise.all([
      importQuietly(() => import('./profiles/store.ts')),
      import('./disk/user-directories.ts'),
    ]);
    return createProfileStore(configDirectory(context), leaveModes ? {} : { onWarning: messages.warning });
  }

  return {
    messages,
    env,
    signal,
    now,
    today: (timeZone = tzVariable() ?? context.timeZone) => calendarDateAt(now(), timeZone),
    systemTimeZone() {
      if (env.TZ !== undefined) return tzVariable();
      return context.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    stdout: {
      isTerminal: stdout.isTTY === true,
      width: stdout.isTTY === true ? stdout.columns || 80 : undefined,
      get hasColor() {
        return colorOf(stdout);
      },
      get style() {
        return createStyle(colorOf(stdout));
      },
    },
    prompts: {
      isTerminal: stdin.isTTY === true && stderr.isTTY === true,
      async converse() {
        const { openConversation } = await import('./output/prompts.ts');
        return openConversation(context, createStyle(colorOf(stderr)));
      },
      readAll: async () => (await import('./output/prompts.ts')).readAll(context),
    },
    // A reader that has left misses what a command says; whether it went well is still to be told.
    print: (text) => stdoutSink.write(text).catch(ignoreReaderGone),
    async openSink(file, { isPaged, makesDirectories }) {
      if (file === undefined && isPaged && stdout.isTTY === true) {
        const { openPagerSink } = await import('./output/pager-sink.ts');
        return openPagerSink(stdoutSink, context, messages);
      }
      if (file === undefined || file === '/dev/stdout' || file === '/dev/fd/1') return stdoutSink;
      const { openFileSink } = await import('./output/file-sink.ts');
      return openFileSink(written(file), file, { signal, makesDirectories });
    },
    targetOf: async (file) => (await import('./disk/links.ts')).targetOf(written(file)),
    async readTextFile(file, what) {
      const name = `the ${what} ${file}`;
      return readTextFile(file === '-' ? STDIN : read(file, name), name, signal);
    },
    async createSpool() {
      const { createSpool } = await import('./segments/spool.ts');
      await context.prepareForData();
      return createSpool(context.temporaryDirectory);
    },
    async openKeptWindows(asked) {
      const [{ openKeptWindows }, { cacheDirectory }] = await Promise.all([
        import('./segments/kept-windows.ts'),
        import('./disk/user-directories.ts'),
      ]);
      return openKeptWindows(path.join(cacheDirectory(context), 'resume'), asked, now);
    },
    createProgress() {
      if (!settings().showProgress || !canShowProgress(stderr, env)) return NO_PROGRESS;
      return createProgress(stderr, createStyle(colorOf(stderr)), colorOf(stderr));
    },
    createRetryPolicy: (options) =>
      createRetryPolicy({ ...options, now, sleep: context.sleep, random: context.random }),
    openProfiles,
    async readDefaults() {
      // Where there is no file, nothing is loaded to read it.
      const { configDirectory } = await import('./disk/user-directories.ts');
      const find = (): string => path.join(configDirectory(context), CONFIG_FILE);
      // A directory that is named and cannot be found may hold defaults that change the report.
      const file = env.REPORTING_CONFIG_DIR ? find() : orUndefined(find);
      if (file === undefined || !existsSync(file)) return {};
      return (await openProfiles({ leaveModes: true })).defaults();
    },
    async inspectProfiles() {
      const [{ inspectProfiles }, { configDirectory }] = await Promise.all([
        import('./profiles/profiles-on-disk.ts'),
        import('./disk/user-directories.ts'),
      ]);
      return inspectProfiles(configDirectory(context), context.platform);
    },
    spoolSpace: async () =>
      (await import('./segments/spool-space.ts')).spoolSpace(context.temporaryDirectory),
    openProbes: async () => (await import('./service/probes.ts')).probes,
    connectionTo,
    async openService(credentials, { network, ...choices }) {
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
    startSandbox: async (options) => (await import('./sandbox/server.ts')).startSandbox(options),
    versions: {
      tool: version,
      node: process.versions.node,
      openssl: process.versions.openssl,
      platform: `${context.platform} ${process.arch}`,
    },
  };
}

/** Whoever has no place for profiles has no defaults either. */
function orUndefined<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof ReportingError) return undefined;
    throw error;
  }
}

function ignoreReaderGone(error: unknown): void {
  if (!(error instanceof ReaderGone)) throw error;
}
