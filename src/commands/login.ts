import { type Command, Option } from 'commander';
import { resolveNetwork, warnOfBaseUrl } from '../config/credentials.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { countOf } from '../core/count.ts';
import { MIN_SECRET_LENGTH } from '../core/redaction.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Conversation } from '../output/prompts.ts';
import {
  checkProfileName,
  chooseProfileName,
  DEFAULT_PROFILE,
  type Profile,
  type ProfileStore,
} from '../profiles/profile.ts';
import { requirePrivateDirectory } from '../profiles/profiles-on-disk.ts';
import { baseUrlOption, clientIdOption } from './credential-options.ts';
import { type DateColumns, dateColumnsOption, mergeDateColumns } from './date-column.ts';
import { type EndDateOptions, endDateOption } from './end-date.ts';
import { type IgnoredMembersOptions, ignoreMembersOption } from './ignored-members.ts';
import { caFileOption, insecureHttpOption, type NetworkOptions } from './network-options.ts';
import { text } from './option-values.ts';
import type { Ports } from './ports.ts';
import { type TimeZoneOptions, timeZoneOption } from './time-zone.ts';
import { verifyCredentials } from './verify-credentials.ts';

interface LoginOptions extends NetworkOptions, TimeZoneOptions, EndDateOptions, IgnoredMembersOptions {
  readonly dateColumn?: DateColumns;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly tokenFile?: string;
  readonly tokenStdin?: boolean;
  readonly verify: boolean;
}

export function addLoginCommand(program: Command, ports: Ports): void {
  program
    .command('login')
    .summary('check credentials against the service, and store them')
    .description(
      'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
        'Without a terminal, name all three. Nothing is stored if the service refuses them.',
    )
    .option(
      '--profile <name>',
      'name to store them under (default: REPORTING_PROFILE, the one in use, "default")',
      checkProfileName,
    )
    .addOption(baseUrlOption())
    .addOption(clientIdOption())
    .addOption(new Option('--token-stdin', 'read the API token from stdin').conflicts('tokenFile'))
    .option('--token-file <file>', 'read the API token from a file', text('--token-file'))
    .addOption(timeZoneOption('zone of today for reports with this profile, such as Europe/Berlin'))
    .addOption(
      endDateOption(
        'whether the service counts end_date, for reports with this profile: inclusive, exclusive',
      ),
    )
    .addOption(
      dateColumnsOption("column that holds the record's date, or none, for each report with this profile"),
    )
    .addOption(
      ignoreMembersOption('do not warn about these members beside the records in reports with this profile'),
    )
    .option('--no-verify', 'store without asking the service')
    .addOption(insecureHttpOption())
    .addOption(caFileOption())
    .addHelpText('after', EXAMPLES)
    .action((options: LoginOptions) => login(options, ports));
}

const EXAMPLE_URL = 'such as https://reports.example.com/v2/reporting';

const EXAMPLES = `
Examples:
  $ reporting login
  $ reporting login --profile acme \\
      --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
      --token-stdin < token.txt`;

async function login(options: LoginOptions, ports: Ports): Promise<void> {
  const { env, messages } = ports;
  requirePrivateDirectory(await ports.inspectProfiles());
  const profiles = await ports.openProfiles();
  const { name } = chooseProfileName(options.profile, env, profiles);
  const stored = profiles.read(name);
  const credentials = await askForCredentials(options, stored, ports);
  warnOfBaseUrl(credentials.baseUrl, ports);
  if (options.verify) {
    await verifyCredentials(credentials, resolveNetwork(options, ports), ports, {
      ifRefused: 'try again with another token: nothing was stored',
      ifNotReached: 'nothing was stored; --no-verify stores without asking',
    });
  }
  const { timezone: timeZone, endDate, dateColumn, ignoreMembers: ignoredMembers } = options;
  await profiles.write(name, {
    ...{ ...stored, ...credentials },
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(dateColumn === undefined ? {} : { dateColumns: mergeDateColumns(stored?.dateColumns, dateColumn) }),
    ...(ignoredMembers === undefined ? {} : { ignoredMembers }),
  });
  const isFirst = await useIfFirst(name, profiles);
  const checked = options.verify ? 'The service accepted them.' : 'They were not checked.';
  const use = isFirst ? ' Runs that name no profile use it.' : '';
  messages.summary(`Stored in profile ${name} (${profiles.file}). ${checked}${use}`);
}

