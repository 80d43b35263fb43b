import { writeSync } from 'node:fs';
import type { BodySpec } from './bodies.ts';

/** The inputs of a group of benchmarks. */
export interface Bench {
  readonly service: {
    /** The base URL of a service that answers every window with this body. */
    readonly baseUrl: (spec: BodySpec) => string;
  };
  readonly scratch: {
    /** A file on the same disk as the tool's spool. */
    readonly file: (name: string) => string;
    /** The whole environment of a run, like that of a cron job: PATH, a home directory and a temporary directory. */
    readonly env: Readonly<Record<string, string>>;
  };
  /** The interpreter that measures commands. */
  readonly python: string;
  /** True for fewer repetitions, and for fewer records in cases without a speed bar. */
  readonly isQuick: boolean;
}

/** The results of a group of benchmarks. */
export interface Section {
  readonly title: string;
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly bars: readonly Bar[];
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

/** Prints immediately. */
export function say(text: string): void {
  writeSync(1, `${text}\n`);
}

export function markdown({ head, rows }: Section['table']): string {
  const rule = head.map((_, column) => (column ? '---:' : '---'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function barsText(bars: readonly Bar[]): string {
  return bars
    .map((bar) => `${isMet(bar) ? 'met   ' : 'missed'}  ${fixed(bar.value)} of ${fixed(bar.most)}  ${bar.what}`)
    .join('\n');
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
