import { addDecimals, type Decimal, parseDecimal, parseSmallDecimal, ZERO } from '../core/decimal.ts';

/** A sum under way, exact however long it gets. */
export interface ExactSum {
  /** Adds what `figure` spells. False, and nothing is added, if that is no number that can be reckoned with. */
  add(figure: string): boolean;
  result(): Decimal;
}

/** Adds small numbers of one scale as plain integers, which is many times faster, as long as no digit can be lost. */
export function createExactSum(): ExactSum {
  let total: Decimal = ZERO;
  let pending = 0;
  let scale = 0;

  function settle(): void {
    total = addDecimals(total, { units: BigInt(pending), scale });
    pending = 0;
  }

  return {
    add(figure) {
      const small = parseSmallDecimal(figure);
      if (small === undefined) {
        const number = parseDecimal(figure);
        if (number !== undefined) total = addDecimals(total, number);
        return number !== undefined;
      }
      if (small.scale !== scale) {
        settle();
        scale = small.scale;
      }
      pending += small.units;
      if (pending > LARGE || pending < -LARGE) settle();
      return true;
    },
    result() {
      settle();
      return total;
    },
  };
}

/** Integers are exact as numbers up to 2^53; one of 15 digits more than this is still below that. */
const LARGE = 2 ** 52;
