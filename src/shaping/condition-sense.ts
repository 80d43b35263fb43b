/** Conditions that no record can meet, or every one does, because they compare what does not compare: most likely a slip. */

import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, cellText } from '../segments/cell.ts';
import { dateSpelling } from '../segments/date-spelling.ts';
import { numberIn } from './cell-number.ts';
import { type Condition, numberAsked } from './condition.ts';

export interface ConditionSense {
  /** Takes the cell that the condition is held against. */
  look(cell: Cell): void;
  /** Throws a usage error if all cells were numbers and the value is none, or all were dates and it is no whole one. */
  judge(): void;
}

/** A year, which is a number, or a word for a date. */
const NO_DATE = /^(\d{4}|\d+[dwmy]|today|yesterday)$/i;
/** A month comes before all of its days: `>=` and `<` say what they seem to say, the others do not. */
const MONTH = /^\d{4}-\d{1,2}$/;

export function createConditionSense(condition: Condition): ConditionSense {
  const { column, operator, value, isQuoted } = condition;
  const isNumber = numberAsked(condition) !== undefined;
  const isPartOfDate = NO_DATE.test(value) || (MONTH.test(value) && operator !== '>=' && operator !== '<');
  const isAsked = operator !== '~' && value !== '' && !isQuoted && (!isNumber || isPartOfDate);
  let numbers = 0;
  let dates = 0;
  let others = 0;
  return {
    look(cell) {
      if (!isAsked || others > 0) return;
      if (numberIn(cell) !== undefined) numbers++;
      else if (dateSpelling(cell ?? '')?.isText === true) dates++;
      else if (cellText(cell) !== '') others++;
    },
    judge() {
      if (!isAsked || others > 0) return;
      const typed = `--where ${JSON.stringify(`${column}${operator}${value}`)}`;
      if (numbers > 0 && dates === 0 && !isNumber) {
        throw new ReportingError(
          'usage',
          `${typed}: ${JSON.stringify(value)} is no number, and ${column} holds numbers only`,
          {
            hint: 'write 1000 for 1,000; several conditions are several --where',
          },
        );
      }
      if (dates > 0 && numbers === 0 && isPartOfDate) {
        throw new ReportingError(
          'usage',
          `${typed}: ${JSON.stringify(value)} is no whole date, and ${column} holds dates`,
          {
            hint: `write all of it: --where '${column}${operator}2026-01-31'; a month: --where '${column}~2026-01'`,
          },
        );
      }
    },
  };
}
