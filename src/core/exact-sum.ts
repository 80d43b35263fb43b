import { addDecimals, type Decimal, parseDecimal, parseSmallDecimal, ZERO } from './decimal.ts';

/** Integers are exact in a double up to 2^53. This limit plus an integer of 15 digits stays below it. */
const LARGE = 2 ** 52;

/**
 * An exact running sum. Small numbers of one scale are added as plain integers while no digit can be lost, which is many times
 * faster. It is a class because each column of each group has one.
 */
export class ExactSum {
  private total: Decimal = ZERO;
  private pending = 0;
  private scale = 0;

  /** Adds the number that `figure` spells. Returns false and adds nothing if that number is too large. */
  add(figure: string): boolean {
    const small = parseSmallDecimal(figure);
    if (small === undefined) {
      const number = parseDecimal(figure);
      if (number !== undefined) this.total = addDecimals(this.total, number);
      return number !== undefined;
    }
    if (small.scale !== this.scale) {
      this.settle();
      this.scale = small.scale;
    }
    this.pending += small.units;
    if (this.pending > LARGE || this.pending < -LARGE) this.settle();
    return true;
  }

  result(): Decimal {
    this.settle();
    return this.total;
  }

  private settle(): void {
    this.total = addDecimals(this.total, { units: BigInt(this.pending), scale: this.scale });
    this.pending = 0;
  }
}
