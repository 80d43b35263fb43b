/** Warnings about the data of a report, and their names. Other warnings, such as those about files, have none. */

import { asObject } from './json-object.ts';

/** The names, as `--allow` takes them. A new name is a breaking change. */
export const WARNING_NAMES = [
  ...(['gaps', 'unfinished', 'zone', 'empty', 'partial', 'preliminary', 'stale', 'undated'] as const),
  ...(['bad-dates', 'windows', 'spellings', 'repeated-columns', 'repeated-windows', 'other-range'] as const),
  ...(['duplicates', 'subtotals', 'unknown-amounts', 'text-numbers', 'currencies', 'comparison'] as const),
  ...(['unmatched', 'encoding'] as const),
] as const;
export type WarningName = (typeof WARNING_NAMES)[number];

/** A name, and what the warning is about, each as `--allow` takes it: days, a member or header, columns, or profiles. */
type NamedScope =
  | { readonly name: Exclude<WarningName, 'partial'>; readonly scope?: readonly string[] }
  | { readonly name: 'partial'; readonly scope: readonly [string] };

/** A warning about the data of a report. */
export type DataWarning = NamedScope & {
  /** Without the name. */
  readonly text: string;
  /** The client in a report of several; undefined in a report of one, and for a warning about several. */
  readonly profile?: string | undefined;
  /** True if the text names the report, and the days that it is about unless these are all days. */
  readonly namesReport?: boolean;
};

/** A message about a run: a warning about its data, another warning, or a fact. */
export interface Notice extends Partial<Omit<DataWarning, 'text'>> {
  /** That of a warning if undefined. A note and a summary are for people, the last two for those who ask for more. */
  readonly level?: 'warning' | 'note' | 'summary' | 'verbose' | 'debug';
  readonly text: string;
  /** True to show it with `quiet`, too: the output alone does not tell. */
  readonly isAlways?: boolean;
}

/**
 * The scopes of a name among the warnings that `--allow` silences, such as `gaps`, `gaps:2026-12-25` and `partial:limit`; `all` if
 * one of them is the name alone.
 */
export function allowedScopes(allowed: readonly string[], name: WarningName): 'all' | readonly string[] {
  if (allowed.includes(name)) return 'all';
  return allowed.filter((each) => each.startsWith(`${name}:`)).map((each) => each.slice(name.length + 1));
}

/** True for a warning about the data. */
export function isOfData(notice: Notice): notice is DataWarning {
  return notice.name !== undefined;
}

/** The notice with the name of a client or a month before its text. */
export function prefixed<N extends Notice>(label: string, notice: N): N {
  return { ...notice, text: `${label}: ${notice.text}` };
}

/** The text with the name of a warning about the data at its end, as messages show it. */
export function noticeText({ name, scope = [], text }: Notice): string {
  if (name === undefined) return text;
  const [first] = name === 'partial' || name === 'preliminary' ? scope : [];
  return `${text} [${name}${first === undefined ? '' : `:${first}`}]`;
}

/** Each text once, after its profiles, with the scopes of all of them. A text about all `clientCount` clients names no profiles. */
export function mergeNotices<N extends Notice>(notices: readonly N[], clientCount: number): readonly N[] {
  const byText = new Map<string, N[]>();
  for (const each of notices) byText.set(each.text, [...(byText.get(each.text) ?? []), each]);
  return [...byText.values()].map((same) => {
    const [first] = same as [N];
    const scope = [...new Set(same.flatMap((each) => each.scope ?? []))];
    const merged = { ...first, ...(scope.length > 0 && { scope }) };
    if (same.length === clientCount || first.profile === undefined) return merged;
    const whose = `${same.length === 1 ? 'profile' : 'profiles'} ${same.map(({ profile }) => profile).join(', ')}`;
    return prefixed(whose, merged);
  });
}

/** The parts of a warning that files keep. */
export function formatWarning({ name, scope, text }: DataWarning): object {
  return { name, scope, text };
}

/** True for a list of results of `formatWarning`. */
export function isListOfWarnings(value: unknown): value is readonly DataWarning[] {
  return (
    Array.isArray(value) &&
    value.every((each) => {
      const { name, scope, text } = asObject(each) ?? {};
      return WARNING_NAMES.some((known) => known === name) && typeof text === 'string' && isScope(scope, name);
    })
  );
}

/** True for a list of texts. It may be absent, but not from `partial`. */
function isScope(scope: unknown, name: unknown): boolean {
  if (scope === undefined) return name !== 'partial';
  return Array.isArray(scope) && scope.length > 0 && scope.every((each) => typeof each === 'string');
}
