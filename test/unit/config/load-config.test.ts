import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProfileStore } from '../../../src/config/config-file.ts';
import { withStoredOnce } from '../../../src/config/load-config.ts';
import type { Services } from '../../../src/services.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'reporting-stored-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a run reads the stored profiles and defaults once, and keeps them as they were', async () => {
  const store = createProfileStore(directory);
  await store.write('acme', { format: 'csv' });
  await store.setDefault('week-start', 'sunday');
  let opened = 0;
  const once = withStoredOnce({
    openProfiles() {
      opened++;
      return Promise.resolve(store);
    },
    readDefaults: () => Promise.resolve(store.defaults()),
  } as Services);
  await once.openProfiles();
  await once.readDefaults();
  await store.write('acme', { format: 'json' });
  await store.write('brava', {});
  await store.setDefault('week-start', 'monday');
  const profiles = await once.openProfiles();
  expect(opened).toBe(1);
  expect(profiles.names()).toEqual(['acme']);
  expect(profiles.read('acme')).toEqual({ format: 'csv' });
  expect(profiles.read('brava')).toBeUndefined();
  expect(await once.readDefaults()).toEqual({ profile: 'acme', 'week-start': 'sunday' });
  expect(store.read('acme')).toEqual({ format: 'json' });
});
