import type { Encoder } from './format.ts';
import { encodeRecords } from './records.ts';

/** A record a line. */
export const ndjson: Encoder = { encode: encodeRecords };
