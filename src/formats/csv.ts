import { encodeDelimited } from './delimited.ts';
import type { Encoder } from './format.ts';

export const csv: Encoder = { encode: (input) => encodeDelimited(input, ',') };
