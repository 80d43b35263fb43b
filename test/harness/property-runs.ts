const SHARE = 10;

/**
 * How often to try a property: `full` times with PROPERTY_RUNS=full in the environment, as in `.ci/run`, else a tenth as
 * often. Thresholds that grow with the runs take the same share.
 */
export function runs(full: number): number {
  return Math.ceil(full / runStep());
}

/** The step that takes the same share of a list that is tried in order: 1 or 10. */
export function runStep(): number {
  return process.env.PROPERTY_RUNS === 'full' ? 1 : SHARE;
}
