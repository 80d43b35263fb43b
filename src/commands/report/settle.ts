/** A report as it is to be made, settled before anything is asked: of whom, which days, as what, where to. */

import type { DateRange } from '../../core/date-range.ts';
import { isTemplate } from '../../core/file-template.ts';
import type { CsvDialect } from '../../formats/csv-dialect.ts';
import type { FormatName } from '../../formats/registry.ts';
import type { Ports } from '../ports.ts';
import type { PreparedClient } from './clients.ts';
import { commonRange } from './common-range.ts';
import { csvDialect } from './csv-options.ts';
import { defaultFormat, namedFormat, preferredOfAll } from './format.ts';
import { refuseLookOfOthers } from './look.ts';
import { outputFile } from './output-file.ts';
import { refuseComparedUnits } from './shape-request.ts';
import type { Wanted } from './wanted.ts';

export interface Settled extends Omit<Wanted, 'format'> {
  /** Of one client, or of several that share the document. */
  readonly clients: readonly PreparedClient[];
  readonly range: DateRange;
  readonly format: FormatName;
  readonly dialect: CsvDialect | undefined;
  /** Undefined for stdout. */
  readonly file: string | undefined;
}

/** Throws for what the clients, or the name of the file, make wrong of the options. */
export async function settle(
  wanted: Wanted,
  clients: readonly PreparedClient[],
  ports: Ports,
): Promise<Settled> {
  const { options, request } = wanted;
  const range = commonRange(clients, options);
  const file = await outputFile(wanted, clients, range, ports);
  // A placeholder may stand where the file's ending is.
  const named = isTemplate(options.output)
    ? namedFormat({ ...options, output: file ?? '-' }, ports)
    : wanted.format;
  const preferred = named === undefined ? await preferredOfAll(clients, ports) : undefined;
  const format = named ?? defaultFormat(options, preferred, ports);
  refuseLookOfOthers(options, format);
  // Bars are for the eye, and take the place of rows.
  const shape = { ...request, asTrend: format === 'table' && options.trend };
  refuseComparedUnits(shape, options);
  const dialect = csvDialect(options, format);
  return { ...wanted, request: shape, clients, range, format, dialect, file };
}
