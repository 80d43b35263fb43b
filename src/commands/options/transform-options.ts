/** The options that select, aggregate and sort the rows of a report. Their values stay text until the report is loaded. */

import { type Command, Option } from 'commander';
import { parseColumnNames } from '../../core/columns.ts';
import type { OptionName } from '../../core/message.ts';
import { GROUP_UNITS, type GroupUnit, type Weekday } from '../../dates/date.ts';
import { PEOPLE_FORMATS } from '../../formats/registry.ts';
import { anyCase, text, wholeNumber } from './option-values.ts';

type Names = readonly string[];

export interface TransformOptions {
  readonly where?: Names;
  readonly groupBy?: Names;
  readonly by?: GroupUnit;
  readonly trend?: boolean;
  readonly sum?: Names;
  readonly min?: Names;
  readonly max?: Names;
  readonly avg?: Names;
  readonly count?: boolean;
  readonly ratio?: Names;
  readonly share?: Names;
  readonly delta?: Names;
  readonly running?: Names;
  readonly movingAvg?: Names;
  readonly having?: Names;
  readonly pivot?: string;
  readonly top?: number;
  readonly sort?: Names;
  readonly limit?: number;
  readonly totals?: boolean;
  readonly compare?: string;
  readonly rename?: Names;
  readonly weekStart?: Weekday;
}

export function addTransformOptions(command: Command): Command {
  const list = (name: OptionName) => (text: string, earlier?: Names) => parseColumnNames(text, earlier, name);
  return command
    .optionsGroup('Rows, over the whole report:')
    .addOption(whereOption())
    .option('-g, --group-by <a,b>', 'group rows by these columns', list('groupBy'))
    .addOption(anyCase(new Option('--by <unit>', 'group rows by date'), GROUP_UNITS))
    .option('--trend', 'with --group-by and --by, print one row per group, with a bar per date')
    .option(
      '--sum <a,b>',
      'sum these columns, per group or in all (default without --min, --max, --avg: all summable columns)',
      list('sum'),
    )
    .option('--min <a,b>', 'minimum of these columns, per group or in all', list('min'))
    .option('--max <a,b>', 'maximum of these columns, per group or in all', list('max'))
    .option('--avg <a,b>', 'average of these columns, per group or in all', list('avg'))
    .option('--count', 'number of records, per group or in all')
    .option(
      '--compare <range>',
      'compare each group, or all records, with another range: previous, year, a period, FROM..TO',
      text('compare'),
    )
    .option(
      '--ratio <name=a/b>',
      'add a column: one column divided by another, such as rpm=1000*revenue/views',
      gather,
    )
    .option('--share <a,b>', 'add the percentage of the sum of all groups', list('share'))
    .option('--delta <a,b>', 'with --by, add the change from the unit before, and in percent', list('delta'))
    .option('--running <a,b>', 'with --by, add the sum of all units so far', list('running'))
    .option(
      '--moving-avg <n:a>',
      'with --by, add the average of the last n units: 7:revenue,30:revenue',
      (text: string, earlier?: Names) => parseColumnNames(text, earlier, 'movingAvg', '7:revenue,30:revenue'),
    )
    .option('--having <condition>', "keep only matching groups: 'revenue>100'", gather)
    .option(
      '--top <n>',
      'keep the first n groups, by --sort or the main measure, and merge the others into a row (other)',
      wholeNumber('top', 1, 1_000_000_000),
    )
    .option(
      '--pivot <column>',
      'one column for each value of a column of --group-by, or of the unit of --by, and a total column',
      text('pivot'),
    )
    .option('--sort <a,-b>', 'sort by these columns; -name sorts descending', list('sort'))
    .option('-n, --limit <n>', 'keep only the first n rows', wholeNumber('limit', 1, 1_000_000_000))
    .option(
      '--totals',
      `add a last line with sums to ${PEOPLE_FORMATS.join(', ')}; other formats print them on stderr`,
    )
    .option('--rename <a=b>', 'rename a column', gather);
}

export function whereOption(): Option {
  const description =
    "keep only matching records: 'revenue>100', 'country in US,DE', name~spring, 'name!~test', weekday=sat";
  return new Option('--where <condition>', description).argParser(gather);
}

function gather(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
