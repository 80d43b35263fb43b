/** The members of a request that hold values of options unchanged: the `sets` of each entry of the table. */

import type { ValueWithSource } from '../config/settings.ts';
import type { ValueType } from '../config/value-types.ts';
import { flagOf } from '../core/text.ts';
import type { AllFlags, Both, Flag } from './flag.ts';
import { REPORT, type ReportOptions } from './report-table.ts';

/** The value in the request. Undefined leaves the choice to the environment, the profile and the defaults. */
type Value<F> = F extends { readonly keepsSource: true }
  ? ValueWithSource | undefined
  : F extends { readonly value: ValueType<infer T> }
    ? T | (F extends { readonly default: unknown } ? never : undefined)
    : boolean;

/** `{ checks: { allow: T } }` for the path `checks.allow`. */
type AtPath<Path extends string, T> = Path extends `${infer First}.${infer Rest}`
  ? { readonly [K in First]: AtPath<Rest, T> }
  : { readonly [K in Path]: T };

type ReportFlags = AllFlags<typeof REPORT>;

/** The parts of a `ReportRequest` that options set directly. */
export type RequestValues = Both<
  {
    [K in keyof ReportFlags]: ReportFlags[K] extends { readonly sets: infer Path extends string }
      ? AtPath<Path, Value<ReportFlags[K]>>
      : never;
  }[keyof ReportFlags]
>;

/** Reads the members from options. A command without an option leaves it out. */
export function readRequestValues(options: Partial<ReportOptions>): RequestValues {
  const request: Tree = {};
  for (const [member, entry] of ENTRIES) {
    const path = entry.sets!.split('.');
    const last = path.pop()!;
    const parent = path.reduce((tree, name) => {
      tree[name] ??= {};
      return tree[name] as Tree;
    }, request);
    parent[last] = requestValue(entry, member, options[member as keyof ReportOptions]);
  }
  return request as unknown as RequestValues;
}

interface Tree {
  [name: string]: unknown;
}

const ENTRIES = REPORT.flatMap(({ flags }): readonly (readonly [string, Flag])[] => Object.entries(flags)).filter(
  ([, { sets }]) => sets !== undefined,
);

function requestValue({ value, keepsSource, default: fallback }: Flag, member: string, given: unknown): unknown {
  if (given === undefined) return value === undefined ? false : fallback;
  return keepsSource === true ? { value: given, source: flagOf(member) } : given;
}
