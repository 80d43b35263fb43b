/** A reader of CSV by RFC 4180, section 2, character by character. It shares no code with the program. */

/** The fields of each line. Throws for a misplaced quotation mark, and for a last line without an end. */
export function readDelimited(text: string, delimiter: string, lineEnd = '\n'): string[][] {
  const isLineEnd = (at: number): boolean => text.startsWith(lineEnd, at);
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
      while (at < text.length && text[at] !== delimiter && !isLineEnd(at)) {
        if (/["\r\n]/.test(text[at]!)) throw new Error(`a bare ${JSON.stringify(text[at])}`);
        field += text[at++];
      }
    }
    line.push(field);
    if (isLineEnd(at)) {
      lines.push(line);
      line = [];
      at += lineEnd.length;
      continue;
    }
    if (text[at] !== delimiter) throw new Error(`no delimiter and no end of line at ${at}`);
    else if (at + 1 === text.length) throw new Error('a last line without an end');
    at++;
    if (isLineEnd(at)) {
      line.push('');
      lines.push(line);
      line = [];
      at += lineEnd.length;
    }
  }
  return lines;
}
