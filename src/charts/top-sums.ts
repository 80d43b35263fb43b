/**
 * Sums by label, exact: the largest ones, gains and losses, and one sum of all others. One other label has a sum of its own.
 * Memory is bounded however many labels there are: labels without room wait for another pass over the same numbers.
 */

import { compareNumbers, formatDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { ExactSum } from '../core/exact-sum.ts';

/** Adds up numbers as JSON spells them. One number alone keeps its spelling. */
export class NumberSum {
  private alone: string | undefined;
  private sum: ExactSum | undefined;

  get isEmpty(): boolean {
    return this.alone === undefined;
  }

  /** Throws a usage error for a number of too many digits, unless it is the only one. */
  add(number: string): void {
    if (this.sum === undefined) {
      if (this.alone === undefined) {
        this.alone = number;
        return;
      }
      this.sum = new ExactSum();
      addTo(this.sum, this.alone);
    }
    addTo(this.sum, number);
  }

  /** Undefined without a number. */
  result(): string | undefined {
    return this.sum === undefined ? this.alone : formatDecimal(this.sum.result());
  }
}

function addTo(sum: ExactSum, number: string): void {
  if (sum.add(number)) return;
  throw new ReportingError(
    'usage',
    `a record holds ${number.slice(0, 60)}, which has too many digits to add`,
  );
}

/** A label, and the sum of its numbers. */
export interface LabelledNumber {
  readonly label: string;
  /** Undefined if no record of the label has a number. */
  readonly number: string | undefined;
}

interface TopSumsOptions {
  /** Labels to keep, besides the sum of all others: one more if there is only one other label. */
  readonly limit: number;
  /** True to keep the first labels, in order of appearance, and not the largest. */
  readonly isOrdered?: boolean;
  /** Gives the error for a label with two numbers, where a sum means nothing; undefined to add them up. */
  readonly sumError?: ((label: string) => Error) | undefined;
  /** True if no two numbers have the same label: nothing is added up, and one pass is enough. */
  readonly areUnique?: boolean;
  /** Labels held in memory at once; and characters of them, about. */
  readonly maxLabels?: number;
  readonly maxCharacters?: number;
}

const MAX_LABELS = 100_000;
const MAX_CHARACTERS = 8_000_000;

/** Finds the largest sums by label, or the first ones, in one or several passes over the same numbers. */
export interface TopSums {
  /** Takes a number, or undefined for a record without one. Every pass adds all numbers, in the same order. */
  add(label: string, number: string | undefined): void;
  /** Ends a pass over all numbers. True if another pass is necessary. */
  endPass(): boolean;
  /** After the last pass: the largest first, or in order of appearance. */
  top(): readonly LabelledNumber[];
  /** The sum of all other labels; undefined if there is none. Without a number where a sum means nothing. */
  others(): Pick<LabelledNumber, 'number'> | undefined;
}

/** Creates `TopSums`. `add` throws the error of `sumError`, and the error of a number with too many digits. */
export function createTopSums(options: TopSumsOptions): TopSums {
  return options.isOrdered === true ? createFirstSums(options) : createLargestSums(options);
}

function createFirstSums({ limit, sumError }: TopSumsOptions): TopSums {
  const sums = new Map<string, NumberSum>();
  /** The label after `limit` others, as long as it is the only one. */
  let extra: string | undefined;
  let others: NumberSum | undefined;

  function addToOthers(number: string | undefined): void {
    others ??= new NumberSum();
    if (number !== undefined && sumError === undefined) others.add(number);
  }

  function mergeExtra(): void {
    addToOthers(sums.get(extra!)!.result());
    sums.delete(extra!);
    extra = undefined;
  }

  return {
    add(label, number) {
      const isNew = !sums.has(label);
      if (extra !== undefined && (isNew || (label === extra && sumError !== undefined))) mergeExtra();
      if (isNew && others === undefined) {
        if (sums.size === limit) extra = label;
        sums.set(label, new NumberSum());
      }
      const sum = sums.get(label);
      if (sum === undefined) addToOthers(number);
      else if (number !== undefined) addOnce(sum, { label, number }, sumError);
    },
    endPass: () => false,
    top: () => Array.from(sums, ([label, sum]) => ({ label, number: sum.result() })),
    others: () => others && { number: others.result() },
  };
}

function addOnce(
  sum: NumberSum,
  { label, number }: { readonly label: string; readonly number: string },
  sumError: TopSumsOptions['sumError'],
): void {
  if (sumError !== undefined && !sum.isEmpty) throw sumError(label);
  sum.add(number);
}

const HASHES = 2 ** 32;

/** Each pass sums the labels in a range of hashes. A range that has too many labels is narrowed on the way. */
function createLargestSums({
  limit,
  sumError,
  areUnique = false,
  maxLabels = MAX_LABELS,
  maxCharacters = MAX_CHARACTERS,
}: TopSumsOptions): TopSums {
  const roomForLabels = Math.max(maxLabels, 2 * limit);
  /** The last one is merged with the others, if there are any. */
  const room = limit + 1;
  let [from, to] = [0, HASHES];
  let sums = new Map<string, NumberSum>();
  let characters = 0;
  const top: LabelledNumber[] = [];
  /** The smallest of the largest so far; undefined while there is room for any. */
  let least: LabelledNumber | undefined;
  let others: NumberSum | undefined;

  function isInRange(label: string): boolean {
    if (from === 0 && to === HASHES) return true;
    const hash = hashOf(label);
    return hash >= from && hash < to;
  }

  function narrow(): void {
    const hashes = Array.from(sums.keys(), hashOf).sort((one, other) => one - other);
    const middle = hashes[Math.floor(hashes.length / 2)]!;
    // Labels of one hash stay together.
    if (middle === hashes[0]) return;
    to = middle;
    for (const label of sums.keys()) {
      if (hashOf(label) < to) continue;
      sums.delete(label);
      characters -= label.length;
    }
  }

  /** Keeps a label that may be among the largest, until `trim` drops it. */
  function rank(labelled: LabelledNumber): void {
    if (least !== undefined && compareLargest(least.number, labelled.number) <= 0)
      addToOthers(labelled.number);
    else if (top.push(labelled) > 2 * room + 100) trim();
  }

  function trim(): void {
    top.sort((one, other) => compareLargest(one.number, other.number));
    for (const { number } of top.splice(room)) addToOthers(number);
    least = top[room - 1];
  }

  function addToOthers(number: string | undefined): void {
    others ??= new NumberSum();
    if (number !== undefined && sumError === undefined) others.add(number);
  }

  return {
    add(label, number) {
      if (areUnique) {
        rank({ label, number });
        return;
      }
      let sum = sums.get(label);
      if (sum === undefined) {
        if (!isInRange(label)) return;
        sum = new NumberSum();
        sums.set(label, sum);
        characters += label.length;
        if (sums.size > roomForLabels || (characters > maxCharacters && sums.size > 2 * limit)) narrow();
      }
      // Without effect for a label that was just dropped: a later pass sums it.
      if (number !== undefined) addOnce(sum, { label, number }, sumError);
    },
    endPass() {
      for (const [label, sum] of sums) rank({ label, number: sum.result() });
      trim();
      sums = new Map();
      characters = 0;
      [from, to] = [to, HASHES];
      if (from < HASHES) return true;
      if (others !== undefined) for (const { number } of top.splice(limit)) addToOthers(number);
      return false;
    },
    top: () => top,
    others: () => others && { number: others.result() },
  };
}

/** Sorts the largest number first, whatever its sign. Nothing is less than any number. */
function compareLargest(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return compareNumbers(withoutSign(other), withoutSign(one));
}

function withoutSign(number: string): string {
  return number.startsWith('-') ? number.slice(1) : number;
}

/** FNV-1a of the UTF-16 code units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
