/** How the table of a page is printed: all of its columns if they fit, and no column cut off. */

import { isSameColumn } from '../core/columns.ts';
import { toVisibleText } from '../core/text.ts';
import { restOf } from '../findings/findings.ts';
import { derivedAt } from './column-roles.ts';
import type { EncoderInput } from './format.ts';
import type { PageFindings } from './html-findings.ts';
import { BLOCKS } from './html-style.ts';
import type { PageTable } from './html-table.ts';

/** The table on paper. */
export interface PrintedTable {
  readonly style: string;
  /** What is not printed; undefined if all columns are. */
  readonly note: string | undefined;
}

interface Paper {
  /** Points between the margins of both A4 and Letter paper. */
  readonly width: number;
  readonly fontSize: number;
  /** Points beside the text of a cell. */
  readonly padding: number;
  /** Characters of a text on one line. */
  readonly maxText: number;
  readonly style: string;
}

const WIDE = { width: 700, padding: 9, maxText: 12, style: 'section.table,footer{page:wide}' };
const PAPERS: readonly Paper[] = [
  { width: 500, fontSize: 8, padding: 9, maxText: 12, style: '' },
  { ...WIDE, fontSize: 8 },
  { ...WIDE, fontSize: 6 },
];
/** Beside movers, with names on one line: ten rows and all that is above them fit on one sheet. */
const SMALL: Paper = {
  ...{ width: 510, fontSize: 6, padding: 5, maxText: 30 },
  style: '#rows td,#rows th{padding:1px 3px;line-height:1.35}',
};
/** The width of a character as a share of the font size. */
const CHARACTER_WIDTH = 0.6;
/** A longer part of a name may be broken into lines. */
const MAX_HEAD = 12;
/** Longest name of a column that labels a printed cell. */
const MAX_LABEL = 60;

const ABOVE =
  'Not printed: columns whose figures stand above, earlier numbers and percentages. The file has them.';

/**
 * Beside movers, which have all figures of their measure, a table that is too wide leaves out these, and what follows from the
 * others. Any other table that is too wide is printed as a block of labelled values for each row.
 */
export function printTable(
  table: PageTable,
  input: EncoderInput,
  movers: PageFindings | undefined,
): PrintedTable {
  const all = table.columns.map((_, index) => index);
  const areMovers =
    movers !== undefined && restOf(movers.findings) === undefined && input.keys?.time === undefined;
  const fitting = (papers: readonly Paper[], columns: readonly number[]): Paper | undefined =>
    papers.find((paper) => printedWidth(table, columns, paper) <= paper.width);
  const whole = fitting(areMovers ? [PAPERS[0]!, SMALL] : PAPERS, all);
  if (whole !== undefined) return { style: styleOf(whole), note: undefined };
  if (areMovers) {
    const columns = all.filter((index) => !isAbove(table, index, input, movers));
    const paper = fitting([SMALL, { ...SMALL, maxText: 12 }, ...PAPERS], columns);
    const hidden = all.filter((index) => !columns.includes(index));
    const hide = hidden.map((index) => `#rows tr>:nth-child(${index + 1}){display:none}`).join('');
    if (paper !== undefined) return { style: styleOf(paper) + hide, note: ABOVE };
  }
  const labels = table.columns.map(({ name }, index) => {
    return `#rows td:nth-child(${index + 1})::before{content:"${escapeStyle(name.slice(0, MAX_LABEL))}"}`;
  });
  return { style: BLOCKS + labels.join('\n'), note: undefined };
}

function styleOf({ fontSize, style }: Paper): string {
  return `#rows td,#rows th{font-size:${fontSize}pt}${style}`;
}

/** True for a column of the measure of the movers, and for one that follows from the number and the change of another measure. */
function isAbove(
  { columns }: PageTable,
  index: number,
  input: EncoderInput,
  { measure: main }: PageFindings,
): boolean {
  const column = columns[index]!;
  const derived = derivedAt(column, input);
  const isOfMain = isSameColumn(derived?.measure ?? column, main) && derived?.part !== 'other';
  return isOfMain || derived?.part === 'before' || derived?.part === 'percent';
}

function printedWidth(
  { columns, areNumeric, lengths }: PageTable,
  shown: readonly number[],
  { fontSize, padding, maxText }: Paper,
): number {
  return shown.reduce((sum, index) => {
    const parts = columns[index]!.name.split(/[_\s-]/).map((part) => Math.min(part.length, MAX_HEAD));
    const length = areNumeric[index] ? lengths[index]! : Math.min(lengths[index]!, maxText);
    return sum + Math.max(length, ...parts) * fontSize * CHARACTER_WIDTH + padding;
  }, 0);
}

/** A text as part of a CSS string: everything but letters and digits is escaped (CSS Syntax Level 3, section 4.3.7). */
function escapeStyle(text: string): string {
  return Array.from(toVisibleText(text), (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\${character.codePointAt(0)!.toString(16)} `,
  ).join('');
}
