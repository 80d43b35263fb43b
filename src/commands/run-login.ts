import { isAbsolute } from 'node:path';
import { type Credentials, parseBaseUrl, parseClientId, parseToken } from '../api/credentials.ts';
import { revenue, wireRequest } from '../api/wire.ts';
import { assertPrivate, type Profile } from '../config/profile.ts';
import { resolveNetwork, warnOfBaseUrl } from '../config/resolve-credentials.ts';
import { chooseProfileName, type NetworkChoices } from '../config/settings.ts';
import { dateColumns } from '../config/value-types.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { MIN_SECRET_LENGTH } from '../core/redaction.ts';
import { countOf, flagOf, shellWord } from '../core/text.ts';
import { addDays } from '../dates/date.ts';
import type { LoginOptions } from '../options/access-table.ts';
import type { Conversation } from '../output/prompts.ts';
import { TWO_ATTEMPTS } from '../service/retry.ts';
import type { Uses } from '../services.ts';

const EXAMPLE_URL = 'https://…/v2/reporting';

type LoginServices = Uses<'signal' | 'today' | 'openService' | 'createRetryPolicy'> &
  Uses<'prompts' | 'env' | 'messages' | 'readTextFile' | 'runTokenCommand'> &
  Uses<'profilesDirectory' | 'openProfiles' | 'absolutePath'>;

/** Asks for the missing credentials, checks them against the service, and stores them. */
export async function runLogin(options: LoginOptions, services: LoginServices): Promise<void> {
  const { env, messages, prompts } = services;
  assertPrivate(services.profilesDirectory());
  const profiles = await services.openProfiles();
  const { name } = chooseProfileName(options.profile, env, profiles.defaults());
  const stored = profiles.read(name);
  const settings = settingsIn(options, stored, services);
  const needsRequest = CONNECTION.some((name) => options[name] !== undefined);
  if (stored !== undefined && Object.keys(settings).length > 0 && !needsRequest) {
    await profiles.write(name, { ...stored, ...settings });
    messages.note(`stored the settings of profile ${name}, in ${profiles.file}`);
    return;
  }
  const inUse = resolveNetwork({ profileName: name, profile: stored }, services);
  const network = {
    caFile: options.caFile === undefined ? inUse.caFile : { value: options.caFile, source: '--ca-file' },
    allowInsecureHttp: options.insecureHttp === true || inUse.allowInsecureHttp,
  };
  const { token, ...address } = await askUntilAccepted(options, { stored, network }, services);
  const { tokenCommand } = options;
  const { token: _token, tokenCommand: _command, ...kept } = stored ?? {};
  const secret = tokenCommand === undefined ? { token } : { tokenCommand };
  await profiles.write(name, { ...kept, ...address, ...secret, ...settings });
  const as = `client ${address.clientId}, profile ${name}`;
  if (!prompts.isTerminal) {
    const what = tokenCommand === undefined ? 'token' : 'token command';
    messages.note(`stored base URL, client id and ${what} of ${as}, in ${profiles.file}`);
    return;
  }
  const done = options.verify ? `✓ Signed in as ${as}` : `Stored ${as}. The service did not check it`;
  messages.summary(`${done}.`);
  const isDefault = chooseProfileName(undefined, env, profiles.defaults()).name === name;
  const profile = isDefault ? '' : ` --profile ${shellWord(name)}`;
  messages.summary(`Try: reporting revenue --period last-month${profile}`);
  messages.summary(`If a report fails: reporting doctor${profile}`);
}

