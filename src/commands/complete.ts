import type { Command } from 'commander';
import { REPORTS } from '../api/reports.ts';
import { completeLine, formatCompletion } from '../completion/complete-line.ts';
import { isProfileName, type ProfileStore } from '../config/profile.ts';
import { chooseProfileName } from '../config/settings.ts';
import { SANDBOX_CLIENT } from '../fs/column-cache.ts';
import type { Services, Uses } from '../services.ts';

/** Prints the values that fit at the end of a typed line. It never fails: without a response, a shell offers nothing. */
export async function printCompletion(
  line: string,
  program: Command,
  services: Uses<'openProfiles' | 'env' | 'columnNames' | 'directoriesWith' | 'print'>,
): Promise<void> {
  const completion = await completeLine(program, line, async (kind, typed) => {
    if (kind === 'profile')
      return (await readStored(services, (profiles) => profiles.names().filter(isProfileName))) ?? [];
    if (kind === 'time-zone') return ['UTC', ...Intl.supportedValuesOf('timeZone')];
    if (kind === 'column') return columnNames(typed, services);
    const { DATASET_FILE } = await import('../sync/dataset.ts');
    return services.directoriesWith(DATASET_FILE, typed[0]!);
  });
  await services.print(formatCompletion(completion));
}

/** What `read` finds in the stored profiles; undefined if they cannot be read. */
async function readStored<T>(
  services: Uses<'openProfiles'>,
  read: (profiles: ProfileStore) => T,
): Promise<T | undefined> {
  try {
    return read(await services.openProfiles({ leaveModes: true }));
  } catch {
    return undefined;
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
  const ofRun = typed.includes('--sandbox') ? SANDBOX_CLIENT : profile;
  const client = ofRun ?? (await readStored(services, (profiles) => defaultOf(profiles, services.env)));
  const names = await services.columnNames(client ?? '', report);
  return names.filter((name) => PLAIN_NAME.test(name));
}

/** The profile of a run without options; undefined without profiles. */
function defaultOf(profiles: ProfileStore, env: Services['env']): string | undefined {
  const { name } = chooseProfileName(undefined, env, profiles.defaults());
  return profiles.read(name) && name;
}
