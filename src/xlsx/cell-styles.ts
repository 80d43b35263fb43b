/** The styles of a workbook: each combination of number format, font and flags once. */

import { type Markup, markup } from '../core/markup.ts';

/** How a cell looks. */
export interface CellStyle {
  /** A number format in Excel's language; none for the general one. `@` is text. */
  readonly format?: string | undefined;
  readonly isBold?: boolean;
  /** True for a text that would be a formula if somebody typed it. */
  readonly isQuoted?: boolean;
  /** True for the names of columns: with a line below. */
  readonly isHeader?: boolean;
  readonly align?: 'right' | 'wrap' | undefined;
}

/** Formats that need no definition (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<string, number>> = { General: 0, '@': 49 };
const FIRST_OWN = 164;

/** A number format of changes: one with a sign for rises. */
const CHANGE = /^(?:\[Red\])?\+/;

/** Collects the styles of the cells of a workbook. The style of a plain cell is 0. */
export class Styles {
  private readonly styles = new Map<string, CellStyle>([['{}', {}]]);
  private readonly formats = new Map<string, number>(Object.entries(BUILT_IN));

  /** The index of a style. */
  indexOf(style: CellStyle): number {
    const key = JSON.stringify(style);
    if (!this.styles.has(key)) this.styles.set(key, style);
    const { format } = style;
    if (format !== undefined && !this.formats.has(format))
      this.formats.set(format, FIRST_OWN + this.formats.size - Object.keys(BUILT_IN).length);
    return [...this.styles.keys()].indexOf(key);
  }

  /** The part `styles.xml`. */
  part(): string {
    const own = [...this.formats].filter(([, id]) => id >= FIRST_OWN);
    const formats = own.map(([code, id]) => markup`<numFmt numFmtId="${String(id)}" formatCode="${code}"/>`);
    const cells = [...this.styles.values()].map((style) => this.cellFormat(style));
    return markup`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
      own.length === 0 ? undefined : markup`<numFmts count="${String(own.length)}">${formats}</numFmts>`
    }<fonts count="4"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><sz val="11"/><color rgb="FF00783C"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FF00783C"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${String(cells.length)}">${cells}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`.toString();
  }

  private cellFormat({ format, isBold, isQuoted, isHeader, align }: CellStyle): Markup {
    const id = String(this.formats.get(format ?? 'General')!);
    // Gains are green by the font: numbered colors of formats differ between programs.
    const font = String((isBold || isHeader ? 1 : 0) + (CHANGE.test(format ?? '') ? 2 : 0));
    const border = isHeader ? '1' : '0';
    const quoted = isQuoted ? markup` quotePrefix="1"` : undefined;
    const aligned =
      align === 'wrap'
        ? markup`<alignment vertical="top" wrapText="1"/>`
        : align === 'right'
          ? markup`<alignment horizontal="right"/>`
          : undefined;
    return markup`<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="${border}" xfId="0"${quoted} applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${aligned}</xf>`;
  }
}
