/** A grid of characters to draw lines on: dots of Braille patterns, or the mark of each line where there is no colour. */

import type { TextFormat } from '../core/tone.ts';

/** A place on the canvas; (0, 0) is at the top left. */
export interface Dot {
  readonly x: number;
  readonly y: number;
}

export interface Pen {
  readonly format: TextFormat;
  readonly mark: string;
  /** Other lines replace a dotted one where they cross. */
  readonly isDotted: boolean;
}

interface Cell {
  readonly bits: number;
  readonly text: string;
  readonly pen: Pen;
}

const NO_DOTS = 0x2800;
/** The bit of each dot in a pattern, by line and column (Unicode 15, section 21.1). */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** A character that several lines cross belongs to the last. */
export function createCanvas(columns: number, lines: number, hasMarks: boolean) {
  const [dotsAcross, dotsDown] = hasMarks ? [1, 1] : [2, 4];
  // A dotted line has the first dots of every few.
  const [drawn, period] = hasMarks ? [1, 2] : [2, 4];
  const cells = Array.from({ length: lines }, () => new Array<Cell | undefined>(columns).fill(undefined));

  function put({ x, y }: Dot, text: string, pen: Pen, bits = 0): void {
    cells[Math.floor(y / dotsDown)]![Math.floor(x / dotsAcross)] = { bits, text, pen };
  }

  function set(dot: Dot, pen: Pen): void {
    const cell = cells[Math.floor(dot.y / dotsDown)]![Math.floor(dot.x / dotsAcross)];
    const before = cell === undefined || (cell.pen.isDotted && !pen.isDotted) ? 0 : cell.bits;
    const bits = before | BITS[dot.y % dotsDown]![dot.x % dotsAcross]!;
    put(dot, hasMarks ? pen.mark : String.fromCharCode(NO_DOTS + bits), pen, bits);
  }

  return {
    /** Dots of a character. */
    ...{ dotsAcross, dotsDown },
    /** Draws a character at the place of a dot. */
    put: (dot: Dot, text: string, pen: Pen): void => put(dot, text, pen),
    /** Draws from dot to dot. A dot alone is drawn larger. Later strokes cover earlier ones. */
    stroke(dots: readonly Dot[], pen: Pen): void {
      let count = 0;
      dots.forEach((to, index) => {
        const from = dots[index - 1] ?? to;
        const [across, down] = [to.x - from.x, to.y - from.y];
        // One mark per column: steep lines of several marks would hide each other.
        const steps = Math.max(1, Math.abs(across), hasMarks ? 0 : Math.abs(down));
        for (let step = index === 0 ? steps : 1; step <= steps; step++, count++) {
          const [x, y] = [from.x + (across * step) / steps, from.y + (down * step) / steps];
          if (!pen.isDotted || count % period < drawn) set({ x: Math.round(x), y: Math.round(y) }, pen);
        }
      });
      // The second dot of the line in its character.
      if (dots.length === 1 && !hasMarks) set({ x: dots[0]!.x ^ 1, y: dots[0]!.y }, pen);
    },
    /** The text of each line, from the top. `behind` gives the character where nothing is drawn, which has no pen. */
    lines: (
      behind: (line: number, column: number) => string,
      paint: (text: string, pen: Pen | undefined) => string,
    ): readonly string[] =>
      cells.map((row, line) => {
        let text = '';
        for (let start = 0, end = 0; start < columns; start = end) {
          const { pen } = row[start] ?? {};
          let run = '';
          for (; end < columns && row[end]?.pen === pen; end++) run += row[end]?.text ?? behind(line, end);
          text += run.trim() === '' ? run : paint(run, pen);
        }
        return text;
      }),
  };
}
