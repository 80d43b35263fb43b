import { shownDateColumns, shownIgnoredMembers } from '../config/date-columns.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import {
  alignRows,
  type CredentialChoice,
  findCredentials,
  parseCredentials,
  refusalHint,
  resolveNetwork,
  shownCredentials,
  showValueWithSource,
  signInHint,
} from '../config/resolve-credentials.ts';
import {
  assertDateColumns,
  findEndDate,
  findTimeZone,
  parseEndDate,
  parseFoundTimeZone,
  systemZone,
} from '../config/settings.ts';
import { verifyCredentials } from '../config/verify-credentials.ts';
import { ReportingError } from '../core/errors.ts';
import type { WhoamiOptions } from '../options/access-table.ts';
import type { Services } from '../services.ts';

/** Prints the credentials and settings that a report would use. With `check`, asks the service about them. */
export async function runWhoami(options: WhoamiOptions, services: Services): Promise<void> {
  const choice = await findCredentials(options, services);
  if (choice.token !== undefined) services.messages.hide(choice.token.value);
  const { env } = services;
  const zone = findTimeZone(undefined, choice, { env, defaults: await services.readDefaults() });
  const endDate = findEndDate(undefined, choice);
  const print = async (check?: CheckResult): Promise<void> =>
    services.print(
      await show(
        {
          ...choice,
          timeZone: zone ?? systemZone({ env, systemTimeZone: services.systemTimeZone() }),
          endDate,
        },
        options.format,
        check,
      ),
    );
  if (options.check !== true) {
    await print();
    parseCredentials(choice, options, services, signInHint);
  } else {
    const credentials = parseCredentials(choice, options, services, signInHint);
    try {
      await verifyCredentials(credentials, resolveNetwork(options, services), services, {
        ifRefused: refusalHint(choice),
      });
    } catch (error) {
      const isRefused = error instanceof ReportingError && error.kind === 'auth';
      await print(isRefused ? 'refused' : 'not reached');
      throw error;
    }
    await print('accepted');
  }
  parseFoundTimeZone(zone);
  parseEndDate(endDate);
  assertDateColumns(choice);
}

type CheckResult = 'accepted' | 'refused' | 'not reached';

async function show(
  choice: CredentialChoice & { readonly timeZone: ValueWithSource; readonly endDate: ValueWithSource },
  format: WhoamiOptions['format'],
  check: CheckResult | undefined,
): Promise<string> {
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
    ['base URL', showValueWithSource(baseUrl)],
    ['client id', showValueWithSource(clientId)],
    ['token', showValueWithSource(token)],
    ['time zone', showValueWithSource(timeZone)],
    ['end date', showValueWithSource(endDate)],
    ...(dateColumns === undefined ? [] : [['date columns', showValueWithSource(dateColumns)] as const]),
    ...(ignoredMembers === undefined
      ? []
      : [['ignored members', showValueWithSource(ignoredMembers)] as const]),
    ...(check === undefined ? [] : [['service', check] as const]),
  ];
  return alignRows(lines);
}
