/** The form of the table of options: one entry an option, in sections that have a heading in help. The table is data; it knows no commander. */

import type { ValueType } from '../config/value-types.ts';

/** An option. Its key in the table is the member that it sets: `windowColumns` for `--window-columns`. */
export interface Flag<T = unknown> {
  /** The flags and the value, as help shows them: `-f, --format <name>`. An option without a value is true, or false for `--no-…`. */
  readonly flags: string;
  /** One line for `--help`, the man page, docs/cli.md and completion. */
  readonly help: string;
  /** A shorter line for `-h`, which shows only options that have one. */
  readonly brief?: string | undefined;
  readonly value?: ValueType<T>;
  /** The value if the option is not given. */
  readonly default?: T;
  /** The default in the words of help; also for a default that the code of a run chooses. */
  readonly shownDefault?: string;
  /** Members of options that cannot be combined with this one. */
  readonly excludes?: readonly string[];
}

/** An option of the command line as the user typed it. */
export interface TypedOption {
  /** Its name in code: `groupBy`. */
  readonly name: string;
  /** Its long form: `--group-by`. */
  readonly flag: string;
  /** Undefined for an option without a value. */
  readonly value: string | undefined;
}

export type Flags = Readonly<Record<string, Flag>>;

/** Options that help shows below one heading. */
export interface Section<F extends Flags = Flags> {
  /** Undefined for commander's own heading. */
  readonly heading: string | undefined;
  readonly flags: F;
}

export function section<const F extends Flags>(heading: string | undefined, flags: F): Section<F> {
  return { heading, flags };
}

/** The flags without these keys. */
export function omit<F extends Flags, K extends keyof F & string>(flags: F, ...keys: K[]): Omit<F, K> {
  return Object.fromEntries(Object.entries(flags).filter(([key]) => !keys.includes(key as K))) as Omit<F, K>;
}

/** The value of a member: that of its type, or true or false. */
type ValueOf<F> = F extends { readonly value: ValueType<infer T> } ? T : boolean;

/** Members that commander always sets. */
type SetMember<F> = {
  [K in keyof F]: F[K] extends { readonly default: unknown } | { readonly flags: `--no-${string}` } ? K : never;
}[keyof F];

type Members<F> = { readonly [K in SetMember<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, SetMember<F>>]?: ValueOf<F[K]>;
};

/** The intersection of the members of a union. */
type Both<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void ? I : never;

type AllMembers<S extends readonly Section[]> = Both<
  { [I in keyof S]: S[I] extends Section<infer F> ? Members<F> : never }[number]
>;

/** The options of a command with these sections, as commander gives them. */
export type OptionsOf<S extends readonly Section[]> = {
  readonly [K in keyof AllMembers<S>]: AllMembers<S>[K];
};
