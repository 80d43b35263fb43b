import type { Command } from 'commander';
import { parseBaseUrl } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { checkProfileName, chooseProfileName, type Profile } from '../profiles/profile.ts';
import { baseUrlOption, clientIdOption, warnOfBaseUrl } from './credential-options.ts';
import { caFileOption, chooseNetwork, insecureHttpOption, type NetworkOptions } from './network-options.ts';
import { text } from './option-values.ts';
import type { Ports } from './ports.ts';
import { verifyCredentials } from './verify-credentials.ts';

interface LoginOptions extends NetworkOptions {
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
      'name to store them under (default: REPORTING_PROFILE, then "default")',
      checkProfileName,
    )
    .addOption(baseUrlOption())
    .addOption(clientIdOption())
    .option('--token-stdin', 'read the API token from stdin')
    .option('--token-file <file>', 'read the API token from a file', text('--token-file'))
    .option('--no-verify', 'store without asking the service')
    .addOption(insecureHttpOption())
    .addOption(caFileOption())
    .addHelpText('after', EXAMPLES)
    .action((options: LoginOptions) => login(options, ports));
}

const EXAMPLES = `
Examples:
  $ reporting login
  $ reporting login --profile acme --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d --token-stdin < token.txt`;

async function login(options: LoginOptions, ports: Ports): Promise<void> {
  const { env, messages } = ports;
  const { name } = chooseProfileName(options.profile, env);
  const profiles = await ports.openProfiles();
  const stored = profiles.read(name);
  const credentials = await askForCredentials(options, stored, ports);
  warnOfBaseUrl(credentials.baseUrl, ports);
  if (options.verify) {
    await verifyCredentials(credentials, chooseNetwork(options, ports), ports, {
      ifRefused: 'try again with another token: nothing was stored',
      ifNotReached: 'nothing was stored; --no-verify stores without asking',
    });
  }
  profiles.write(name, { ...stored, ...credentials });
  messages.summary(
    `Stored ${options.verify ? '' : 'unchecked '}credentials in profile ${name} (${profiles.file}).`,
  );
}

async function askForCredentials(
  options: LoginOptions,
  stored: Profile | undefined,
  ports: Ports,
): Promise<Credentials> {
  const { prompts, env, messages } = ports;
  requireTerminalOrFlags(options, ports);

  const value = async (
    flag: string | undefined,
    question: string,
    preset: string | undefined,
  ): Promise<string> => {
    if (flag !== undefined) return flag.trim();
    if (prompts.isTerminal) return prompts.ask(question, preset);
    return preset ?? '';
  };
  const baseUrl = parseBaseUrl(
    await value(options.baseUrl, 'Base URL', env.REPORTING_BASE_URL?.trim() || stored?.baseUrl),
    { allowInsecureHttp: options.insecureHttp === true },
  );
  const clientId = parseClientId(
    await value(options.clientId, 'Client id', env.REPORTING_CLIENT_ID?.trim() || stored?.clientId),
  );
  const token = (await readToken(options, ports)).trim();
  messages.hide(token);
  return { baseUrl, clientId, token: parseToken(token) };
}

function readToken(options: LoginOptions, { prompts, readTextFile }: Ports): Promise<string> {
  if (options.tokenStdin === true) return prompts.readAll();
  if (options.tokenFile !== undefined) return Promise.resolve(readTextFile(options.tokenFile, 'token file'));
  return prompts.askHidden('API token');
}

/** Without a terminal nobody answers: what is missing is said at once, and all of it. */
function requireTerminalOrFlags(options: LoginOptions, { prompts, env }: Ports): void {
  if (prompts.isTerminal) return;
  const missing = [
    options.baseUrl === undefined && !env.REPORTING_BASE_URL && '--base-url <url>',
    options.clientId === undefined && !env.REPORTING_CLIENT_ID && '--client-id <uuid>',
    options.tokenStdin !== true && options.tokenFile === undefined && '--token-stdin',
  ].filter((flag) => flag !== false);
  if (missing.length === 0) return;
  throw new ReportingError('usage', `there is no terminal to ask on, and login lacks ${missing.join(', ')}`, {
    hint: 'reporting login --base-url <url> --client-id <uuid> --token-stdin < token.txt',
  });
}
