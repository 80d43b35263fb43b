/** The options that shape the sandbox, for its own command and for a report with `--sandbox`. */

import { type Command, Option } from 'commander';
import { DEFAULT_SANDBOX_SEED } from '../core/limits.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { FAULT_SYNTAX, type Fault, parseFault } from '../sandbox/faults.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import { wholeNumber } from './option-values.ts';

export interface SandboxCommandOptions {
  readonly seed?: number;
  readonly latency?: number;
  readonly fault?: readonly Fault[];
  readonly domainDates?: boolean;
  readonly exclusiveEnd?: boolean;
  readonly port?: number;
}

/** What `addSandboxOptions` adds. */
const SANDBOX_OPTIONS = [
  { key: 'seed', flag: '--seed' },
  { key: 'latency', flag: '--latency' },
  { key: 'fault', flag: '--fault' },
  { key: 'domainDates', flag: '--domain-dates' },
  { key: 'exclusiveEnd', flag: '--exclusive-end' },
] as const;

export function addSandboxOptions(command: Command): void {
  command
    .option(
      '--seed <n>',
      'other figures, the same ones each time (default: 1)',
      wholeNumber('--seed', 0, 2 ** 31),
    )
    .option('--latency <ms>', 'wait before each answer', wholeNumber('--latency', 0, 600_000))
    .addOption(
      new Option(
        '--fault <fault>',
        'misbehave, such as 503:0.1 or cut#2: `reporting help sandbox` lists all; may be repeated',
      ).argParser((text: string, earlier: readonly Fault[] = []) => [...earlier, readFault(text)]),
    )
    .option('--domain-dates', 'give domain records a date: one record a day')
    .option('--exclusive-end', 'count end_date as outside the range');
}

/** Throws a usage error for orders to the sandbox that would reach the real service, which knows none. */
export function assertSandboxOptions(options: SandboxCommandOptions & { readonly sandbox?: boolean }): void {
  if (options.sandbox === true) return;
  const alone = SANDBOX_OPTIONS.find(({ key }) => options[key] !== undefined);
  if (alone !== undefined) throw new ReportingError('usage', `${alone.flag} goes with --sandbox`);
}

export function sandboxOptions(options: SandboxCommandOptions): SandboxOptions {
  return {
    seed: options.seed ?? DEFAULT_SANDBOX_SEED,
    latencyMs: options.latency ?? 0,
    faults: options.fault ?? [],
    domainDates: options.domainDates === true,
    exclusiveEnd: options.exclusiveEnd === true,
    port: options.port ?? 0,
  };
}

function readFault(text: string): Fault {
  const fault = parseFault(text);
  if (fault !== undefined) return fault;
  throw new ReportingError('usage', `--fault ${JSON.stringify(text)} is no fault that the sandbox knows`, {
    hint: `${FAULT_SYNTAX}, such as 503:0.1, cut@2026-02-01 or stall#2`,
  });
}
