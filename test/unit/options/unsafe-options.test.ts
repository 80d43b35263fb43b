import { expect, test } from 'vitest';
import { CHECK } from '../../../src/options/check-table.ts';
import { SYNC } from '../../../src/options/dataset-table.ts';
import type { Flag, Section } from '../../../src/options/flag.ts';
import { RECONCILE } from '../../../src/options/reconcile-table.ts';
import { COLUMNS, RAW, REPORT } from '../../../src/options/report-table.ts';

const TABLES: readonly (readonly Section[])[] = [REPORT, COLUMNS, RAW, SYNC, CHECK, RECONCILE];

/** The options about credentials that only choose stored ones. */
const SAFE = ['profile', 'allProfiles'];
/** Words in options that may run a program, or say where a token comes from or goes. */
const SUSPECT = /token|url|command|program|client|proxy|cert|ca-file|insecure/;
/** Options with such a word that do neither. */
const HARMLESS = ['command'];

test('a saved report cannot have any option about credentials, except the choice of profiles', () => {
  const found = new Set<string>();
  for (const section of TABLES.flat()) {
    for (const [key, flag] of Object.entries<Flag>(section.flags)) {
      const isAboutCredentials = section.heading === 'Service and credentials:' && !SAFE.includes(key);
      const isSuspect = SUSPECT.test(flag.flags) && !HARMLESS.includes(key);
      expect({ key, isUnsafe: flag.isUnsafe === true }).toEqual({
        key,
        isUnsafe: isAboutCredentials || isSuspect,
      });
      if (flag.isUnsafe === true) found.add(key);
    }
  }
  expect([...found].sort()).toEqual([
    ...['baseUrl', 'caFile', 'clientId', 'insecureHttp', 'tokenCommand', 'tokenFile'],
  ]);
});
