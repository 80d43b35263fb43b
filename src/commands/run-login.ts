import path from 'node:path';
import { type Credentials, correctBaseUrl, parseBaseUrl, parseClientId, parseToken } from '../api/credentials.ts';
import { mergeDateColumns } from '../config/date-columns.ts';
import {
  assertPrivateDirectory,
  chooseProfileName,
  DEFAULT_PROFILE,
  type Profile,
  type ProfileInUse,
  storedDefault,
} from '../config/profile.ts';
import { resolveNetwork, warnOfBaseUrl } from '../config/resolve-credentials.ts';
import type { NetworkChoices } from '../config/settings.ts';
import { verifyCredentials } from '../config/verify-credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { CHECK_TIMEOUT_MS } from '../core/limits.ts';
import { flagOf } from '../core/option-names.ts';
import { MIN_SECRET_LENGTH } from '../core/redaction.ts';
import { countOf, shellWord } from '../core/text.ts';
import { WEEKDAY_NAMES } from '../dates/date.ts';
import type { LoginOptions } from '../options/access-table.ts';
import type { Conversation } from '../output/prompts.ts';
import type { Services, Uses } from '../services.ts';

const EXAMPLE_URL = 'https://…/v2/reporting';

/** Asks for the missing credentials, checks them against the service, and stores them. */
export async function runLogin(options: LoginOptions, services: Services): Promise<void> {
  const { env, messages } = services;
  assertPrivateDirectory(await services.inspectProfiles());
  const profiles = await services.openProfiles();
  const { name } = chooseProfileName(options.profile, env, profiles);
  const stored = profiles.read(name);
  const former = storedDefault(profiles);
  const network = loginNetwork(options, { profileName: name, profile: stored }, services);
  const { token, ...address } = await askUntilAccepted(options, { stored, network }, services);
  const { tokenCommand, caFile, insecureHttp } = options;
  const { token: _token, tokenCommand: _command, ...kept } = stored ?? {};
  const { timezone: timeZone, weekStart, endDate, dateColumn, allow } = options;
  await profiles.write(name, {
    ...{ ...kept, ...address },
    ...(tokenCommand === undefined ? { token } : { tokenCommand }),
    ...(caFile === undefined ? {} : { caFile: services.absolutePath(caFile) }),
    ...(insecureHttp === true ? { insecureHttp } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(weekStart === undefined ? {} : { weekStart: WEEKDAY_NAMES[weekStart - 1]! }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(dateColumn === undefined ? {} : { dateColumns: mergeDateColumns(stored?.dateColumns, dateColumn) }),
    ...(allow === undefined ? {} : { allow }),
  });
  // A first login without a name needs no such word.
  const hasOthers = name !== DEFAULT_PROFILE || profiles.names().length > 1;
  const isNewDefault = hasOthers && former !== name && storedDefault(profiles) === name;
  const { clientId } = address;
  const as = `client ${clientId}, profile ${name}${isNewDefault ? ' (now the default)' : ''}`;
  if (!services.prompts.isTerminal) {
    const what = tokenCommand === undefined ? 'token' : 'token command';
    messages.note(`stored base URL, client id and ${what} of ${as}, in ${profiles.file}`);
    return;
  }
  const done = options.verify ? `✓ Signed in as ${as}` : `Stored ${as}. The service did not check it`;
  messages.summary(`${done}.`);
  const isDefault = isNewDefault || chooseProfileName(undefined, env, profiles).name === name;
  const profile = isDefault ? '' : ` --profile ${shellWord(name)}`;
  messages.summary(`Try: reporting revenue --period last-month${profile}`);
  messages.summary(`If a report fails: reporting doctor${profile}`);
}

/** What a login starts with. */
interface Known {
  readonly stored: Profile | undefined;
  readonly network: NetworkChoices;
}

/** The network settings of the options, or else those that a report with the profile uses. */
function loginNetwork(
  { caFile, insecureHttp }: LoginOptions,
  inUse: ProfileInUse,
  services: Uses<'env'>,
): NetworkChoices {
  const { caFile: found, allowInsecureHttp } = resolveNetwork(inUse, services);
  return {
    caFile: caFile === undefined ? found : { value: caFile, source: '--ca-file' },
    allowInsecureHttp: insecureHttp === true || allowInsecureHttp,
  };
}

/** The values to ask for. Others keep what is known. */
type Asked = 'all' | 'token' | 'client and token';

/** Asks for credentials until the service accepts them. Without a terminal, a refusal is thrown. */
async function askUntilAccepted(
  options: LoginOptions,
  known: Known,
  services: AskServices & Uses<'shell' | 'today' | 'openService' | 'createRetryPolicy'>,
): Promise<Credentials> {
  const { prompts, messages } = services;
  assertTerminalOrFlags(options, known.stored, services);
  let asked: Asked = 'all';
  let credentials: Credentials | undefined;
  for (;;) {
    credentials = await askForCredentials(options, known, { asked, entered: credentials }, services);
    if (!options.verify) return credentials;
    try {
      await verifyCredentials(credentials, known.network, services, {
        ifRefused:
          prompts.isTerminal && options.tokenCommand === undefined
            ? 'try again, or press Ctrl-C: nothing was stored'
            : 'try again with another token: nothing was stored',
        ifNotReached: 'nothing was stored; use --no-verify to store without checking',
      });
      return credentials;
    } catch (error) {
      const canAsk = prompts.isTerminal && options.tokenCommand === undefined;
      if (!canAsk || !(error instanceof ReportingError) || error.kind !== 'auth') throw error;
      messages.error(error);
      asked = error.facts.status === 401 ? 'token' : 'client and token';
    }
  }
}

type AskServices = Uses<
  'prompts' | 'env' | 'messages' | 'signal' | 'connectionTo' | 'readTextFile' | 'runTokenCommand'
>;

async function askForCredentials(
  options: LoginOptions,
  { stored, network }: Known,
  { asked, entered }: { readonly asked: Asked; readonly entered: Credentials | undefined },
  services: AskServices,
): Promise<Credentials> {
  const { prompts, env, messages } = services;
  const conversation = prompts.isTerminal ? await prompts.converse() : undefined;

  /** The given value, or the user's response. Repeats the question until the response is valid. */
  async function obtain(
    given: string | undefined,
    ask: (conversation: Conversation) => Promise<string>,
    parse: (text: string) => string | Promise<string>,
  ): Promise<string> {
    if (given !== undefined || conversation === undefined) return parse((given ?? '').trim());
    for (;;) {
      const answer = await ask(conversation);
      try {
        return await parse(answer);
      } catch (error) {
        if (!(error instanceof ReportingError)) throw error;
        messages.error(error);
      }
    }
  }

  try {
    const presets = { baseUrl: env.REPORTING_BASE_URL?.trim(), clientId: env.REPORTING_CLIENT_ID?.trim() };
    const kept = asked === 'all' ? undefined : entered;
    const baseUrl = await obtain(
      kept?.baseUrl ?? options.baseUrl ?? (conversation === undefined ? presets.baseUrl || stored?.baseUrl : undefined),
      ({ ask }) => ask({ label: 'Base URL', example: EXAMPLE_URL, preset: presets.baseUrl || stored?.baseUrl }),
      async (text) => {
        const url = readBaseUrl(text, network, services);
        if (kept === undefined) await checkBaseUrl(url, network, options, services);
        return url;
      },
    );
    const clientId = await obtain(
      (asked === 'token' ? kept?.clientId : undefined) ??
        (kept === undefined ? options.clientId : undefined) ??
        (conversation === undefined ? presets.clientId || stored?.clientId : undefined),
      ({ ask }) =>
        ask({
          label: 'Client id',
          example: 'a UUID',
          preset: kept?.clientId || presets.clientId || stored?.clientId,
        }),
      parseClientId,
    );
    if (options.tokenCommand !== undefined) {
      // The command may ask the user, too.
      conversation?.close();
      return { baseUrl, clientId, token: await commandToken(options.tokenCommand, options, services) };
    }
    const given = kept === undefined ? await readToken(options, services) : undefined;
    // With another client, the token may be right.
    const isKept = kept !== undefined && clientId !== kept.clientId;
    const token = await obtain(isKept ? kept.token : given, ({ askHidden }) => askHidden('API token'), parseToken);
    if (conversation !== undefined && given === undefined && !isKept) {
      messages.summary(`The token has ${countOf(token.length, 'character')}.`);
    }
    messages.hide(token);
    if (token.length < MIN_SECRET_LENGTH) {
      messages.warning(
        `the API token has only ${countOf(token.length, 'character')}: check that it is complete. ` +
          'Messages hide such a short token only where it is a complete value',
      );
    }
    return { baseUrl, clientId, token };
  } finally {
    conversation?.close();
  }
}

/** The base URL in `text`, with a note if it was corrected. */
function readBaseUrl(text: string, { allowInsecureHttp }: NetworkChoices, { messages }: Uses<'messages'>): string {
  const corrected = correctBaseUrl(text);
  const baseUrl = parseBaseUrl(corrected, { allowInsecureHttp });
  if (corrected !== text) messages.note(`the base URL is ${baseUrl}`);
  return baseUrl;
}

/**
 * Warns about an unusual path, reads the file of CA certificates, and looks up the host, so that nobody types a token for a mistyped
 * address.
 */
async function checkBaseUrl(
  baseUrl: string,
  network: NetworkChoices,
  { verify, caFile }: LoginOptions,
  services: AskServices,
): Promise<void> {
  warnOfBaseUrl(baseUrl, services);
  const looksUp = services.prompts.isTerminal && verify;
  if (!looksUp && caFile === undefined) return;
  const { proxy } = await services.connectionTo(baseUrl, network);
  // A proxy looks up the host by itself.
  if (!looksUp || proxy !== undefined) return;
  const { lookUp } = await import('../service/probes.ts');
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  await lookUp(host, { timeoutMs: CHECK_TIMEOUT_MS, signal: services.signal });
}

/** The token from stdin or a file; undefined if no option names one. */
async function readToken(
  options: LoginOptions,
  { prompts, readTextFile }: Uses<'prompts' | 'readTextFile'>,
): Promise<string | undefined> {
  if (options.tokenStdin === true) return prompts.readAll();
  return options.tokenFile === undefined ? undefined : readTextFile(options.tokenFile, 'token file');
}

/** The token that the command prints. Without a check of the credentials, checks the words of the command, and is empty. */
async function commandToken(
  command: string,
  { verify }: LoginOptions,
  { messages, runTokenCommand }: Uses<'messages' | 'runTokenCommand'>,
): Promise<string> {
  const { parseTokenCommand } = await import('../config/token-command.ts');
  const given = { value: command, source: flagOf('tokenCommand') };
  const [program] = parseTokenCommand(given);
  if (/[/\\]/.test(program) && !path.isAbsolute(program)) {
    throw new ReportingError('E-login', `--token-command: ${JSON.stringify(program)} is not an absolute path`, {
      hint: 'a profile is used in any directory: give the full path of the program',
    });
  }
  if (!verify) return '';
  const token = await runTokenCommand(given);
  messages.hide(token);
  return parseToken(token, given.source);
}

/** Without a terminal, throws a usage error that names all missing values. Stored values count, except the token. */
function assertTerminalOrFlags(
  options: LoginOptions,
  stored: Profile | undefined,
  { prompts, env, shell }: Uses<'prompts' | 'env' | 'shell'>,
): void {
  if (prompts.isTerminal) return;
  const has = (flag: string | undefined, variable: string | undefined, kept: string | undefined): boolean =>
    flag !== undefined || Boolean(variable?.trim()) || kept !== undefined;
  const hasToken = options.tokenStdin === true || (options.tokenFile ?? options.tokenCommand) !== undefined;
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
    tokenFlag(options, shell),
  ].filter((flag) => flag !== false);
  throw new ReportingError('E-login', `login without a terminal needs ${missing.join(', ')}`, {
    hint: `reporting login ${flags.join(' ')}`,
  });
}

/** PowerShell has no `<`. */
function tokenFlag({ tokenFile, tokenCommand }: LoginOptions, shell: Services['shell']): string {
  if (tokenCommand !== undefined) return '--token-command <command>';
  const isFile = tokenFile !== undefined || shell === 'powershell';
  return isFile ? '--token-file <file>' : '--token-stdin < token.txt';
}
