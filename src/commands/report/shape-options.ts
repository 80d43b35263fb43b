/**
 * The options that say what is to be made of a report's records before they leave, as they were typed: what reads them is
 * loaded with the report.
 */

import { type Command, Option } from 'commander';
import { parseColumnNames } from '../../core/column-selection.ts';
import { DATE_UNITS, type DateUnit } from '../../core/date-units.ts';
import type { Weekday } from '../../core/weekday.ts';
import { text, wholeNumber } from '../option-values.ts';

type Names = readonly string[];

export interface ShapeOptions {
  readonly where?: Names;
  readonly groupBy?: Names;
  readonly by?: DateUnit;
  readonly trend: boolean;
  readonly sum?: Names;
  readonly min?: Names;
  readonly max?: Names;
  readonly avg?: Names;
  readonly count?: boolean;
  readonly ratio?: Names;
  readonly sort?: Names;
  readonly limit?: number;
  readonly totals?: boolean;
  readonly compare?: string;
  readonly rename?: Names;
  readonly weekStart?: Weekday;
}

export function addShapeOptions(command: Command): Command {
  const list = (flag: string) => (text: string, earlier?: Names) => parseColumnNames(text, earlier, flag);
  return command
    .optionsGroup('Rows, of all windows together:')
    .option(
      '--where <condition>',
      "only records that meet it: 'revenue>100', country=US, name~spring",
      gather,
    )
    .option('--group-by <a,b>', 'one row for each value of these columns', list('--group-by'))
    .addOption(new Option('--by <unit>', `one row for each ${DATE_UNITS.join(', ')}`).choices(DATE_UNITS))
    .option('--no-trend', 'with both, a row for each in a table too, in place of bars')
    .option(
      '--sum <a,b>',
      'of each group (default, without these four: all that can be added)',
      list('--sum'),
    )
    .option('--min <a,b>', 'of each group', list('--min'))
    .option('--max <a,b>', 'of each group', list('--max'))
    .option('--avg <a,b>', 'of each group', list('--avg'))
    .option('--count', 'records of each group')
    .option(
      '--compare <range>',
      'beside each group, another range: previous, year, FROM..TO',
      text('--compare'),
    )
    .option('--ratio <name=a/b>', 'a further column: one divided by another', gather)
    .option('--sort <a,-b>', 'by these columns, - for the largest first', list('--sort'))
    .option('--limit <n>', 'only the first rows', wholeNumber('--limit', 1, 1_000_000_000))
    .option('--totals', 'close a table with the sums of what can be added')
    .option('--rename <a=b>', 'call a column otherwise', gather);
}

function gather(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
