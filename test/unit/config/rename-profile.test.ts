/** What the command line checks before it changes the file can be different once the file is locked. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProfileStore } from '../../../src/config/config-file.ts';
import { createHome } from '../../harness/run-cli.ts';

test('a profile that another run removed is not renamed, and the file stays', async () => {
  const store = createProfileStore(createHome().work, { onWarning: () => undefined });
  await store.write('acme', { baseUrl: 'https://a.example/v2/reporting', clientId: 'c', token: 't' });
  const before = readFileSync(store.file, 'utf8');

  await expect(store.rename('default', 'main')).rejects.toMatchObject({ code: 'E-unknown-profile' });
  await expect(store.rename('acme', 'acme')).rejects.toMatchObject({ code: 'E-profile-name' });

  expect(readFileSync(store.file, 'utf8')).toBe(before);
});
