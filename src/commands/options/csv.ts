/** The options that spell `csv` in another way than the plain one. */

import type { Command } from 'commander';
import { delimiter } from '../option-values.ts';

export interface CsvOptions {
  readonly excel?: boolean;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
}

export function addCsvOptions(command: Command): void {
  command
    .optionsGroup('CSV:')
    .option('--excel', 'for a double click: ids, dates and names stay as they are, and no formula runs')
    .option(
      '--delimiter <char>',
      'between fields: a character, or comma, semicolon, tab, pipe (default: comma)',
      delimiter('--delimiter'),
    )
    .option('--decimal-comma', 'write 0,10 for 0.10, and take the semicolon for a delimiter');
}
