/** How formats for people show a report, by the options and by what stdout is. */

import { ReportingError } from '../../core/reporting-error.ts';
import type { EncoderInput } from '../../formats/format.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../formats/registry.ts';
import type { Ports } from '../ports.ts';
import type { ReportOptions } from './options.ts';

export const DEFAULT_MAX_ROWS = 1000;

type Look = Pick<EncoderInput, 'terminalWidth' | 'color' | 'maxRows' | 'human' | 'requestedMeasures'>;

/** `isTerminal` is false for what goes to a file, though stdout may be one. */
export function lookOf(
  { human = false, wide = false, maxRows = DEFAULT_MAX_ROWS, sum = [], sort = [] }: ReportOptions,
  isTerminal: boolean,
  { stdout }: Pick<Ports, 'stdout'>,
): Look {
  return {
    terminalWidth: isTerminal && !wide ? stdout.width : undefined,
    color: isTerminal && stdout.hasColor,
    maxRows: maxRows === 0 ? Number.POSITIVE_INFINITY : maxRows,
    human,
    requestedMeasures: [...sum, ...sort.map((name) => name.replace(/^-/, ''))],
  };
}

/** Throws a usage error for an option that would change what `format` promises, or do nothing in it. */
export function refuseLookOfOthers({ human, wide, maxRows = 0 }: ReportOptions, format: FormatName): void {
  const forPeople = FORMAT_NAMES.filter((name) => FORMATS[name].isForPeople);
  if (maxRows > 0 && !FORMATS[format].isForPeople) {
    throw new ReportingError(
      'usage',
      `--max-rows goes with ${forPeople.join(', ')}, and not with ${format}`,
      {
        hint: `data is whole; for the first rows of it: --limit ${maxRows}`,
      },
    );
  }
  if (human === true && !FORMATS[format].isForPeople) {
    throw new ReportingError('usage', `--human goes with ${forPeople.join(', ')}, and not with ${format}`, {
      hint: 'data keeps the digits that the service sent',
    });
  }
  if (wide === true && format !== 'table') {
    throw new ReportingError('usage', `--wide goes with table, and not with ${format}`, {
      hint: '--format table --wide',
    });
  }
}
