import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';

/** The file of the profiles, in that directory. */
export const CONFIG_FILE = 'config.json';

export interface ConfigPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Empty if the user has none. */
  readonly homeDirectory: string;
  readonly workingDirectory: string;
}

/**
 * The directory of this program's configuration: REPORTING_CONFIG_DIR, or `reporting` where the platform keeps
 * configuration (XDG Base Directory Specification on Linux). Throws a configuration error if there is no home directory.
 */
export function configDirectory({ env, platform, homeDirectory, workingDirectory }: ConfigPlaces): string {
  const named = env.REPORTING_CONFIG_DIR;
  if (named !== undefined && named !== '') return path.resolve(workingDirectory, named);
  if (platform === 'win32' && env.APPDATA) return path.join(env.APPDATA, 'reporting');
  // A relative XDG path is invalid and to be ignored, says the specification.
  if (platform !== 'darwin' && env.XDG_CONFIG_HOME && path.isAbsolute(env.XDG_CONFIG_HOME)) {
    return path.join(env.XDG_CONFIG_HOME, 'reporting');
  }
  if (!path.isAbsolute(homeDirectory)) {
    throw new ReportingError('config', 'there is no home directory to keep profiles in', {
      hint: 'set HOME, or REPORTING_CONFIG_DIR=/a/private/directory',
    });
  }
  if (platform === 'darwin') return path.join(homeDirectory, 'Library', 'Preferences', 'reporting');
  return path.join(homeDirectory, '.config', 'reporting');
}
