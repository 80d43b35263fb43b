import fc from 'fast-check';

/**
 * Properties try the same cases in each run, so that a change alone turns a run red. With PROPERTY_SEED=random in the
 * environment they try new ones, and with a number those of that seed.
 */
const { PROPERTY_SEED: seed = '1' } = process.env;

if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
