import type { Command } from 'commander';
import { REPORTS } from '../api/reports.ts';
import { isProfileName } from '../config/profile.ts';
import { chooseProfileName } from '../config/settings.ts';
import { SANDBOX_CLIENT } from '../fs/column-cache.ts';
import type { LoadServices, Uses } from '../services.ts';

/** Declares the hidden command that the scripts of completion call. It never fails: without a response, a shell offers nothing. */
export function declareComplete(command: Command, load: LoadServices): void {
  command
    .description('Prints the values that fit at the end of a typed line, for the scripts of completion.')
    .argument('<line>', 'the command line up to the cursor')
    .action(async (line: string) => {
      const services = await load();
      const { completeLine, formatCompletion } = await import('../completion/complete-line.ts');
      const completion = await completeLine(command.parent!, line, async (kind, typed) => {
        if (kind === 'profile') return profileNames(services);
        if (kind === 'time-zone') return ['UTC', ...Intl.supportedValuesOf('timeZone')];
        if (kind === 'column') return columnNames(typed, services);
        const { DATASET_FILE } = await import('../sync/dataset.ts');
        return services.directoriesWith(DATASET_FILE, typed[0]!);
      });
      await services.print(formatCompletion(completion));
    });
}

async function profileNames(services: Uses<'openProfiles'>): Promise<readonly string[]> {
  try {
    return (await services.openProfiles({ leaveModes: true })).names().filter(isProfileName);
  } catch {
    return [];
  }
}

/** Names that need no quotation marks in any shell. */
const PLAIN_NAME = /^\w[\w.+-]*$/;

/** The columns of the last response for the report and the client of the typed words, as far as a report has kept them. */
async function columnNames(
  typed: readonly string[],
  services: Uses<'env' | 'openProfiles' | 'columnNames'>,
): Promise<readonly string[]> {
  const report = REPORTS.find(({ name }) => typed.includes(name))?.name;
  if (report === undefined) return [];
  const [, profile] = / --profile[ =]([^ ,]+)/.exec(` ${typed.join(' ')}`) ?? [];
  const client = typed.includes('--sandbox') ? SANDBOX_CLIENT : (profile ?? (await defaultProfile(services)));
  const names = await services.columnNames(client, report);
  return names.filter((name) => PLAIN_NAME.test(name));
}

/** The profile of a run without options; empty without profiles. */
async function defaultProfile(services: Uses<'env' | 'openProfiles'>): Promise<string> {
  try {
    const profiles = await services.openProfiles({ leaveModes: true });
    const { name } = chooseProfileName(undefined, services.env, profiles.defaults());
    return profiles.read(name) === undefined ? '' : name;
  } catch {
    return '';
  }
}
