import { ReportingError } from './errors.ts';

/** The whole number from `least` to `most` that `text` spells. Throws a usage error about `what`. */
export function parseWholeNumber(what: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ReportingError(
    'E-option-value',
    `${what} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`,
  );
}
