declare const __VERSION__: string;

/** The package's version, put in by the build. */
export const version: string = __VERSION__;
