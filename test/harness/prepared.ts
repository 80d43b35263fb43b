import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Home } from './run-cli.ts';
import type { TestService } from './service.ts';

/** A home, and the service that its files name, if a test replaces it. */
export interface ServedHome {
  readonly home: Home;
  readonly service?: Pick<TestService, 'baseUrl'>;
}

/** The files of a directory, by their paths in it, and the service that they name. */
interface PreparedFiles {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly baseUrl: string | undefined;
}

const prepared = new Map<string, PreparedFiles>();
/** The files of datasets and recordings that name their service. */
const NAMES_SERVICE = /^_(?:dataset|index)\.json$/;

/**
 * Copies to a home the directory that `make` writes in the first test that needs it: a copy costs less than a pull. `key` names
 * the content.
 */
export async function copyPrepared(
  to: ServedHome,
  directory: string,
  key: string,
  make: () => Promise<ServedHome>,
): Promise<void> {
  const name = `${directory} ${key}`;
  const { files, baseUrl } = prepared.get(name) ?? readPrepared(await make(), directory);
  prepared.set(name, { files, baseUrl });
  for (const [file, bytes] of files) {
    const location = path.join(to.home.work, directory, file);
    mkdirSync(path.dirname(location), { recursive: true });
    const isChanged = baseUrl !== undefined && NAMES_SERVICE.test(path.basename(file));
    writeFileSync(location, isChanged ? String(bytes).replaceAll(baseUrl, to.service?.baseUrl ?? baseUrl) : bytes);
  }
}

function readPrepared({ home, service }: ServedHome, directory: string): PreparedFiles {
  const root = path.join(home.work, directory);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return {
    files: new Map(files.map((file) => [path.relative(root, file), readFileSync(file)])),
    baseUrl: service?.baseUrl,
  };
}
