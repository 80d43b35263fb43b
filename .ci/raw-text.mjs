import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A plugin of the bundler: `import text from './page.md?raw'` gives the text of a file, as vitest does. */
export const rawText = {
  name: 'raw-text',
  resolveId: (name, importer) => (name.endsWith('?raw') ? path.resolve(path.dirname(importer), name) : undefined),
  load: (id) =>
    id.endsWith('?raw')
      ? { code: `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))};`, moduleType: 'js' }
      : undefined,
};
