/** A canvas of dots, two to a column and four to a line, drawn in Braille patterns (Unicode 15, section 21.1). */

export interface DotCanvas {
  /** Sets a dot; the first is that at the top left. */
  dot(x: number, y: number): void;
  /** Sets the dots from one to another. */
  line(from: Dot, to: Dot): void;
  /** The text of each line, from the top. */
  lines(): readonly string[];
}

export interface Dot {
  readonly x: number;
  readonly y: number;
}

const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;
const NO_DOTS = 0x2800;
/** The bit of each dot, by line and column. */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** Dots of a canvas of so many columns and lines. */
export function dotsOf(columns: number, lines: number): { readonly across: number; readonly down: number } {
  return { across: columns * DOTS_ACROSS, down: lines * DOTS_DOWN };
}

export function createDotCanvas(columns: number, lines: number): DotCanvas {
  const cells = Array.from({ length: lines }, () => new Uint8Array(columns));

  function dot(x: number, y: number): void {
    const line = cells[Math.floor(y / DOTS_DOWN)]!;
    line[Math.floor(x / DOTS_ACROSS)]! |= BITS[y % DOTS_DOWN]![x % DOTS_ACROSS]!;
  }

  return {
    dot,
    line(from, to) {
      const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
      for (let step = 0; step <= steps; step++) {
        const along = (start: number, end: number): number =>
          Math.round(start + ((end - start) * step) / steps);
        dot(along(from.x, to.x), along(from.y, to.y));
      }
    },
    lines: () =>
      cells.map((line) =>
        Array.from(line, (bits) => (bits === 0 ? ' ' : String.fromCharCode(NO_DOTS + bits))).join(''),
      ),
  };
}
