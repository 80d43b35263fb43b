/** A sheet that shows a document as a terminal does: the answer, a line about it, the table, and what is odd. */

import type { ShownCell } from '../core/tone.ts';
import { captionTexts } from '../document/caption.ts';
import type { Document, TableRow } from '../document/document.ts';
import type { CellStyle, Styles } from './sheet-cells.ts';
import { columnLetters, idsAsText, numberFormat, PAGE, SHEET_HEAD, sheetNumber, textCell } from './sheet-cells.ts';
import { widthTags } from './sheet-columns.ts';

/** The XML of the sheet. `rest` says where the rows beyond the table are; undefined without such rows. */
export async function encodeDocument(
  { headline, caption, table, remarks }: Document,
  styles: Styles,
  rest: string | undefined,
): Promise<string> {
  const lines: string[] = [];
  const addRow = (cells: (row: number) => readonly string[]): void => {
    const row = lines.length + 1;
    lines.push(`<row r="${row}">${cells(row).join('')}</row>`);
  };
  const addLine = (text: string, style: CellStyle): void => addRow((row) => [textCell(styles, `A${row}`, text, style)]);
  const [heading, facts] = captionTexts(caption);
  const line = [heading, ...facts].join(' · ');
  if (headline !== undefined) addLine(headline, { isBold: true });
  addLine(line, headline === undefined ? { isBold: true } : { color: 'dim' });
  let widths = '';
  if (table !== undefined) {
    addLine('', {});
    const { columns, foot = [] } = table;
    const rows: TableRow[] = [];
    for await (const block of table.rows) rows.push(...block);
    const formats = columns.map((_, index) => formatOf([...rows, ...foot].map(({ cells }) => cells[index]!)));
    const headings = columns.map(({ heading }) => heading);
    addRow((row) =>
      columns.map(({ heading, kind }, index) => {
        const align = kind === 'number' ? 'right' : undefined;
        return textCell(styles, `${columnLetters(index)}${row}`, heading, { isBold: true, line: 'below', align });
      }),
    );
    const texts = [...rows, ...foot].map(({ cells }) => cells.map(({ text }) => text));
    widths = await widthTags([headings, ...texts]);
    for (const [at, { cells }] of [...rows, ...foot].entries()) {
      const isFoot = at >= rows.length;
      addRow((row) =>
        cells.map(({ text, exact, tone }, index) => {
          const place = `${columnLetters(index)}${row}`;
          const { format, isPercent } = formats[index]!;
          const style: CellStyle = { isBold: isFoot, color: tone, line: at === rows.length ? 'above' : undefined };
          const digits = exact && sheetNumber(exact, isPercent);
          if (digits !== undefined)
            return `<c r="${place}"${styles.attribute({ ...style, format })}><v>${digits}</v></c>`;
          const align = columns[index]!.kind === 'number' ? 'right' : undefined;
          return textCell(styles, place, text, { ...style, align });
        }),
      );
    }
    for (const note of table.notes()) addLine(note, { color: 'dim' });
  }
  if (rest !== undefined) addLine(rest, { color: 'dim' });
  if (remarks.length > 0) addLine('', {});
  for (const remark of remarks) addLine(remark, {});
  return `${SHEET_HEAD}<sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths}<sheetData>${lines.join('')}</sheetData>${PAGE}${idsAsText(`A1:XFD${lines.length}`)}</worksheet>`;
}

/** The number format that shows the numbers of a column as their texts do, with the decimals of the longest. */
function formatOf(cells: readonly ShownCell[]): { readonly format: string | undefined; readonly isPercent: boolean } {
  const own = cells.filter(({ exact }) => exact !== undefined);
  const numbers = own.map(({ text }) => text);
  const isPercent = numbers.some((text) => text.endsWith('%'));
  // A percentage keeps the decimals of data: 172.049 is 172.0 on a terminal, and 172.05 would be rounded to 172.1.
  const decimals = Math.max(
    0,
    ...own.map((cell) => /\.(\d+)/.exec(isPercent ? cell.exact! : cell.text)?.[1]?.length ?? 0),
  );
  const isSigned = numbers.some((text) => text.startsWith('+'));
  const isPlain = numbers.some((text) => /^-?\d{4}|e/i.test(text));
  return { format: isPlain ? undefined : numberFormat(decimals, isPercent, isSigned), isPercent };
}
