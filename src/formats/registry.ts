import path from 'node:path';
import type { Format, FormatOption } from './format.ts';

/** Every format, in the order in which help lists them. A new format is a file with its encoder and an entry here. */
const BY_NAME = {
  table: {
    summary: 'for people: numbers aligned right, fitted to the terminal; a message names what it does not show',
    audience: 'people',
    extensions: [],
    options: ['allDigits', 'wide'],
    hasTotals: true,
    load: async () => (await import('./table.ts')).table,
  },
  csv: {
    summary: 'one header, then one line per record; quoted as in RFC 4180, lines end with LF',
    audience: 'data',
    extensions: ['.csv'],
    options: ['delimiter'],
    replacesSurrogates: true,
    load: async () => (await import('./csv.ts')).csv,
  },
  tsv: {
    summary: 'the same as csv, with tabs',
    audience: 'data',
    extensions: ['.tsv', '.tab'],
    replacesSurrogates: true,
    load: async () => (await import('./csv.ts')).tsv,
  },
  json: {
    summary: 'one array, one record per line',
    audience: 'data',
    extensions: ['.json'],
    isJson: true,
    load: async () => (await import('./json.ts')).json,
  },
  ndjson: {
    summary: 'one record per line',
    audience: 'data',
    extensions: ['.ndjson', '.jsonl'],
    isJson: true,
    load: async () => (await import('./json.ts')).ndjson,
  },
  markdown: {
    summary: 'a table in GitHub Flavored Markdown',
    audience: 'people',
    extensions: ['.md', '.markdown'],
    options: ['allDigits'],
    hasTotals: true,
    load: async () => (await import('./markdown.ts')).markdown,
  },
  chart: {
    summary: 'lines over time, or bars, with exact numbers',
    audience: 'people',
    extensions: [],
    options: ['allDigits'],
    isPicture: true,
    load: async () => (await import('./chart.ts')).chart,
  },
  html: {
    summary: 'one offline page with charts and the exact table, to send to somebody',
    audience: 'people',
    extensions: ['.html', '.htm'],
    unfitForTerminals: 'a page',
    needsSummaries: true,
    statesFacts: true,
    hasTotals: true,
    load: async () => (await import('./html.ts')).html,
  },
  xlsx: {
    summary:
      'for Excel, Google Sheets and LibreOffice: a summary of groups, typed cells, totals, and a sheet about the report',
    audience: 'data',
    extensions: ['.xlsx'],
    unfitForTerminals: 'binary',
    statesFacts: true,
    hasTotals: true,
    replacesSurrogates: true,
    load: async () => (await import('../xlsx/workbook.ts')).xlsx,
  },
  parquet: {
    summary: 'for query engines: a typed column for each value, exact; binary, so never for a terminal',
    audience: 'data',
    extensions: ['.parquet'],
    unfitForTerminals: 'binary',
    replacesSurrogates: true,
    load: async () => (await import('./parquet.ts')).parquet,
  },
} satisfies Readonly<Record<string, Format>>;

/** The name of a format. */
export type FormatName = keyof typeof BY_NAME;

export const FORMATS: Readonly<Record<FormatName, Format>> = BY_NAME;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

/** The formats of reports without a format from the user. */
export const DEFAULT_FORMATS = { terminal: 'table', elsewhere: 'csv' } as const satisfies Record<string, FormatName>;

/** `DEFAULT_FORMATS` in words. */
export const DEFAULT_FORMAT_RULE = `${DEFAULT_FORMATS.terminal} on a terminal, else ${DEFAULT_FORMATS.elsewhere}`;

const GZIP_EXTENSION = '.gz';

/** True if the name of a file says that it is compressed: `month.csv.gz`. */
export function isCompressed(file: string): boolean {
  return path.extname(file).toLowerCase() === GZIP_EXTENSION;
}

/** The format that a file's extension selects; undefined for other extensions, and for a compressed file of a binary format. */
export function formatOfFile(file: string): FormatName | undefined {
  const isGzip = isCompressed(file);
  const extension = path.extname(isGzip ? file.slice(0, -GZIP_EXTENSION.length) : file).toLowerCase();
  return FORMAT_NAMES.find(
    (name) => FORMATS[name].extensions.includes(extension) && !(isGzip && FORMATS[name].unfitForTerminals === 'binary'),
  );
}

/** Words for other formats, as extensions have them, what to write instead, and what for. */
const OTHER_FORMATS: readonly (readonly [words: readonly string[], instead: FormatName, use: string])[] = [
  [['excel', 'xls', 'ods'], 'xlsx', 'which Excel and LibreOffice open'],
  [['pdf', 'png', 'svg', 'docx'], 'html', 'which a browser prints to PDF'],
  [['duckdb', 'sqlite', 'db', 'arrow'], 'parquet', 'which query engines read, also a dataset of `sync`'],
];

/** The format to write instead of another one, and what for; undefined for other words. */
export function formatInsteadOf(word: string): { readonly instead: FormatName; readonly use: string } | undefined {
  const [, instead, use] = OTHER_FORMATS.find(([words]) => words.includes(word.toLowerCase())) ?? [];
  return instead && { instead, use: use! };
}

/** The formats that support `option`, in the order of the registry; at least one. */
export function formatsWith(option: FormatOption): readonly FormatName[] {
  return FORMAT_NAMES.filter((name) => FORMATS[name].options?.includes(option));
}
