import { setFlagsFromString } from 'node:v8';

/** Major versions of Node on which the flag was seen to work. */
const KNOWN_VERSIONS = { first: 20, last: 26 };

/**
 * Keeps V8 from letting its heap for new objects grow: what a pull leaves behind is short-lived, and is cleared away
 * sooner. Measured with 16 windows at once: 130 to 210 MB in all instead of 170 to 320, for up to a tenth more processor
 * time. V8 reads the flag when it considers to grow (src/heap/new-spaces.cc), so it may be set late.
 */
export function keepYoungHeapSmall(nodeVersion: string): void {
  const major = Number.parseInt(nodeVersion, 10);
  if (major >= KNOWN_VERSIONS.first && major <= KNOWN_VERSIONS.last) {
    setFlagsFromString('--semi-space-growth-factor=1');
  }
}
