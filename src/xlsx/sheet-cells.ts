/** Sheets, their cells, and the styles of cells as XML (ECMA-376, part 1). */

import { formatDecimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { type Markup, markup, trustedMarkup } from '../core/markup.ts';
import { FORMULA, LEAST_MAGNITUDE, MAX_DIGITS, MOST_MAGNITUDE } from './excel.ts';

/** The beginning of a part, and the namespace of its elements. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** How a cell looks. */
export interface CellStyle {
  /** A number format in Excel's language; none for the general one. `@` is text. */
  readonly format?: string | undefined;
  readonly isBold?: boolean;
  readonly color?: keyof typeof COLORS;
  /** True for a text that would be a formula if somebody typed it. */
  readonly isQuoted?: boolean;
  /** A line that separates the names of columns, or totals. */
  readonly line?: keyof typeof LINES | undefined;
  readonly align?: 'left' | 'right' | 'wrap' | undefined;
}

const COLORS = {
  plain: '',
  gain: '<color rgb="FF00783C"/>',
  loss: '<color rgb="FFC00000"/>',
  dim: '<color rgb="FF707070"/>',
};
const COLOR_NAMES = Object.keys(COLORS);
const FONTS = Object.values(COLORS)
  .flatMap((color) => [color, `<b/>${color}`])
  .map(
    (look) => `<font>${look.replace(/(?=<color|$)/, '<sz val="11"/>')}<name val="Calibri"/><family val="2"/></font>`,
  );

const LINE = 'style="thin"><color auto="1"/></';
const LINES = { none: '<top/><bottom/>', below: `<top/><bottom ${LINE}bottom>`, above: `<top ${LINE}top><bottom/>` };
const BORDERS = Object.values(LINES).map((line) => `<border><left/><right/>${line}<diagonal/></border>`);
const BORDER_NAMES = Object.keys(LINES);

const ALIGNMENTS = {
  left: '<alignment horizontal="left"/>',
  right: '<alignment horizontal="right"/>',
  wrap: '<alignment vertical="top" wrapText="1"/>',
};

/** Formats that need no definition (ECMA-376, part 1, 18.8.30), and the first number of others. */
const [GENERAL, TEXT, FIRST_OWN] = [0, 49, 164];

/** Collects the styles of the cells of a workbook. The style of a plain cell is 0. */
export class Styles {
  private readonly styles: CellStyle[] = [{}];
  private readonly indexes = new Map<string, number>([['{}', 0]]);
  private readonly formats: string[] = [];

  /** The attribute of a cell with a style: ` s="3"`. */
  attribute(style: CellStyle): string {
    const key = JSON.stringify(style, (_, value: unknown) => value || undefined);
    let index = this.indexes.get(key);
    if (index === undefined) {
      index = this.styles.push(style) - 1;
      this.indexes.set(key, index);
    }
    return index === 0 ? '' : ` s="${index}"`;
  }

  /** The part `styles.xml`. */
  part(): string {
    const cells = this.styles.map((style) => this.cellFormat(style));
    const formats = this.formats.map(
      (code, index) => markup`<numFmt numFmtId="${FIRST_OWN + index}" formatCode="${code}"/>`,
    );
    const fonts = trustedMarkup(`<fonts count="${FONTS.length}">${FONTS.join('')}</fonts>`);
    const own = formats.length === 0 ? undefined : markup`<numFmts count="${formats.length}">${formats}</numFmts>`;
    return `${XML}${markup`<styleSheet xmlns="${MAIN}">${own}${fonts}<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>${trustedMarkup(`<borders count="3">${BORDERS.join('')}</borders>`)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`}`;
  }

  private cellFormat({ format, isBold, color = 'plain', isQuoted, line = 'none', align }: CellStyle): Markup {
    const id = format === undefined ? GENERAL : format === '@' ? TEXT : FIRST_OWN + this.formatIndex(format);
    const font = 2 * COLOR_NAMES.indexOf(color) + (isBold ? 1 : 0);
    const quoted = isQuoted ? markup` quotePrefix="1"` : undefined;
    const aligned = align && trustedMarkup(ALIGNMENTS[align]);
    return markup`<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="${BORDER_NAMES.indexOf(line)}" xfId="0"${quoted} applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${aligned}</xf>`;
  }

  private formatIndex(format: string): number {
    const index = this.formats.indexOf(format);
    return index === -1 ? this.formats.push(format) - 1 : index;
  }
}

/** The beginning and the end of a sheet. A page is as wide as the sheet. */
export const SHEET_HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
export const PAGE =
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/>';

/** The end of a sheet with ids in a range. Without it, Excel marks each of their cells: a number stored as text. */
export const idsAsText = (range: string): string =>
  `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;

/** Maximum length of a text in a cell, in UTF-16 units (Excel's specifications: total number of characters in a cell). */
const MAX_UNITS = 32_767;

/**
 * Characters that XML 1.0 forbids, a carriage return, which XML readers change, and the beginning of an escape (22.9.2.19,
 * ST_Xstring).
 */
const ESCAPED = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The way out of the limits of a sheet. */
export const SHEET_HINT = 'csv has no limit: --format csv, or a file name that ends in .csv';

/** A text as the content of an element or an attribute. U+FFFD replaces half of a surrogate pair. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPED, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (character) => ENTITIES[character]!);
}

/** The content of a cell with a text. Throws an output error for a text that is too long; `where` names its place. */
export function inlineText(text: string, where: () => string): string {
  if (text.length <= MAX_UNITS) return `<is><t xml:space="preserve">${xmlText(text)}</t></is>`;
  const message = `${where()} has a text of ${text.length} characters, and a cell of a spreadsheet holds at most ${MAX_UNITS}`;
  throw new ReportingError('E-sheet-limit', message, { hint: SHEET_HINT });
}

/** A cell with a text; nothing for an empty one without a line. */
export function textCell(styles: Styles, place: string, text: string, style: CellStyle, where = place): string {
  const attribute = styles.attribute({ ...style, isQuoted: FORMULA.test(text) });
  if (text === '') return style.line === undefined ? '' : `<c r="${place}"${attribute}/>`;
  return `<c r="${place}"${attribute} t="inlineStr">${inlineText(text, () => where)}</c>`;
}

/** The digits of a number for a cell; undefined for a number that a spreadsheet would change. It stores hundredths for percents. */
export function sheetNumber(token: string, isPercent: boolean): string | undefined {
  if (!isPercent && SHORT_NUMBER.test(token)) return token;
  const number = parseDecimal(token);
  if (number === undefined) return undefined;
  const { units, scale } = number;
  const digits = String(units).replace(/^-|0+$/g, '');
  const magnitude = Math.abs(Number(token));
  const isExact = digits.length <= MAX_DIGITS && magnitude >= LEAST_MAGNITUDE && magnitude <= MOST_MAGNITUDE;
  if (units !== 0 && !isExact) return undefined;
  return isPercent ? formatDecimal({ units, scale: scale + 2 }) : token;
}

const SHORT_NUMBER = new RegExp(`^[-\\d.]{1,${MAX_DIGITS}}$`);

/** With more decimals, the general format is easier to read. */
const MAX_DECIMALS = 15;

/** `#,##0.00`, or `+0.0%;-0.0%;0.0%` for changes. */
export function numberFormat(decimals: number, isPercent: boolean, isSigned: boolean): string | undefined {
  if (decimals > MAX_DECIMALS) return undefined;
  const number = `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}${isPercent ? '%' : ''}`;
  return isSigned ? `+${number};-${number};${number}` : number;
}

/** The letters of a column, by its index from 0: `A`, `Z`, `AA`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
