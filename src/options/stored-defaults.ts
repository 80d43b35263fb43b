/** The options whose defaults `config` stores, by the names of the defaults: `week-start` for `--week-start`. */

import type { Offer } from '../config/value-types.ts';
import { flagOf } from '../core/option-names.ts';
import { LOGIN } from './access-table.ts';
import type { Flag } from './flag.ts';
import { REPORT } from './report-table.ts';

const ENTRIES = [...REPORT, ...LOGIN]
  .flatMap(({ flags }): readonly (readonly [string, Flag])[] => Object.entries(flags))
  .filter(([, { builtIn }]) => builtIn !== undefined)
  .map(([member, entry]) => [flagOf(member).slice('--'.length), entry] as const);

/** The value of each default that is not stored. */
export const BUILT_IN: ReadonlyMap<string, string> = new Map(ENTRIES.map(([name, { builtIn }]) => [name, builtIn!]));

/** The values that shells offer for each default. */
export const SETTING_OFFERS: Readonly<Record<string, Offer>> = Object.fromEntries(
  ENTRIES.map(([name, { value }]) => [name, value!.offers]),
);
