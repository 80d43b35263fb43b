/** What a person may choose for all runs that say nothing else: `reporting config` sets it, reports and commands go by it. */

import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone, timeZoneHint } from '../core/time-zone.ts';
import { FORMAT_NAMES, isFormatName } from '../formats/registry.ts';
import { checkProfileName } from '../profiles/profile.ts';
import { CONFIG_SOURCE } from '../profiles/resolve-credentials.ts';
import { wholeNumber } from './option-values.ts';
import type { Ports } from './ports.ts';

export const SETTING_NAMES = ['format', 'timezone', 'concurrency', 'profile', 'strict'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const MAX_CONCURRENCY = 16;
export const DEFAULT_CONCURRENCY = 4;

/** The value of a setting as it is stored. Throws a usage error for one that is no good. */
export function parseSetting(name: SettingName, text: string): string {
  return PARSERS[name](text);
}

const PARSERS: Readonly<Record<SettingName, (text: string) => string>> = {
  format(text) {
    if (isFormatName(text)) return text;
    const near = nearest(text, FORMAT_NAMES);
    throw new ReportingError('usage', `${JSON.stringify(text)} is no format`, {
      hint: near === undefined ? `the formats are: ${FORMAT_NAMES.join(', ')}` : `did you mean ${near}?`,
    });
  },
  timezone(text) {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `${JSON.stringify(text)} is no time zone`, {
      hint: timeZoneHint(text),
    });
  },
  concurrency: (text) => String(wholeNumber('concurrency', 1, MAX_CONCURRENCY)(text)),
  profile: checkProfileName,
  strict(text) {
    if (text === 'true' || text === 'false') return text;
    throw new ReportingError('usage', `strict takes true or false, not ${JSON.stringify(text)}`, {
      hint: 'for example: reporting config set strict true',
    });
  },
};

/** The default that is stored, if there is one. Throws a configuration error for one that is no good. */
export async function storedSetting(
  name: SettingName,
  { readDefaults }: Pick<Ports, 'readDefaults'>,
): Promise<string | undefined> {
  const text = (await readDefaults())[name];
  if (text === undefined) return undefined;
  try {
    return parseSetting(name, text);
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw new ReportingError(
      'config',
      `the default ${name} (${CONFIG_SOURCE}) is no good: ${error.message}`,
      {
        hint: `\`reporting config set ${name} <value>\` stores another, \`reporting config unset ${name}\` none`,
      },
    );
  }
}

/** Windows asked for at once: as the option says, or the default. */
export async function chooseConcurrency(option: number | undefined, ports: Ports): Promise<number> {
  if (option !== undefined) return option;
  const stored = await storedSetting('concurrency', ports);
  return stored === undefined ? DEFAULT_CONCURRENCY : Number(stored);
}

/** Whether a warning about missing or ambiguous data fails a run: as the option says, or the default. */
export async function chooseStrict(
  option: boolean | undefined,
  ports: Pick<Ports, 'readDefaults'>,
): Promise<boolean> {
  return option ?? (await storedSetting('strict', ports)) === 'true';
}
