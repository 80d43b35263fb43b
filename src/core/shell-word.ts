/** `text` as one word of a POSIX shell, quoted where that takes it. */
export function shellWord(text: string): string {
  return /^[\w./+,@:%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
