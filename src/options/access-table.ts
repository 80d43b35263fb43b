/** The options for the service, the credentials and the sandbox, and those of the commands that manage them. */

import { END_DATES } from '../api/wire.ts';
import { checkProfileName } from '../config/profile.ts';
import {
  asText,
  count,
  dateColumns,
  offering,
  oneOf,
  profileName,
  seconds,
  text,
  type ValueType,
  warningNames,
  weekday,
  wholeNumber,
  zone,
} from '../config/value-types.ts';
import { parseColumnNames } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { FAULT_KINDS, FAULT_SYNTAX, type Fault, parseFault } from '../sandbox/sandbox-settings.ts';
import { type OptionsOf, section } from './flag.ts';

/** Names in their order on the command line, each once. */
const profileNames: ValueType<readonly string[]> = {
  parse: (list, flag, earlier) => parseColumnNames(list, earlier, flag).map(checkProfileName),
  offers: 'profile',
};

const faults: ValueType<readonly Fault[]> = {
  parse(value, flag, earlier = []) {
    const fault = parseFault(value);
    if (fault !== undefined) return [...earlier, fault];
    throw new ReportingError('E-option-value', `${flag}: unknown fault ${JSON.stringify(value)}`, {
      hint: `${FAULT_SYNTAX}, such as 503:0.1, cut@2026-02-01 or stall#2`,
    });
  },
  offers: [...FAULT_KINDS, '429', '500', '503'],
  isRepeatable: true,
};

/** The default of `--profile`, for help. */
const PROFILE_DEFAULT = '(default: REPORTING_PROFILE, then `config set profile`, then "default")';

/** The heading of options that select where records come from. */
export const SOURCE = 'Source:';

const CREDENTIALS = section(SOURCE, {
  profile: {
    flags: '--profile <name>',
    help: `stored credentials to use ${PROFILE_DEFAULT}`,
    value: profileName,
  },
});

/** Like `CREDENTIALS`, for several clients. */
export const MANY_CREDENTIALS = section(SOURCE, {
  profile: {
    flags: '--profile <a,b>',
    help: `stored credentials to use; several make one report, or one file each ${PROFILE_DEFAULT}`,
    value: profileNames,
  },
  allProfiles: {
    flags: '--all-profiles',
    help: 'use all stored profiles',
    brief: 'all stored clients in one report, or one file each',
    excludes: ['profile'],
  },
});

/** The sandbox's own options: those of `reporting sandbox`, and of the variable for reports with `--sandbox`. */
export const SANDBOX_FLAGS = {
  seed: {
    flags: '--seed <n>',
    help: 'seed of the sandbox data (default: 1)',
    value: wholeNumber(0, 2 ** 31),
  },
  latency: {
    flags: '--latency <ms>',
    help: 'milliseconds to wait before each response',
    value: wholeNumber(0, 600_000),
  },
  fault: {
    flags: '--fault <fault>',
    help: `inject a fault: ${FAULT_SYNTAX}; may be repeated`,
    value: faults,
  },
} as const;

const SANDBOX_SWITCH = {
  flags: '--sandbox',
  help: 'pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)',
  brief: 'sandbox data: works without an account',
  excludes: Object.keys(MANY_CREDENTIALS.flags),
} as const;

export const WITHOUT_ACCOUNT = section(SOURCE, { sandbox: SANDBOX_SWITCH });

const outputFormat = oneOf(['text', 'json']);
const FORMAT = {
  flags: '-f, --format <name>',
  help: 'output format',
  value: outputFormat,
  default: 'text',
} as const;

export const SANDBOX = [
  section(undefined, {
    port: {
      flags: '--port <n>',
      help: 'port to listen on (default: any free one)',
      value: wholeNumber(0, 65_535),
    },
    ...SANDBOX_FLAGS,
  }),
] as const;

export const DOCTOR = [
  section(undefined, {
    format: FORMAT,
    timeout: {
      flags: '--timeout <seconds>',
      help: 'seconds to wait in each step',
      value: seconds,
      default: 10_000,
      shownDefault: '10',
    },
  }),
  CREDENTIALS,
  section(SOURCE, {
    sandbox: { ...SANDBOX_SWITCH, help: 'check against the embedded sandbox' },
  }),
] as const;

