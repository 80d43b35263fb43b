import { ReportingError } from '../core/errors.ts';
import { DEFAULT_SANDBOX_SEED } from '../core/limits.ts';
import { splitCommand } from '../core/shell.ts';
import { flagOf } from '../core/text.ts';
import { SANDBOX_FLAGS, type SandboxCommandOptions } from '../options/access-table.ts';
import type { Flag } from '../options/flag.ts';
import type { SandboxOptions } from '../sandbox/server.ts';

/** The sandbox's own options, with defaults. */
export function sandboxOptions(options: SandboxCommandOptions): SandboxOptions {
  const { seed = DEFAULT_SANDBOX_SEED, latency: latencyMs = 0, fault: faults = [], port = 0 } = options;
  return { seed, latencyMs, faults, port };
}

const VARIABLE = 'REPORTING_SANDBOX';

/** The options by their flags, each with its member. */
const BY_FLAG: ReadonlyMap<string, readonly [string, Flag]> = new Map(
  Object.entries<Flag>(SANDBOX_FLAGS).map((entry) => [flagOf(entry[0]), entry]),
);

/** The sandbox's own options in the variable for reports with `--sandbox`. Throws a usage error that names the variable. */
export function readSandboxVariable(env: Readonly<Record<string, string | undefined>>): SandboxCommandOptions {
  const { words: closed, open } = splitCommand(env[VARIABLE] ?? '');
  const words = open === undefined ? closed : [...closed, open];
  const options: Record<string, unknown> = {};
  for (let index = 0; index < words.length; index++) {
    const [flag = '', joined] = words[index]!.split(/=(.*)/s);
    const [member, { value }] = BY_FLAG.get(flag) ?? [undefined, {}];
    const text = joined ?? (value && words[++index]);
    if (member === undefined || text === undefined) {
      throw new ReportingError(
        'E-option-value',
        `${VARIABLE} cannot be read at ${JSON.stringify(words[index] ?? flag)}`,
        {
          hint: `for example: ${VARIABLE}='--seed 7 --fault 503:0.1'; the options are: ${[...BY_FLAG.keys()].join(', ')}`,
        },
      );
    }
    options[member] = value!.parse(text, `${flag} in ${VARIABLE}`, options[member]);
  }
  return options;
}
