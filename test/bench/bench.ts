import type { Scratch } from './scratch.ts';
import type { Service } from './service.ts';

/** The inputs of a group of benchmarks. */
export interface Bench {
  readonly service: Service;
  readonly scratch: Scratch;
  /** The interpreter that measures commands and runs the Python peer. */
  readonly python: string;
  /** Commands that peers need and that are not installed. */
  readonly missing: readonly string[];
  /** True for fewer repetitions, and for fewer records in cases without a speed bar. */
  readonly isQuick: boolean;
}
