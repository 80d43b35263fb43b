/** Warnings about the data of a report, and their names. Other warnings, such as those about files, are plain texts. */

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

/** A warning about the data, or the text of another one. */
export type Warning = DataWarning | string;

/**
 * The scopes of a name among the warnings that `--allow` silences, such as `gaps`, `gaps:2026-12-25` and `partial:limit`; `all` if
 * one of them is the name alone.
 */
export function allowedScopes(allowed: readonly string[], name: WarningName): 'all' | readonly string[] {
  if (allowed.includes(name)) return 'all';
  return allowed.filter((each) => each.startsWith(`${name}:`)).map((each) => each.slice(name.length + 1));
}

/** The warning with the name of a client or a month before its text. */
export function prefixed(label: string, warning: Warning): Warning {
  return typeof warning === 'string' ? `${label}: ${warning}` : { ...warning, text: `${label}: ${warning.text}` };
}

/** The text with the name at its end, as messages show it. */
export function warningText(warning: Warning): string {
  if (typeof warning === 'string') return warning;
  const [first] = warning.name === 'partial' || warning.name === 'preliminary' ? (warning.scope ?? []) : [];
  return `${warning.text} [${warning.name}${first === undefined ? '' : `:${first}`}]`;
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
