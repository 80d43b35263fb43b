/** Declares the options of the table to commander. */

import { Argument, type Command, Option } from 'commander';
import { type Offer, reject, type ValueType } from '../config/value-types.ts';
import type { Flag, TypedOption } from './flag.ts';

/** An option of commander that keeps its entry in the table, for completion. */
export class FlagOption extends Option {
  readonly entry: Flag;

  constructor(entry: Flag) {
    super(entry.flags, entry.help);
    this.entry = entry;
    const { value, excludes, default: fallback, shownDefault } = entry;
    if (value !== undefined) this.argParser((text, earlier) => this.parse(value, text, earlier));
    if (value?.choices !== undefined) this.argChoices = [...value.choices];
    if (excludes !== undefined) this.conflicts([...excludes]);
    if (fallback !== undefined || shownDefault !== undefined) this.default(fallback, shownDefault);
  }

  /** Commander takes an option for the value of the one before it, whose value is missing. */
  private parse(value: NonNullable<Flag['value']>, text: string, earlier: unknown): unknown {
    return /^--[a-z]/.test(text) ? reject(this.long!, text, 'a value') : value.parse(text, this.long!, earlier);
  }
}

/** An argument with its kind of value. */
export class Operand extends Argument {
  readonly offers: Offer;

  constructor(name: string, help: string, { parse, offers, choices }: ValueType<unknown>) {
    super(name, help);
    this.offers = offers;
    this.argParser((text, earlier: unknown) => parse(text, this.name(), earlier));
    if (choices !== undefined) this.argChoices = [...choices];
  }
}

/** A list that receives each option of `command` as typed while commander parses the command line. All must be declared already. */
export function recordTypedOptions(command: Command): readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      typed.push({ name: option.attributeName(), flag: option.long!, value: value ?? undefined });
    });
  }
  return typed;
}
