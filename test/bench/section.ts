import { writeSync } from 'node:fs';

/** The results of a group of benchmarks. */
export interface Section {
  readonly title: string;
  /** For docs/performance.md. */
  readonly table: TextTable;
  readonly bars: readonly Bar[];
}

export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A measured value and its upper limit. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly most: number;
}

export function isMet({ value, most }: Bar): boolean {
  return value <= most;
}

/** Prints progress immediately. */
export function say(text: string): void {
  writeSync(1, `${text}\n`);
}

/** The table as text. The first column is aligned to the left, the others to the right. */
export function alignedText({ head, rows }: TextTable): string {
  const widths = head.map((name, column) => {
    return Math.max(name.length, ...rows.map((row) => row[column]!.length));
  });
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!)))
        .join('  '),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

export function markdown({ head, rows }: TextTable): string {
  const rule = head.map((_, column) => (column ? '---:' : '---'));
  return [head, rule, ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

export function barsText(bars: readonly Bar[]): string {
  return alignedText({
    head: ['bar', 'measured', 'at most', ''],
    rows: bars.map((bar) => [bar.what, fixed(bar.value), fixed(bar.most), isMet(bar) ? 'met' : 'missed']),
  });
}

/** The value with about three significant digits. */
export function fixed(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
