import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A plugin of the bundler: `import text from './page.md?raw'` gives the text of a file, as vitest does. */
export const rawText = {
  name: 'raw-text',
  resolveId: (name, importer) => (name.endsWith('?raw') ? path.resolve(path.dirname(importer), name) : undefined),
  async load(id) {
    if (!id.endsWith('?raw')) return undefined;
    const text = await readFile(id.slice(0, -'?raw'.length), 'utf8');
    return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
  },
};
