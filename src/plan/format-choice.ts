/** Chooses a report's format, and rejects options that the format does not support. */

import path from 'node:path';
import type { StoredConfig } from '../config/load-config.ts';
import { resolve } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { flagOf, shellWord } from '../core/text.ts';
import type { FormatOption } from '../formats/format.ts';
import {
  DEFAULT_FORMATS,
  FORMAT_NAMES,
  FORMATS,
  type FormatName,
  formatInsteadOf,
  formatOfFile,
  formatsWith,
  isCompressed,
} from '../formats/registry.ts';
import type { DocumentRequest, ReportRequest, Source } from './report-plan.ts';

/** The format of a plan, whose file has the name `output`. Throws the usage errors of this file. */
export function chooseFormat(request: ReportRequest, output: string, stored: StoredConfig): FormatName {
  const { format: requested, transform } = request.document;
  // A file name with placeholders has its extension only now.
  const preferred = requested ?? formatOfFile(output) ?? storedFormat(output, stored);
  // A default from the environment, a profile or the configuration is meant for reports.
  const isUnsuited = transform.listsColumns === true && FORMATS[preferred].isPicture === true;
  const format = isUnsuited ? defaultFormat(output, stored) : preferred;
  if (requested === undefined) assertFormatOptions(request.document, format);
  if (request.mode === 'run') assertNotOnTerminal(format, output, request, stored);
  if (FORMATS[format].isPicture === true && transform.pivot !== undefined) {
    throw new ReportingError('E-option-conflict', `--pivot cannot be combined with the format ${format}`, {
      hint: 'leave out --pivot, or choose --format table',
    });
  }
  return format;
}

/**
 * The format by option or file extension; undefined if none is given. Throws a usage error for an extension that no format has.
 */
export function namedFormat(format: FormatName | undefined, output: string): FormatName | undefined {
  if (format !== undefined) return format;
  const byFile = formatOfFile(output);
  if (byFile !== undefined) return byFile;
  const ending = path.extname(output).toLowerCase();
  // A placeholder can have a dot in its value.
  if (ending.length < 2 || ending.includes('{')) return undefined;
  const { instead, use } = formatInsteadOf(ending.slice(1)) ?? {};
  throw new ReportingError('E-format', `${output}: there is no output format for ${ending}`, {
    hint:
      instead !== undefined
        ? `write ${instead}, ${use}: --output ${shellWord(output.slice(0, -ending.length) + FORMATS[instead].extensions[0])}`
        : isCompressed(output)
          ? 'csv, tsv, json and ndjson can be compressed: --output report.csv.gz'
          : `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any extension works`,
  });
}

/** The format of the environment, the first profile or the defaults, or else the default. */
function storedFormat(output: string, stored: StoredConfig): FormatName {
  const { env, clients, defaults } = stored;
  return resolve('format', { env, inUse: clients[0]!.credentials, defaults }) ?? defaultFormat(output, stored);
}

/** The format that suits stdout or a file, without stored settings. */
function defaultFormat(output: string, { isTerminal }: Pick<StoredConfig, 'isTerminal'>): FormatName {
  return output === STDOUT && isTerminal ? DEFAULT_FORMATS.terminal : DEFAULT_FORMATS.elsewhere;
}

/** Throws a usage error for an option that `format` does not support. */
export function assertFormatOptions(
  { delimiter, display }: Pick<DocumentRequest, 'delimiter' | 'display'>,
  format: FormatName,
): void {
  if (delimiter !== undefined) assertSupported('delimiter', format);
  if (display.allDigits) assertSupported('allDigits', format, 'other formats have all digits');
  if (display.wide) assertSupported('wide', format);
}

function assertSupported(name: FormatOption, format: FormatName, hint?: string): void {
  const supporting = formatsWith(name);
  if (supporting.includes(format)) return;
  const message = `${flagOf(name)} goes with ${supporting.join(', ')}, and not with ${format}`;
  throw new ReportingError('E-format', message, {
    hint: hint ?? `use --format ${supporting[0]!}`,
  });
}

/** Throws a usage error for a document that a terminal cannot show. */
function assertNotOnTerminal(
  format: FormatName,
  output: string,
  request: ReportRequest,
  { isTerminal }: Pick<StoredConfig, 'isTerminal'>,
): void {
  const { unfitForTerminals: what, extensions } = FORMATS[format];
  if (what === undefined || output !== STDOUT || !isTerminal) return;
  throw new ReportingError('E-format', `${format} is ${what}, and not for a terminal`, {
    hint: `write a file: --output ${request.fetch.report}${extensions[0]!}`,
  });
}

/** The formats that tell numbers from texts. */
const TYPED_FORMATS: readonly FormatName[] = ['json', 'ndjson', 'xlsx', 'parquet'];

/** Throws a usage error for types that a CSV dataset does not have. */
export function assertHasTypes(format: FormatName, source: Source): void {
  if (source.kind !== 'dataset' || source.format !== 'csv' || !TYPED_FORMATS.includes(format)) return;
  throw new ReportingError(
    'E-format',
    `${source.directory} has CSV files, which do not tell numbers from texts: ${format} needs that`,
    { hint: 'choose another format, such as csv, or sync to a new directory with --format parquet' },
  );
}
