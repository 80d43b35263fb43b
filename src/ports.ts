/** Makes the ports out of the world. What is heavy is imported when a command first needs it. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ports } from './commands/ports.ts';
import type { Context } from './context.ts';
import { calendarDateAt } from './core/calendar-date.ts';
import { ReportingError } from './core/reporting-error.ts';
import type { Messages } from './output/messages.ts';
import { canShowProgress, createProgress, NO_PROGRESS } from './output/progress.ts';
import { createStdoutSink } from './output/stdout-sink.ts';
import { createStyle, hasColor } from './output/style.ts';
import { createRetryPolicy } from './pipeline/retry.ts';
import { version } from './version.ts';

export interface PortSettings {
  readonly allowColor: boolean;
  readonly showProgress: boolean;
}

/** A body that is silent for longer is given up. */
const STALL_TIMEOUT_MS = 30_000;
const DEFAULT_HEAD_TIMEOUT_MS = 60_000;

export function createPorts(context: Context, messages: Messages, settings: () => PortSettings): Ports {
  const { env, signal, now, stdin, stdout, stderr } = context;
  const colorOf = (stream: { isTTY?: boolean }): boolean => settings().allowColor && hasColor(stream, env);
  const stdoutSink = createStdoutSink(stdout, signal);
  const absolute = (file: string): string => path.resolve(context.workingDirectory, file);

  return {
    messages,
    env,
    signal,
    now,
    today: () => calendarDateAt(now(), context.timeZone),
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
      ask: async (question, preset) => (await import('./output/prompts.ts')).ask(context, question, preset),
      askHidden: async (question) => (await import('./output/prompts.ts')).askHidden(context, question),
      readAll: async () => (await import('./output/prompts.ts')).readAll(context),
    },
    print: (text) => stdoutSink.write(text),
    async openSink(file) {
      if (file === undefined) return stdoutSink;
      const { openFileSink } = await import('./output/file-sink.ts');
      return openFileSink(absolute(file), file);
    },
    readTextFile: (file) => readTextFile(absolute(file), file),
    async createSpool() {
      const { createSpool } = await import('./segments/spool.ts');
      return createSpool(context.temporaryDirectory);
    },
    createProgress() {
      if (!settings().showProgress || !canShowProgress(stderr, env)) return NO_PROGRESS;
      return createProgress(stderr, createStyle(colorOf(stderr)), colorOf(stderr));
    },
    createRetryPolicy: (options) =>
      createRetryPolicy({ ...options, now, sleep: context.sleep, random: context.random }),
    async openProfiles({ leaveModes = false } = {}) {
      const [{ createProfileStore }, { configDirectory }] = await Promise.all([
        import('./profiles/store.ts'),
        import('./profiles/config-directory.ts'),
      ]);
      return createProfileStore(configDirectory(context), leaveModes ? {} : { onWarning: messages.warning });
    },
    async inspectProfiles() {
      const [{ inspectProfiles }, { configDirectory }] = await Promise.all([
        import('./profiles/profiles-on-disk.ts'),
        import('./profiles/config-directory.ts'),
      ]);
      return inspectProfiles(configDirectory(context), context.platform);
    },
    spoolSpace: async () =>
      (await import('./segments/spool-space.ts')).spoolSpace(context.temporaryDirectory),
    openProbes: async () => (await import('./service/probes.ts')).probes,
    async openService(credentials, choices) {
      const { createService } = await import('./service/client.ts');
      return createService(credentials, {
        headTimeoutMs: DEFAULT_HEAD_TIMEOUT_MS,
        stallTimeoutMs: STALL_TIMEOUT_MS,
        userAgent: `reporting/${version}`,
        now,
        onExchange: messages.debug,
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

function readTextFile(absolute: string, file: string): string {
  try {
    return readFileSync(absolute, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ReportingError('config', `cannot read the token file ${file}: ${code}`);
  }
}