/** The settings of a profile among the options; empty if there are none. The date column of the other report stays. */
function settingsIn(
  { caFile, insecureHttp, timezone: timeZone, weekStart, endDate, dateColumn, allow }: LoginOptions,
  stored: Profile | undefined,
  { absolutePath }: Uses<'absolutePath'>,
): Partial<Profile> {
  const given = {
    caFile: caFile && absolutePath(caFile),
    dateColumn: dateColumn && withEarlier(dateColumn, stored?.dateColumn),
    ...{ insecureHttp, timeZone, weekStart, endDate, allow },
  };
  const found = Object.entries(given).filter(([, value]) => value !== undefined);
  // An empty list would hide that of `config`.
  return Object.fromEntries(
    found.map(([name, value]) => [name, name === 'allow' && value === 'none' ? undefined : value]),
  );
}

/** The date columns of both lists; those of `given` replace earlier ones of the same report. */
function withEarlier(given: string, earlier: string | undefined): string {
  if (earlier === undefined) return given;
  const [before, now] = [earlier, given].map((list) => dateColumns.parse(list, flagOf('dateColumn')));
  const pairs = Object.entries({ ...before, ...now });
  return pairs.map(([report, column]) => `${report}=${column}`).join(',');
}

/** The options that are more than settings which need no request. */
const CONNECTION: readonly (keyof LoginOptions)[] = [
  ...(['baseUrl', 'clientId', 'tokenStdin', 'tokenFile', 'tokenCommand', 'caFile', 'insecureHttp'] as const),
];

/** Parts of the credentials. */
type Answers = { readonly [Part in keyof Credentials]?: string | undefined };

/** The failures that other answers can mend. */
const MENDED_BY_ANSWERS: readonly ErrorKind[] = ['auth', 'refused', 'unavailable', 'malformed'];

/** Asks for the credentials that no option gives, until the service accepts them. Without a terminal, a failure is thrown. */
async function askUntilAccepted(
  options: LoginOptions,
  { stored, network }: { readonly stored: Profile | undefined; readonly network: NetworkChoices },
  services: LoginServices,
): Promise<Credentials> {
  const { prompts, messages, env } = services;
  const canAsk = prompts.isTerminal && options.tokenCommand === undefined;
  const token = await readToken(options, services);
  let presets: Answers = {
    baseUrl: env.REPORTING_BASE_URL?.trim() || stored?.baseUrl,
    clientId: env.REPORTING_CLIENT_ID?.trim() || stored?.clientId,
  };
  // Nobody asks for the others if an option replaces only the token.
  const known = token !== undefined || !prompts.isTerminal ? presets : {};
  const { baseUrl = known.baseUrl, clientId = known.clientId } = options;
  let given: Answers = { baseUrl, clientId, token };
  for (;;) {
    const entered = await askForCredentials(options, { given, presets, network }, services);
    if (!options.verify) return entered;
    try {
      await verifyCredentials(entered, network, services);
      return entered;
    } catch (error) {
      if (!(error instanceof ReportingError) || !MENDED_BY_ANSWERS.includes(error.kind)) throw error;
      const hint = canAsk ? 'nothing was stored' : 'nothing was stored (--no-verify stores without checking)';
      if (!canAsk) throw error.withHint(hint);
      messages.error(error.withHint(hint));
      given = {};
      presets = entered;
    }
  }
}

/** A user waits, perhaps for a mistyped address that never answers: less than a report, which may take long to make. */
const HEAD_TIMEOUT_MS = 15_000;

/**
 * Checks credentials with the smallest request that needs them: one day, yesterday. Throws the service's refusal, or an error
 * that the credentials could not be checked.
 */
