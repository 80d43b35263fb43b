import { type Command, Option } from 'commander';
import {
  type CredentialChoice,
  findCredentials,
  refusalHint,
  requireCredentials,
  resolveNetwork,
  signInHint,
} from '../config/credentials.ts';
import {
  findEndDate,
  findTimeZone,
  requireDateColumns,
  requireEndDate,
  requireTimeZone,
  systemZone,
} from '../config/settings.ts';
import { alignRows, shownCredentials, showSourced } from '../config/shown-credentials.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import { addCredentialOptions, type CredentialOptions } from './credential-options.ts';
import { shownDateColumns } from './date-column.ts';
import { shownIgnoredMembers } from './ignored-members.ts';
import type { Ports } from './ports.ts';
import { verifyCredentials } from './verify-credentials.ts';

interface WhoamiOptions extends CredentialOptions {
  readonly check?: boolean;
  readonly format: 'text' | 'json';
}

export function addWhoamiCommand(program: Command, ports: Ports): void {
  const command = program
    .command('whoami')
    .summary('show the credentials that a report would use, and where each comes from')
    .description(
      'Shows the credentials, the time zone and the kind of end date that a report would use, and where each comes from. Of the token, the last four characters. Stored date columns and ignored members are shown too.',
    )
    .option('--check', 'ask the service whether it takes them')
    .addOption(new Option('-f, --format <name>', 'text, json').choices(['text', 'json']).default('text'));
  addCredentialOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((options: WhoamiOptions) => whoami(options, ports));
}

const EXAMPLES = `
Examples:
  $ reporting whoami
  $ reporting whoami --check
  $ reporting whoami --profile acme --format json`;

async function whoami(options: WhoamiOptions, ports: Ports): Promise<void> {
  const choice = await findCredentials(options, ports);
  if (choice.token !== undefined) ports.messages.hide(choice.token.value);
  const { env } = ports;
  const zone = findTimeZone(undefined, choice, { env, defaults: await ports.readDefaults() });
  const endDate = findEndDate(undefined, choice);
  const print = (check?: CheckResult): Promise<void> =>
    ports.print(
      show(
        { ...choice, timeZone: zone ?? systemZone({ env, systemTimeZone: ports.systemTimeZone() }), endDate },
        options.format,
        check,
      ),
    );
  if (options.check !== true) {
    await print();
    requireCredentials(choice, options, ports, signInHint);
    requireTimeZone(zone);
    requireEndDate(endDate);
    requireDateColumns(choice);
    return;
  }
  const credentials = requireCredentials(choice, options, ports, signInHint);
  try {
    await verifyCredentials(credentials, resolveNetwork(options, ports), ports, {
      ifRefused: refusalHint(choice),
    });
  } catch (error) {
    const isRefused = error instanceof ReportingError && error.kind === 'auth';
    await print(isRefused ? 'refused' : 'not reached');
    throw error;
  }
  await print('accepted');
  requireTimeZone(zone);
  requireEndDate(endDate);
  requireDateColumns(choice);
}

type CheckResult = 'accepted' | 'refused' | 'not reached';

function show(
  choice: CredentialChoice & { readonly timeZone: Sourced; readonly endDate: Sourced },
  format: WhoamiOptions['format'],
  check: CheckResult | undefined,
): string {
  const { baseUrl, clientId, token } = shownCredentials(choice);
  const { timeZone, endDate, profile } = choice;
  const shown = { base_url: baseUrl, client_id: clientId, token, time_zone: timeZone, end_date: endDate };
  const dateColumns = shownDateColumns(choice);
  const ignoredMembers = shownIgnoredMembers(choice);
  if (format === 'json') {
    const stored = {
      date_columns: dateColumns && { ...dateColumns, value: profile?.dateColumns },
      ignored_members: ignoredMembers && { ...ignoredMembers, value: profile?.ignoredMembers },
    };
    return `${JSON.stringify({ profile: choice.profileName, ...shown, ...stored, check })}\n`;
  }
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['base URL', showSourced(baseUrl)],
    ['client id', showSourced(clientId)],
    ['token', showSourced(token)],
    ['time zone', showSourced(timeZone)],
    ['end date', showSourced(endDate)],
    ...(dateColumns === undefined ? [] : [['date columns', showSourced(dateColumns)] as const]),
    ...(ignoredMembers === undefined ? [] : [['ignored members', showSourced(ignoredMembers)] as const]),
    ...(check === undefined ? [] : [['service', check] as const]),
  ];
  return alignRows(lines);
}
