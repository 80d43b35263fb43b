import { encodeDelimited } from './delimited.ts';
import type { Encoder } from './format.ts';

export const tsv: Encoder = { encode: (input) => encodeDelimited(input, '\t') };
