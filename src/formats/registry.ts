import path from 'node:path';
import type { Format } from './format.ts';

/** Every format, in the order that help lists them. */
export const FORMATS = {
  table: { extensions: [], isForPeople: true, load: async () => (await import('./table.ts')).table },
  csv: {
    extensions: ['.csv'],
    isForPeople: false,
    replacesSurrogates: true,
    load: async () => (await import('./csv.ts')).csv,
  },
  tsv: {
    extensions: ['.tsv', '.tab'],
    isForPeople: false,
    replacesSurrogates: true,
    load: async () => (await import('./tsv.ts')).tsv,
  },
  json: { extensions: ['.json'], isForPeople: false, load: async () => (await import('./json.ts')).json },
  ndjson: {
    extensions: ['.ndjson', '.jsonl'],
    isForPeople: false,
    load: async () => (await import('./ndjson.ts')).ndjson,
  },
  markdown: {
    extensions: ['.md', '.markdown'],
    isForPeople: true,
    load: async () => (await import('./markdown.ts')).markdown,
  },
  chart: { extensions: [], isForPeople: true, load: async () => (await import('./chart.ts')).chart },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** The format that a file's name stands for, or undefined. */
export function formatOfFile(file: string): FormatName | undefined {
  const extension = path.extname(file).toLowerCase();
  return FORMAT_NAMES.find((name) => (FORMATS[name].extensions as readonly string[]).includes(extension));
}
