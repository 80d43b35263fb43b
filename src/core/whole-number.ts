import { ReportingError } from './errors.ts';
import { type Message, phrase } from './message.ts';

/** The whole number from `least` to `most` that `text` spells. Throws a usage error about `what`. */
export function parseWholeNumber(what: Message, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ReportingError(
    'usage',
    phrase`${what} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`,
  );
}