export const WHOAMI = [section(undefined, { format: FORMAT }), CREDENTIALS] as const;

export const LOGIN = [
  section(undefined, {
    profile: {
      flags: '--profile <name>',
      help: `profile to store them in ${PROFILE_DEFAULT}`,
      value: profileName,
    },
    baseUrl: {
      flags: '--base-url <url>',
      help: 'address of the service, such as https://reports.example.com/v2/reporting',
      value: text,
    },
    clientId: { flags: '--client-id <uuid>', help: 'client to report on', value: text },
    tokenStdin: {
      flags: '--token-stdin',
      help: 'read the API token from stdin',
      excludes: ['tokenFile', 'tokenCommand'],
    },
    tokenFile: {
      flags: '--token-file <file>',
      help: 'read the API token from a file',
      value: offering('file', text),
    },
    tokenCommand: {
      flags: '--token-command <command>',
      help: 'store this command, which prints the API token, instead of the token; runs without a shell',
      value: text,
      excludes: ['tokenFile'],
    },
    caFile: {
      flags: '--ca-file <file>',
      help: 'PEM file with CA certificates to trust, in addition to the built-in ones, in reports with this profile',
      value: offering('file', text),
    },
    insecureHttp: {
      flags: '--insecure-http',
      help: 'allow plain http to other machines, in reports with this profile',
    },
    timezone: {
      flags: '--timezone <zone>',
      help: 'time zone of today in reports with this profile, such as Europe/Berlin',
      value: zone,
    },
    weekStart: {
      flags: '--week-start <day>',
      help: 'first day of the week for wtd, last-week and --by week, in reports with this profile',
      value: weekday,
    },
    endDate: {
      flags: '--end-date <way>',
      help: 'whether the service counts end_date, in reports with this profile (REPORTING_END_DATE overrides it)',
      value: oneOf(END_DATES),
    },
    dateColumn: {
      flags: '--date-column <revenue=a,domains=b>',
      help: 'column with the date of each record, or none, in reports with this profile',
      value: asText(dateColumns),
    },
    allow: {
      flags: '--allow <a,b>',
      help: 'silence only these warnings in reports with this profile: gaps:2026-12-25, partial:limit, or none',
      value: asText(warningNames),
    },
    verify: { flags: '--no-verify', help: 'store without checking against the service' },
  }),
] as const;

export const LOGOUT = [
  section(undefined, {
    profile: { flags: '--profile <name>', help: `profile to remove ${PROFILE_DEFAULT}`, value: profileName },
  }),
] as const;

export const PROFILES = [
  section(undefined, { format: { ...FORMAT, value: oneOf(['text', 'json', 'names']) } }),
] as const;

export const CONFIG_LIST = [section(undefined, { format: FORMAT })] as const;

/** The options of every command. */
export const MESSAGES = [
  section('Messages:', {
    quiet: { flags: '-q, --quiet', help: 'hide notes, summaries and progress' },
    verbose: {
      flags: '-v, --verbose',
      help: 'print notes and details of each request; -vv: debugging details, without the token',
      value: count,
    },
    color: { flags: '--no-color', help: 'disable colors (also: NO_COLOR)' },
    errorFormat: {
      flags: '--error-format <name>',
      help: 'format of messages',
      value: outputFormat,
      default: 'text',
    },
  }),
] as const;

export type SandboxCommandOptions = OptionsOf<typeof SANDBOX>;
export type DoctorOptions = OptionsOf<typeof DOCTOR>;
export type LoginOptions = OptionsOf<typeof LOGIN>;
export type WhoamiOptions = OptionsOf<typeof WHOAMI>;
export type ProfilesOptions = OptionsOf<typeof PROFILES>;
export type ConfigOptions = OptionsOf<typeof CONFIG_LIST>;
/** The options of every command, as commander gives them. */
export type CommonOptions = OptionsOf<typeof MESSAGES>;
