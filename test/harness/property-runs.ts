const SHARE = 5;

/**
 * How often to try a property: `full` times with PROPERTY_RUNS=full in the environment, as `.ci/run` does, else a fifth as
 * often. Thresholds that grow with the runs take the same share.
 */
export function runs(full: number): number {
  return process.env.PROPERTY_RUNS === 'full' ? full : Math.ceil(full / SHARE);
}
