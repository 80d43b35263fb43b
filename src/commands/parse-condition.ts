/** Parses conditions on records and groups: `revenue>100`, `country=US`, `campaign~spring`, `country in US,DE`. */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { shellWord } from '../core/text.ts';
import type { Condition, ConditionSource, ConditionValue } from '../transform/condition.ts';

/**
 * A name in double quotation marks may hold operators; a bare name ends at the first operator. A bare value that begins like an
 * operator does not match: `==`, `<>` and `=>` are most likely mistakes.
 */
const PATTERN = /^\s*(?:"((?:[^"]|"")*)"|([^"=!<>~][^=!<>~]*?))\s*(!=|!~|<=|>=|=|<|>|~)\s*([^=<>~\s].*?|)\s*$/s;

/** A value in quotation marks, which are doubled inside. */
const QUOTED = `"(?:[^"]|"")*"|'(?:[^']|'')*'`;
/** A bare value of a list has no operator: `check in date=5` is a condition on the column `check in date`. */
const LIST_VALUE = String.raw`(?:${QUOTED}|[^"=<>~,\s](?:[^=<>~,]*[^=<>~,\s])?)`;
const LIST_PATTERN = new RegExp(
  String.raw`^\s*(?:"((?:[^"]|"")*)"\s*|([^"=!<>~][^=!<>~]*?)\s+)in(?:\s+|(?=["']))(${LIST_VALUE}(?:\s*,\s*${LIST_VALUE})*)\s*$`,
  'is',
);
const LIST_VALUES = new RegExp(LIST_VALUE, 'gs');
/** A quoted text inside a condition: an apostrophe in a word quotes nothing. */
const QUOTED_PART = new RegExp(`(?<=^|[\\s,=<>~])(?:${QUOTED})(?=$|[\\s,])`, 'gs');
/** Two conditions as in SQL and in programs. */
const CONNECTIVE = /\s+(and|or|&&|\|\|)\s+/i;
/** A list as in SQL. */
const PARENTHESES = /^\(.*,.*\)$/s;

/** Throws a usage error if `text` is not a condition. */
export function parseCondition(text: string, source: ConditionSource = 'where'): Condition {
  const flag = flagOf(source);
  const typed = `${flag} ${JSON.stringify(text)}`;
  const word = CONNECTIVE.exec(text.replace(QUOTED_PART, (quoted) => '"'.repeat(quoted.length)));
  if (word !== null) {
    const hint = hintForSeveral(text, word, flag);
    throw new ReportingError('E-condition', `${typed} has "${word[1]}" outside quotation marks`, { hint });
  }
  const list = LIST_PATTERN.exec(text);
  const match = list ?? PATTERN.exec(text);
  if (match === null) {
    const unquoted = /^[\w.]+$/.test(text) ? 'put it in quotation marks, since a shell writes files for > and <; ' : '';
    const hint = `${unquoted}write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: ${flag} 'revenue>100', ${flag} 'name="=="'; or several values: ${flag} 'country in US,DE'`;
    throw new ReportingError('E-condition', `${typed} is not a condition`, { hint });
  }
  const column = match[1]?.replaceAll('""', '"') ?? match[2]!;
  if (list === null) {
    return { source, column, operator: match[3] as Condition['operator'], values: [parseValue(match[4]!)] };
  }
  const values = list[3]!.match(LIST_VALUES)!;
  if (/\snot$/i.test(match[2] ?? '')) {
    const hint = `give each value its own condition: ${flag} 'country!=US' ${flag} 'country!=DE'`;
    throw new ReportingError('E-condition', `${typed} has "not in", which is no operator`, { hint });
  }
  if (PARENTHESES.test(list[3]!)) {
    const hint = `leave them out: ${flag} 'country in US,DE'`;
    throw new ReportingError('E-condition', `${typed} has parentheses around its values`, { hint });
  }
  return { source, column, operator: 'in', values: values.map(parseValue) };
}

/** What to write for several conditions in one, which would be read as one value. */
function hintForSeveral(text: string, { 0: joint, 1: word, index }: RegExpExecArray, flag: string): string {
  const [left, right] = [text.slice(0, index), text.slice(index + joint.length)];
  if (!PATTERN.test(right) && !LIST_PATTERN.test(right)) {
    return `if it is part of a value, put the value in quotation marks: ${flag} 'name="R and D"'`;
  }
  return /and|&&/i.test(word!)
    ? `give each its own option: ${flag} ${shellWord(left)} ${flag} ${shellWord(right)}`
    : `several values of one column are a list: ${flag} 'country in US,DE'; for other conditions, write a report for each`;
}

function parseValue(typed: string): ConditionValue {
  const [, double, single] = /^(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)')$/.exec(typed) ?? [];
  const text = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? typed;
  return { text, isQuoted: /^["']/.test(typed) };
}
