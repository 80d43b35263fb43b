/** A reader of CSV by RFC 4180, section 2, character by character; it shares nothing with the code it checks. */

/** The fields of each line. Throws where a quotation mark stands where it cannot, or the last line has no end. */
export function readDelimited(text: string, delimiter: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at < text.length; ) {
    let field = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quoted field without an end');
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') {
          field += '"';
          at++;
        } else break;
      }
      at++;
    } else {
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') {
        if (text[at] === '"' || text[at] === '\r') throw new Error(`a bare ${JSON.stringify(text[at])}`);
        field += text[at++];
      }
    }
    line.push(field);
    if (text[at] === '\n') {
      lines.push(line);
      line = [];
    } else if (text[at] !== delimiter) throw new Error(`no delimiter and no end of line at ${at}`);
    else if (at + 1 === text.length) throw new Error('a last line without an end');
    at++;
    if (text[at - 1] === delimiter && (text[at] === '\n' || at === text.length)) {
      line.push('');
      lines.push(line);
      line = [];
      at++;
    }
  }
  return lines;
}
