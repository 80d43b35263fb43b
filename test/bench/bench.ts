import type { Scratch } from './scratch.ts';
import type { Service } from './service.ts';

/** What a group of benchmarks works with. */
export interface Bench {
  readonly service: Service;
  readonly scratch: Scratch;
  /** The interpreter that measures, and that runs the peer in Python. */
  readonly python: string;
  /** Commands that peers need and this machine lacks. */
  readonly missing: readonly string[];
  /** Fewer repetitions, and a part of the records where no bar of speed hangs on them. */
  readonly isQuick: boolean;
}
