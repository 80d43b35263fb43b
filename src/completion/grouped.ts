/** The second members that go with each first member, both in order of first appearance. */
export function grouped(
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [string, readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const [key, member] of pairs) groups.set(key, [...(groups.get(key) ?? []), member]);
  return [...groups];
}