/** Whoever signs in once, under whatever name, is signed in. True if the profile is now the one in use. */
async function useIfFirst(name: string, profiles: ProfileStore): Promise<boolean> {
  const isOther = profiles.defaults().profile !== undefined || profiles.names().includes(DEFAULT_PROFILE);
  if (isOther) return false;
  await profiles.setDefault('profile', name);
  return true;
}

async function askForCredentials(
  options: LoginOptions,
  stored: Profile | undefined,
  ports: Ports,
): Promise<Credentials> {
  const { prompts, env, messages } = ports;
  requireTerminalOrFlags(options, stored, ports);
  const conversation = prompts.isTerminal ? await prompts.converse() : undefined;

  /** The given value, or what the person answers, asked again until it can be read. */
  async function obtain(
    given: string | undefined,
    ask: (conversation: Conversation) => Promise<string>,
    parse: (text: string) => string,
  ): Promise<string> {
    if (given !== undefined || conversation === undefined) return parse((given ?? '').trim());
    for (;;) {
      const answer = await ask(conversation);
      try {
        return parse(answer);
      } catch (error) {
        if (!(error instanceof ReportingError)) throw error;
        messages.error(error);
      }
    }
  }

  try {
    const presets = { baseUrl: env.REPORTING_BASE_URL?.trim(), clientId: env.REPORTING_CLIENT_ID?.trim() };
    const baseUrl = await obtain(
      options.baseUrl ?? (conversation === undefined ? presets.baseUrl || stored?.baseUrl : undefined),
      ({ ask }) =>
        ask({ label: 'Base URL', example: EXAMPLE_URL, preset: presets.baseUrl || stored?.baseUrl }),
      (text) => parseBaseUrl(text, { allowInsecureHttp: options.insecureHttp === true }),
    );
    const clientId = await obtain(
      options.clientId ?? (conversation === undefined ? presets.clientId || stored?.clientId : undefined),
      ({ ask }) =>
        ask({ label: 'Client id', example: 'a UUID', preset: presets.clientId || stored?.clientId }),
      parseClientId,
    );
    const token = await obtain(
      await readToken(options, ports),
      ({ askHidden }) => askHidden('API token'),
      parseToken,
    );
    messages.hide(token);
    if (token.length < MIN_SECRET_LENGTH) {
      messages.warning(
        `the API token has only ${countOf(token.length, 'character')}: check that it is whole. ` +
          'Messages hide a token that short only where it stands as a whole value',
      );
    }
    return { baseUrl, clientId, token };
  } finally {
    conversation?.close();
  }
}

/** The token from where the options say; undefined if it is to be asked for. */
async function readToken(
  options: LoginOptions,
  { prompts, readTextFile }: Ports,
): Promise<string | undefined> {
  if (options.tokenStdin === true) return prompts.readAll();
  return options.tokenFile === undefined ? undefined : readTextFile(options.tokenFile, 'token file');
}

/** Without a terminal nobody answers: what is missing is said at once, and all of it. What is stored stays, but for the token. */
function requireTerminalOrFlags(
  options: LoginOptions,
  stored: Profile | undefined,
  { prompts, env }: Ports,
): void {
  if (prompts.isTerminal) return;
  const has = (flag: string | undefined, variable: string | undefined, kept: string | undefined): boolean =>
    flag !== undefined || Boolean(variable?.trim()) || kept !== undefined;
  const hasToken = options.tokenStdin === true || options.tokenFile !== undefined;
  const missing = [
    !has(options.baseUrl, env.REPORTING_BASE_URL, stored?.baseUrl) && '--base-url <url>',
    !has(options.clientId, env.REPORTING_CLIENT_ID, stored?.clientId) && '--client-id <uuid>',
    !hasToken && '--token-stdin',
  ].filter((flag) => flag !== false);
  if (missing.length === 0) return;
  const flags = [
    options.profile !== undefined && `--profile ${options.profile}`,
    (options.baseUrl !== undefined || missing.includes('--base-url <url>')) && '--base-url <url>',
    (options.clientId !== undefined || missing.includes('--client-id <uuid>')) && '--client-id <uuid>',
    options.tokenFile === undefined ? '--token-stdin < token.txt' : '--token-file <file>',
  ].filter((flag) => flag !== false);
  throw new ReportingError('usage', `there is no terminal to ask on, and login lacks ${missing.join(', ')}`, {
    hint: `reporting login ${flags.join(' ')}`,
  });
}
