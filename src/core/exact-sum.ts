import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  readShortDecimal,
  type ShortDecimal,
  ZERO,
} from './decimal.ts';

/** Integers are exact in a double up to 2^53. This limit plus an integer of 15 digits stays below it. */
const LARGE = 2 ** 52;
const MAX_UNITS = 1e15;
/** The powers of ten, which are exact. A number of 15 digits has at most 14 decimals. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const FIRST_SUMS = 4;
/** The length of a text whose number has at most 15 digits. */
const MAX_SMALL = 15;

const scratch: ShortDecimal = { units: 0, scale: 0 };

/**
 * Many exact running sums, each with an index. Short numbers are added as plain integers while no digit can be lost, which is
 * many times faster than with decimals.
 */
export class ExactSums {
  /** For each sum an integer that `totals` lacks, with so many decimals. */
  private pending = new Float64Array(FIRST_SUMS);
  private scales = new Int32Array(FIRST_SUMS);
  private readonly totals = new Map<number, Decimal>();

  /** Adds the number that `figure` spells. Returns false and adds nothing if that number is too large. */
  add(index: number, figure: string): boolean {
    const number = parseDecimal(figure);
    if (number === undefined) return false;
    const { units, scale } = number;
    if (figure.length <= MAX_SMALL && typeof units === 'number' && scale < MAX_SMALL)
      this.addSmall(index, units, scale);
    else this.addDecimal(index, number);
    return true;
  }

  /** Adds the number whose ASCII bytes go from `start` to `end`. Returns false and adds nothing unless it is short and plain. */
  addAt(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (!readShortDecimal(bytes, start, end, scratch)) return false;
    this.addSmall(index, scratch.units, scratch.scale);
    return true;
  }

  result(index: number): Decimal {
    const pending = { units: this.pending[index] ?? 0, scale: this.scales[index] ?? 0 };
    return addDecimals(this.totals.get(index) ?? ZERO, pending);
  }

  /** The sum in plain notation. */
  text(index: number): string {
    if (this.totals.has(index)) return formatDecimal(this.result(index));
    return formatDecimal({ units: this.pending[index] ?? 0, scale: this.scales[index] ?? 0 });
  }

  private addSmall(index: number, units: number, scale: number): void {
    if (index >= this.pending.length) this.makeRoom(index);
    const { pending, scales } = this;
    let aligned = units;
    const before = scales[index]!;
    if (scale > before) this.raiseScale(index, scale);
    else if (scale < before) {
      aligned = units * POWERS[before - scale]!;
      // A larger product may be rounded.
      if (aligned > MAX_UNITS || aligned < -MAX_UNITS) {
        this.addDecimal(index, { units, scale });
        return;
      }
    }
    const sum = pending[index]! + aligned;
    if (sum > LARGE || sum < -LARGE) {
      this.addDecimal(index, { units: sum, scale: scales[index]! });
      pending[index] = 0;
    } else pending[index] = sum;
  }

  private makeRoom(index: number): void {
    const length = Math.max(index + 1, 2 * this.pending.length);
    const { pending, scales } = this;
    this.pending = new Float64Array(length);
    this.pending.set(pending);
    this.scales = new Int32Array(length);
    this.scales.set(scales);
  }

  private raiseScale(index: number, scale: number): void {
    const pending = this.pending[index]!;
    const aligned = pending * POWERS[scale - this.scales[index]!]!;
    if (aligned > LARGE || aligned < -LARGE) {
      this.addDecimal(index, { units: pending, scale: this.scales[index]! });
      this.pending[index] = 0;
    } else this.pending[index] = aligned;
    this.scales[index] = scale;
  }

  private addDecimal(index: number, number: Decimal): void {
    this.totals.set(index, addDecimals(this.totals.get(index) ?? ZERO, number));
  }
}

/** One exact running sum. */
export class ExactSum {
  private readonly sums = new ExactSums();

  /** Adds the number that `figure` spells. Returns false and adds nothing if that number is too large. */
  add(figure: string): boolean {
    return this.sums.add(0, figure);
  }

  result(): Decimal {
    return this.sums.result(0);
  }
}
