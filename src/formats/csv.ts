import { PLAIN_CSV } from './csv-dialect.ts';
import { encodeDelimited } from './delimited.ts';
import { encodeInDialect } from './dialect-rows.ts';
import type { Encoder } from './format.ts';

export const csv: Encoder = {
  encode(input) {
    const dialect = input.csvDialect ?? PLAIN_CSV;
    const isPlain = !dialect.hasDecimalComma && !dialect.isForSpreadsheets;
    return isPlain ? encodeDelimited(input, dialect.delimiter) : encodeInDialect(input, dialect);
  },
};
