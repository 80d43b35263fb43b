import { addDecimals, type Decimal, parseDecimal, parseSmallDecimal, ZERO } from '../core/decimal.ts';

/** Integers are exact as numbers up to 2^53; one of 15 digits more than this is still below that. */
const LARGE = 2 ** 52;

/**
 * A sum under way, exact however long it gets. Small numbers of one scale are added as plain integers, which is many times
 * faster, as long as no digit can be lost. A class, since there is one for each column of each group.
 */
export class ExactSum {
  private total: Decimal = ZERO;
  private pending = 0;
  private scale = 0;

  /** Adds what `figure` spells. False, and nothing is added, if that is no number that can be reckoned with. */
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
