const SHARE = 40;

/**
 * The number of runs of a property: `full` with PROPERTY_RUNS=full in the environment, as in `.ci/run`, else a fortieth. Use it
 * also for thresholds that grow with the runs.
 */
export function runs(full: number): number {
  return Math.ceil(full / runStep());
}

/** All cases in `.ci/run`, and elsewhere the first ones: for tests that take seconds each. */
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[] {
  return runStep() === 1 ? cases : cases.slice(0, count);
}

/** The step through a list of cases that tries the same share of them: 1 or 40. */
export function runStep(): number {
  return process.env.PROPERTY_RUNS === 'full' ? 1 : SHARE;
}
