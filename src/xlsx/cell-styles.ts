/** The styles of a workbook: each combination of number format, font and flags once. */

import { type Markup, markup, trustedMarkup } from '../core/markup.ts';

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
