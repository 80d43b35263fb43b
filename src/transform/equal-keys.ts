/**
 * Finds numbers that form several groups because a service sends them partly as texts: `1` and `"1.00"`. Groups keep them apart,
 * because the texts may be versions.
 */

import { BACKSLASH, MINUS, NINE, QUOTATION_MARK } from '../core/bytes.ts';
import { countOf, toVisibleLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { keyIdentity } from '../frame/group-key.ts';
import type { KeyColumn } from '../frame/key-column.ts';
import { figureIn, isNumber } from '../records/cells.ts';

/** The warnings about the values of keys. */
export function equalKeyWarnings(keys: readonly KeyColumn[]): readonly DataWarning[] {
  return keys.flatMap(({ key, cells }) => {
    if (key.unitOf !== undefined) return [];
    const texts = new Map<string, string>();
    for (const cell of cells) {
      const identity = numberKey(cell);
      if (identity !== undefined && !texts.has(identity)) texts.set(identity, cell);
    }
    if (texts.size === 0) return [];
    const numbers = cells.filter((cell) => isNumber(cell) && texts.has(keyIdentity(cell)));
    const [first] = numbers;
    if (first === undefined) return [];
    const verb = numbers.length === 1 ? 'is' : 'are';
    const text = `--group-by ${key.name}: ${countOf(numbers.length, 'number')} ${verb} sent as a number and as a text, in separate groups: ${toVisibleLine(first, 40)} and ${toVisibleLine(texts.get(keyIdentity(first))!, 40)}`;
    return [{ name: 'spellings', scope: [key.name], text }];
  });
}

/** The identity of the number that a text spells, if the text is a key of its own: `"1.00"`. Undefined for other cells. */
function numberKey(cell: string): string | undefined {
  const first = cell.charCodeAt(0) === QUOTATION_MARK ? cell.charCodeAt(1) : 0;
  if (first < MINUS || (first > NINE && first !== BACKSLASH)) return undefined;
  const figure = figureIn(cell);
  const identity = figure && keyIdentity(figure);
  return identity === keyIdentity(cell) ? undefined : identity;
}
