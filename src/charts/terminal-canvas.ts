/** Grids of characters to draw lines on: dots of Braille patterns, or one mark for each line where there is no colour. */

import { type Line, type Point, strokesOf } from './chart-model.ts';

interface Dot {
  readonly x: number;
  readonly y: number;
}

interface Stroke {
  /** Index of the line's colour or mark. */
  readonly ink: number;
  readonly isDashed: boolean;
}

/** A grid of characters to draw on. */
export interface Canvas {
  /** Dots in each direction; (0, 0) is at the top left. */
  readonly across: number;
  readonly down: number;
  /** Draws from dot to dot. A dot alone is drawn larger. Later strokes cover earlier ones. */
  stroke(dots: readonly Dot[], stroke: Stroke): void;
  /**
   * The text of each line, from the top, without blanks at its end. `paint` colours a text of one ink, and `behind` gives the
   * character where nothing is drawn, which has `BEHIND_INK`.
   */
  lines(paint: (text: string, ink: number) => string, behind?: Behind): readonly string[];
}

type Behind = (line: number, column: number) => string;

/** The ink of what is behind the lines. */
export const BEHIND_INK = -1;
/** The ink of the lines of an earlier range. Other lines replace it where they cross. */
export const COMPARISON_INK = -2;

const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;
const NO_DOTS = 0x2800;
/** The bit of each dot in a pattern, by line and column (Unicode 15, section 21.1). */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
/** A dashed line has `dots` of every `period` dots. */
const DASH = { dots: 2, period: 4 };

/** Two dots per column and four per line. A character that several lines cross has the colour of the last. */
export function createDotCanvas(columns: number, lines: number): Canvas {
  const patterns = Array.from({ length: lines }, () => new Uint8Array(columns));
  const inks = createInks(columns, lines);

  function set({ x, y }: Dot, ink: number): void {
    const [line, column] = [Math.floor(y / DOTS_DOWN), Math.floor(x / DOTS_ACROSS)];
    if (inks[line]![column] === COMPARISON_INK && ink !== COMPARISON_INK) patterns[line]![column] = 0;
    patterns[line]![column]! |= BITS[y % DOTS_DOWN]![x % DOTS_ACROSS]!;
    inks[line]![column] = ink;
  }

  return {
    across: columns * DOTS_ACROSS,
    down: lines * DOTS_DOWN,
    stroke(dots, { ink, isDashed }) {
      eachDot(dots, isDashed, (dot) => set(dot, ink));
      const [first] = dots;
      // The second dot of the line in its character.
      if (dots.length === 1) set({ x: first!.x ^ 1, y: first!.y }, ink);
    },
    lines(paint, behind) {
      const texts = patterns.map((row) =>
        Array.from(row, (bits) => (bits === 0 ? ' ' : String.fromCharCode(NO_DOTS + bits))),
      );
      return joinAll(texts, inks, paint, behind);
    },
  };
}

/** One mark per column and line: `marks` has one for each ink. */
export function createMarkCanvas(columns: number, lines: number, marks: readonly string[]): Canvas {
  const texts = Array.from({ length: lines }, () => Array<string>(columns).fill(' '));
  const inks = createInks(columns, lines);
  return {
    across: columns,
    down: lines,
    stroke(dots, { ink, isDashed }) {
      // One mark per column: steep lines of several marks would hide each other.
      eachColumn(dots, ({ x, y }) => {
        if (isDashed && x % 2 === 1) return;
        texts[y]![x] = marks[ink]!;
        inks[y]![x] = ink;
      });
    },
    lines: (paint, behind) => joinAll(texts, inks, paint, behind),
  };
}

/** Draws the points of a line at their places. A line of an earlier range is dashed. */
export function drawStrokes(
  canvas: Canvas,
  { points, isComparison }: Line,
  ink: number,
  placeOf: (point: Point) => Dot,
): void {
  for (const stroke of strokesOf(points)) {
    canvas.stroke(stroke.points.map(placeOf), { ink, isDashed: isComparison || stroke.isDashed });
  }
}

function createInks(columns: number, lines: number): readonly Int8Array[] {
  return Array.from({ length: lines }, () => new Int8Array(columns));
}

/** The dots of straight lines between `dots`, each once; of a dotted line, some of them. */
function eachDot(dots: readonly Dot[], isDashed: boolean, draw: (dot: Dot) => void): void {
  let count = 0;
  dots.forEach((to, index) => {
    const from = dots[index - 1] ?? to;
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
    for (let step = index === 0 ? 0 : 1; step <= steps; step++) {
      const along = (start: number, end: number): number =>
        steps === 0 ? start : Math.round(start + ((end - start) * step) / steps);
      if (!isDashed || count % DASH.period < DASH.dots) draw({ x: along(from.x, to.x), y: along(from.y, to.y) });
      count++;
    }
  });
}

/** Each dot, and one in every column between two. */
function eachColumn(dots: readonly Dot[], draw: (dot: Dot) => void): void {
  dots.forEach((to, index) => {
    const from = dots[index - 1] ?? to;
    for (let x = from.x + 1; x < to.x; x++) {
      draw({ x, y: Math.round(from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)) });
    }
    draw(to);
  });
}

function joinAll(
  texts: readonly (readonly string[])[],
  inks: readonly Int8Array[],
  paint: (text: string, ink: number) => string,
  behind: Behind = () => ' ',
): readonly string[] {
  return texts.map((row, line) => {
    const drawn = row.map((character, column) => (character === ' ' ? behind(line, column) : character));
    const inksOfRow = inks[line]!.map((ink, column) => (row[column] === ' ' ? BEHIND_INK : ink));
    return joinCells(drawn, inksOfRow, paint);
  });
}

/** One line of text of characters with inks, without blanks at its end. */
function joinCells(
  characters: readonly string[],
  inks: Int8Array,
  paint: (text: string, ink: number) => string,
): string {
  let end = characters.length;
  while (end > 0 && characters[end - 1] === ' ') end--;
  let text = '';
  for (let start = 0; start < end; ) {
    let next = start + 1;
    const isBlank = characters[start] === ' ';
    while (next < end && (characters[next] === ' ') === isBlank && (isBlank || inks[next] === inks[start])) next++;
    const run = characters.slice(start, next).join('');
    text += isBlank ? run : paint(run, inks[start]!);
    start = next;
  }
  return text;
}
