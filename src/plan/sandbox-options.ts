import { ReportingError } from '../core/errors.ts';
import { DEFAULT_SANDBOX_SEED } from '../core/limits.ts';
import { flagOf } from '../core/option-names.ts';
import { SANDBOX_KEYS, type SandboxCommandOptions } from '../options/access-table.ts';
import type { SandboxOptions } from '../sandbox/server.ts';

/** Throws a usage error for options of the sandbox without `--sandbox`. */
export function assertSandboxOptions(options: SandboxCommandOptions & { readonly sandbox?: boolean }): void {
  if (options.sandbox === true) return;
  const alone = SANDBOX_KEYS.find((key) => options[key] !== undefined);
  if (alone !== undefined)
    throw new ReportingError('E-option-conflict', `${flagOf(alone)} goes with --sandbox`);
}

/** The sandbox's own options, with defaults. */
export function sandboxOptions(options: SandboxCommandOptions): SandboxOptions {
  return {
    seed: options.seed ?? DEFAULT_SANDBOX_SEED,
    latencyMs: options.latency ?? 0,
    faults: options.fault ?? [],
    domainDates: options.domainDates === true,
    exclusiveEnd: options.exclusiveEnd === true,
    currencies: options.currencies === true,
    port: options.port ?? 0,
  };
}
