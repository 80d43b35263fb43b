// A terminal's screen as rows of cells, after the output of a program, and its picture as SVG.

import stringWidth from 'string-width';

const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Escape sequences that change nothing in a picture: visible cursor, line wrap, and the begin and end of a drawing. */
const IGNORED = /^\?(25|7|2026)$/;

/**
 * A screen of `columns` without a limit of rows. A row is a list of cells: `{ char, width, style }`, where a style is a list of
 * names, such as `bold red`, and a wide character has an empty cell after it. Throws an error for escape sequences other than
 * those that the program writes.
 */
export function createScreen(columns) {
  const rows = [[]];
  let row = 0;
  let column = 0;
  let style = { bold: '', dim: '', color: '' };

  const setStyle = (codes) => {
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) style = { bold: '', dim: '', color: '' };
      else if (code === 1) style = { ...style, bold: 'bold' };
      else if (code === 2) style = { ...style, dim: 'dim' };
      else if (code === 22) style = { ...style, bold: '', dim: '' };
      else if (code === 39) style = { ...style, color: '' };
      else if (code >= 30 && code <= 37) style = { ...style, color: COLORS[code - 30] };
      else throw new Error(`unsupported style: ${code}`);
    }
  };
  const put = (char) => {
    const width = stringWidth(char);
    if (column + width > columns) throw new Error(`a line is longer than ${columns} columns`);
    while (rows[row].length < column) rows[row].push(BLANK);
    const names = [style.bold, style.dim, style.color].filter((name) => name !== '').join(' ');
    rows[row][column] = { char, width, style: names };
    if (width === 2) rows[row][column + 1] = { char: '', width: 0, style: names };
    column += width;
  };

  const write = (text) => {
    for (const [piece, parameters, command] of text.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|./gsu)) {
      if (command === 'm') setStyle(parameters);
      else if (command === 'G') column = Number(parameters || 1) - 1;
      else if (command === 'K') rows[row].length = Math.min(rows[row].length, column);
      else if (command === 'J') {
        rows.length = row + 1;
        rows[row].length = Math.min(rows[row].length, column);
      } else if (piece === '\r') column = 0;
      else if (piece === '\n') {
        row += 1;
        rows[row] ??= [];
      } else if (command === undefined && piece >= ' ') put(piece);
      else if (!IGNORED.test(parameters)) throw new Error(`unsupported escape sequence: ${JSON.stringify(piece)}`);
    }
  };
  return { write, rows };
}

const BLANK = { char: ' ', width: 1, style: '' };

/** A cell of the grid, and the space around it, in pixels. */
const CELL = { width: 8.4, height: 18 };
const MARGIN = 16;
/** From the top of a cell to the line on which text stands. */
const BASELINE = 13.5;

/** Colours with enough contrast on the background, which is dark on light and dark pages. A stroke makes braille dots larger. */
const STYLES = `\
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: #d1d7e0; fill: currentColor }
.bold { font-weight: 700; color: #f0f6fc }
.dim { color: #8b949e }
.red { color: #ff7b72 }
.green { color: #56d364 }
.yellow { color: #e3b341 }
.cyan { color: #56d4dd }
.braille { stroke: currentColor; stroke-width: 0.8 }
`;

/**
 * The picture of a screen. Each run of text has its place and its length, so that columns are aligned in every font, also if
 * a font lacks the wide or the drawn characters.
 */
export function svgOf(rows, { columns, title }) {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = rows.length * CELL.height + 2 * MARGIN;
  const texts = rows.flatMap((cells, row) =>
    runsOf(cells).map((run) => {
      const x = round(MARGIN + run.column * CELL.width);
      const y = round(MARGIN + row * CELL.height + BASELINE);
      const length = round(run.width * CELL.width);
      const names = run.kind === 'braille' ? `${run.style} braille` : run.style;
      const style = names === '' ? '' : ` class="${names.trim()}"`;
      return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(run.text)}</text>\n`;
    }),
  );
  return `\
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<style>
${STYLES}</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#3d444d"/>
${texts.join('')}</svg>
`;
}

/** Adjacent cells of one style and one kind of characters. A run has no two spaces in a row, which SVG would collapse. */
function runsOf(cells) {
  const runs = [];
  for (const [column, { char, width, style }] of cells.entries()) {
    if (char === '') continue;
    const last = runs.at(-1);
    const kind = char === ' ' ? last?.kind : kindOf(char, width);
    const continues = last?.style === style && last.kind === kind && last.column + last.width === column;
    if (continues && !(char === ' ' && last.text.endsWith(' '))) {
      last.text += char;
      last.width += width;
    } else if (char !== ' ') runs.push({ column, width, style, kind, text: char });
  }
  return runs.map((run) => {
    const text = run.text.trimEnd();
    return { ...run, text, width: run.width - (run.text.length - text.length) };
  });
}

/** Characters that may be drawn in another font, with other widths. */
function kindOf(char, width) {
  if (width === 2) return 'wide';
  if (/[\u2800-\u28ff]/.test(char)) return 'braille';
  return /[\u2500-\u25ff]/.test(char) ? 'drawn' : 'text';
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
