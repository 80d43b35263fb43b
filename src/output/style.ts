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