async function verifyCredentials(
  credentials: Credentials,
  network: NetworkChoices,
  { signal, today, openService, createRetryPolicy }: LoginServices,
): Promise<void> {
  const yesterday = addDays(today(), -1);
  const window = { from: yesterday, to: yesterday };
  const wire = wireRequest(credentials.baseUrl, revenue, window, 'json');
  const request = { report: revenue.name, window, ...wire, subject: 'the test request' };
  const addressHint = `check the base URL ${credentials.baseUrl}`;
  const hints = { refusalHint: 'try again with another token', addressHint };
  const service = await openService(credentials, { ...hints, network, headTimeoutMs: HEAD_TIMEOUT_MS });
  try {
    const attempt = () => service.fetchWindow(request, signal);
    const { chunks } = await createRetryPolicy(TWO_ATTEMPTS).run(attempt, signal);
    await chunks[Symbol.asyncIterator]().return?.();
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted' || error.kind === 'auth') throw error;
    // There is no option for the time limit.
    const hint = error.code === 'E-timeout' ? addressHint : undefined;
    throw error.with({}, { message: `the credentials could not be checked: ${error.message}`, hint });
  } finally {
    service.close();
  }
}

/** Asks for what is not given. Throws a usage error without a terminal. */
async function askForCredentials(
  options: LoginOptions,
  { given, presets, network }: { readonly given: Answers; readonly presets: Answers; readonly network: NetworkChoices },
  services: LoginServices,
): Promise<Credentials> {
  const { prompts, messages } = services;
  const conversation = prompts.isTerminal ? await prompts.converse() : undefined;

  /** Repeats a question until its answer is valid. */
  async function obtain(
    part: keyof Credentials,
    ask: (conversation: Conversation, preset: string | undefined) => Promise<string>,
    parse: (text: string) => string,
  ): Promise<string> {
    const known = given[part];
    if (known !== undefined) return parse(known.trim());
    if (conversation === undefined) {
      throw new ReportingError('E-login', 'login without a terminal needs base URL, client id and token', {
        hint: 'for example: reporting login --base-url <url> --client-id <uuid> --token-file <file>',
      });
    }
    for (;;) {
      const answer = await ask(conversation, presets[part]);
      try {
        return parse(answer);
      } catch (error) {
        if (!(error instanceof ReportingError)) throw error;
        messages.error(error);
      }
    }
  }

  try {
    const baseUrl = await obtain(
      'baseUrl',
      ({ ask }, preset) => ask({ label: 'Base URL', example: EXAMPLE_URL, preset }),
      (text) => readBaseUrl(text, network, services),
    );
    const clientId = await obtain(
      'clientId',
      ({ ask }, preset) => ask({ label: 'Client id', example: 'a UUID', preset }),
      parseClientId,
    );
    if (options.tokenCommand !== undefined) {
      // The command may ask the user, too.
      conversation?.close();
      return { baseUrl, clientId, token: await commandToken(options.tokenCommand, options, services) };
    }
    const token = await obtain('token', ({ askHidden }) => askHidden('API token'), parseToken);
    if (conversation !== undefined && given.token === undefined) {
      messages.summary(`The token has ${countOf(token.length, 'character')}.`);
    }
    messages.hide(token);
    if (token.length < MIN_SECRET_LENGTH) {
      const size = countOf(token.length, 'character');
      messages.warning(
        `the API token has only ${size}: check that it is complete. Messages hide it only where it is a whole value`,
      );
    }
    return { baseUrl, clientId, token };
  } finally {
    conversation?.close();
  }
}

/** The base URL in `text`, with a warning about an unusual path. */
function readBaseUrl(text: string, { allowInsecureHttp }: NetworkChoices, services: Uses<'messages'>): string {
  const baseUrl = parseBaseUrl(text, { allowInsecureHttp });
  warnOfBaseUrl(baseUrl, services);
  return baseUrl;
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
  const given = { value: command, source: flagOf('tokenCommand') };
  const [program] = (await import('../config/token-command.ts')).parseTokenCommand(given);
  // A report in another directory would run another program.
  if (/[/\\]/.test(program) && !isAbsolute(program)) {
    throw new ReportingError('E-login', `--token-command: ${JSON.stringify(program)} is not an absolute path`, {
      hint: 'a profile is used in any directory: give the full path of the program',
    });
  }
  if (!verify) return '';
  const token = await runTokenCommand(given);
  messages.hide(token);
  return parseToken(token, given.source);
}
