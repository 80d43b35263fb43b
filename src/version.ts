declare const __VERSION__: string;

/** The package's version, inserted by the build. */
export const version: string = __VERSION__;
