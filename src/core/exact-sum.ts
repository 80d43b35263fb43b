import {
  addDecimals,
  type Decimal,
  parseDecimal,
  parseSmallDecimal,
  readSmallDecimal,
  type SmallDecimal,
  ZERO,
} from './decimal.ts';

/** Integers are exact in a double up to 2^53. This limit plus an integer of 15 digits stays below it. */
const LARGE = 2 ** 52;
const MAX_UNITS = 1e15;
/** The powers of ten, which are exact. A number of 15 digits has at most 14 decimals. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const scratch: SmallDecimal = { units: 0, scale: 0 };

/**
 * An exact running sum. Small numbers are added as plain integers while no digit can be lost, which is many times faster. It is
 * a class because each column of each group has one.
 */
export class ExactSum {
  private total: Decimal = ZERO;
  /** An integer that `total` lacks, of `scale` decimals. */
  private pending = 0;
  private scale = 0;

  /** Adds the number that `figure` spells. Returns false and adds nothing if that number is too large. */
  add(figure: string): boolean {
    const small = parseSmallDecimal(figure);
    if (small !== undefined) {
      this.addSmall(small.units, small.scale);
      return true;
    }
    const number = parseDecimal(figure);
    if (number !== undefined) this.total = addDecimals(this.total, number);
    return number !== undefined;
  }

  /** Adds the number whose ASCII bytes go from `start` to `end`. Returns false and adds nothing unless it is short and plain. */
  addAt(bytes: Uint8Array, start: number, end: number): boolean {
    if (!readSmallDecimal(bytes, start, end, scratch)) return false;
    this.addSmall(scratch.units, scratch.scale);
    return true;
  }

  result(): Decimal {
    this.settle();
    return this.total;
  }

  private addSmall(units: number, scale: number): void {
    let aligned = units;
    if (scale > this.scale) this.raiseScale(scale);
    else if (scale < this.scale) {
      aligned = units * POWERS[this.scale - scale]!;
      // A larger product may be rounded.
      if (aligned > MAX_UNITS || aligned < -MAX_UNITS) {
        this.total = addDecimals(this.total, { units: BigInt(units), scale });
        return;
      }
    }
    this.pending += aligned;
    if (this.pending > LARGE || this.pending < -LARGE) this.settle();
  }

  private raiseScale(scale: number): void {
    const aligned = this.pending * POWERS[scale - this.scale]!;
    if (aligned > LARGE || aligned < -LARGE) this.settle();
    else this.pending = aligned;
    this.scale = scale;
  }

  private settle(): void {
    this.total = addDecimals(this.total, { units: BigInt(this.pending), scale: this.scale });
    this.pending = 0;
  }
}
