/**
 * `text` in lines of at most `width` characters, each behind `indent` blanks that do not count; broken between words only: a
 * word that is longer stands alone.
 */
export function wrap(text: string, width: number, indent = 0): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  lines.push(line);
  return lines.map((each) => ' '.repeat(indent) + each);
}
