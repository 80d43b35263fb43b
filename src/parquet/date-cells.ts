import { createFoundDate, type FoundDate, readDateIn } from '../json/date-values.ts';

const DIGITS = 8;
const scratch = createFoundDate();

/**
 * The date in the JSON text of a cell, without a time and a zone: `"2026-01-31"`, `"2026/01/31"`, `20260131`. Undefined for
 * other cells. The result is valid until the next call.
 */
export function readPlainDate(cell: string): Readonly<FoundDate> | undefined {
  if (readDateIn(cell, 0, scratch) !== 'date' || scratch.hasTime) return undefined;
  const length = DIGITS + 2 * scratch.separator.length + (scratch.isText ? 2 : 0);
  return cell.length === length ? scratch : undefined;
}

/** Days from 1970-01-01 to the date that a number like 20260131 stands for. */
export function epochDays(date: number): number {
  const day = new Date(0).setUTCFullYear(
    Math.floor(date / 10_000),
    (Math.floor(date / 100) % 100) - 1,
    date % 100,
  );
  return day / 86_400_000;
}
