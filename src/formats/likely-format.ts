import { formatOfFile } from './registry.ts';

/** The options that name a format, as they were typed. */
export interface NamedFormats {
  readonly format?: string;
  readonly output?: string;
}

/**
 * The format that flag, file or environment seem to name, whether it exists or not: for the form of messages about what
 * is wrong with them. A placeholder in the file's name is not filled.
 */
export function likelyFormat(
  { format, output = '-' }: NamedFormats,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return format ?? formatOfFile(output) ?? env.REPORTING_FORMAT;
}
