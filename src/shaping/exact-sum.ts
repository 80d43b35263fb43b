import { addDecimals, type Decimal, ZERO } from '../core/decimal.ts';

/** A sum under way, exact however long it gets. */
export interface ExactSum {
  add(value: Decimal): void;
  result(): Decimal;
}

/** Adds small numbers of one scale as plain integers, which is many times faster, as long as no digit can be lost. */
export function createExactSum(): ExactSum {
  let total: Decimal = ZERO;
  let pending = 0;
  let scale = 0;

  function settle(): void {
    if (pending !== 0 || scale > total.scale) total = addDecimals(total, { units: BigInt(pending), scale });
    pending = 0;
  }

  return {
    add(value) {
      const units = Number(value.units);
      if (!isSmall(units)) {
        settle();
        total = addDecimals(total, value);
        return;
      }
      if (value.scale !== scale) {
        settle();
        scale = value.scale;
      }
      const next = pending + units;
      if (isSmall(next)) pending = next;
      else {
        settle();
        pending = units;
      }
    },
    result() {
      settle();
      return total;
    },
  };
}

/** Below this, integers are exact as numbers, and so is the sum of two. */
const SMALL = 2 ** 52;

function isSmall(units: number): boolean {
  return units < SMALL && units > -SMALL;
}
