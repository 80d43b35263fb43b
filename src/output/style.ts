type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True if a stream shows colours: never with NO_COLOR (no-color.org), always with FORCE_COLOR (unless `0` or `false`),
 * otherwise on a terminal that is not dumb.
 */
export function hasColor(stream: { readonly isTTY?: boolean }, env: Environment): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** False if the locale has another character encoding than UTF-8 (POSIX.1-2017, section 8.2). True without a locale. */
export function hasUnicode({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8';
  return /utf-?8/i.test(locale);
}
