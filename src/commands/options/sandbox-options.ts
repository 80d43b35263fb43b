/** The options of the sandbox, for `reporting sandbox` and for reports with `--sandbox`. */

import { type Command, Option } from 'commander';
import { ReportingError } from '../../core/errors.ts';
import { DEFAULT_SANDBOX_SEED } from '../../core/limits.ts';
import { option, phrase } from '../../core/message.ts';
import { FAULT_SYNTAX, type Fault, parseFault } from '../../sandbox/faults.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import { wholeNumber } from './option-values.ts';

export interface SandboxCommandOptions {
  readonly seed?: number;
  readonly latency?: number;
  readonly fault?: readonly Fault[];
  readonly domainDates?: boolean;
  readonly exclusiveEnd?: boolean;
  readonly port?: number;
}

/** The options of `addSandboxOptions`. */
const SANDBOX_OPTIONS = [
  { key: 'seed', flag: '--seed' },
  { key: 'latency', flag: '--latency' },
  { key: 'fault', flag: '--fault' },
  { key: 'domainDates', flag: '--domain-dates' },
  { key: 'exclusiveEnd', flag: '--exclusive-end' },
] as const;

export function addSandboxOptions(command: Command): void {
  command
    .option('--seed <n>', 'seed of the made-up data (default: 1)', wholeNumber('seed', 0, 2 ** 31))
    .option('--latency <ms>', 'milliseconds to wait before each response', wholeNumber('latency', 0, 600_000))
    .addOption(
      new Option(
        '--fault <fault>',
        'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)',
      ).argParser((text: string, earlier: readonly Fault[] = []) => [...earlier, parseFaultOption(text)]),
    )
    .option('--domain-dates', 'give domain records a date: one record per day')
    .option('--exclusive-end', 'exclude end_date from the range');
}

/** Throws a usage error for options of the sandbox without `--sandbox`. */
export function assertSandboxOptions(options: SandboxCommandOptions & { readonly sandbox?: boolean }): void {
  if (options.sandbox === true) return;
  const alone = SANDBOX_OPTIONS.find(({ key }) => options[key] !== undefined);
  if (alone !== undefined) throw new ReportingError('usage', `${alone.flag} goes with --sandbox`);
}

/** The sandbox's own options, with defaults. */
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

function parseFaultOption(text: string): Fault {
  const fault = parseFault(text);
  if (fault !== undefined) return fault;
  throw new ReportingError('usage', phrase`${option('fault')}: unknown fault ${JSON.stringify(text)}`, {
    hint: `${FAULT_SYNTAX}, such as 503:0.1, cut@2026-02-01 or stall#2`,
  });
}
