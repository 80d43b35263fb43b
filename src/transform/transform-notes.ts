/** Notes about columns and ranges that a transform could not use. */

import type { Column } from '../core/columns.ts';
import { type Message, option, phrase } from '../core/message.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { Step } from './group-step.ts';
import type { Ratio } from './ratio.ts';

/** A note about a comparison range without matching records: the result would look like growth. */
export function rangeNotes(all: readonly RecordSet[], filtered: readonly RecordSet[]): readonly Message[] {
  if (filtered[1]?.recordCount !== 0 || all[1]!.recordCount === 0) return [];
  return [phrase`no record of the comparison range meets ${option('where')}`];
}

/** A note about columns without a total; none if every column has one. */
export function totalsNotes(notSummed: readonly Column[]): readonly string[] {
  if (notSummed.length === 0) return [];
  const names = notSummed.map(({ name }) => name).join(', ');
  return [`no total for: ${names} (ids, dates or ratios, or not all values are numbers)`];
}

/** Notes about columns that groups drop although some of their values are numbers, and about ranges that cannot be compared. */
export function notesOf({ mixed, isDisjoint }: Step, ratios: readonly Ratio[]): readonly Message[] {
  const notes: Message[] = [];
  const names = namesWithout(ratios, mixed);
  if (names.length > 0) {
    notes.push(
      phrase`not summed: ${names.join(', ')} (not all values are numbers); use ${option('where')} to exclude the others`,
    );
  }
  if (isDisjoint) notes.push('no group has records in both ranges: there is nothing to compare');
  return notes;
}

/** Notes about the columns that groups drop because a sum of them is meaningless. */
export function skippedNotes({ skipped }: Step, ratios: readonly Ratio[]): readonly Message[] {
  const names = namesWithout(ratios, skipped);
  if (names.length === 0) return [];
  const [reason, pronoun] =
    names.length === 1 ? ['looks like an id or a ratio', 'it'] : ['look like ids or ratios', 'them'];
  return [
    phrase`not summed: ${names.join(', ')} (${reason!}); use ${option('sum')}, ${option('avg')} or ${option('ratio')} to include ${pronoun!}`,
  ];
}

function namesWithout(ratios: readonly Ratio[], columns: readonly Column[]): readonly string[] {
  const ratioNames = new Set(ratios.map(({ column }) => column.name));
  return columns.map(({ name }) => name).filter((name) => !ratioNames.has(name));
}
