import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { createJsonScanner, MAX_DEPTH } from '../../../src/json/scanner.ts';
import { runs } from '../../harness/property-runs.ts';
import { chunkSizes, cut, tokenize, valueTokens } from './json-documents.ts';

/** The text without white space, with marks for the scanner's events: `‹` `›` for values, `«` `»` for names. */
function scan(chunks: readonly Buffer[]): { text: string; isWhole: boolean } {
  const pieces: Buffer[] = [];
  const mark = (character: string) => pieces.push(Buffer.from(character));
  const scanner = createJsonScanner({
    text: (bytes) => pieces.push(Buffer.from(bytes)),
    nameStart: () => mark('«'),
    nameEnd: () => mark('»'),
    valueStart: (depth, byte) => mark(`‹${depth}${String.fromCharCode(byte)}|`),
    valueEnd: (depth, _, end) => {
      mark(`${depth}›`);
      return end;
    },
  });
  for (const chunk of chunks) scanner.write(chunk);
  return { text: Buffer.concat(pieces).toString(), isWhole: scanner.isWhole() };
}

function rejectionOf(chunks: readonly Buffer[]): string {
  try {
    scan(chunks);
  } catch (error) {
    if (error instanceof ReportingError && error.kind === 'malformed') return error.message;
    throw error;
  }
  return 'accepted';
}

function isRejectedByParse(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

test.each([
  ['{ }', '‹0{|{}0›'],
  ['[ 1 , "a b" ]', '‹0[|[‹11|11›,‹1"|"a b"1›]0›'],
  ['{"a" :1}', '‹0{|{«"a"»:‹11|11›}0›'],
  ['{"d":[ {"x": [ 7 ]}, null]}', '‹0{|{«"d"»:‹1[|[‹2{|{"x":[7]}2›,‹2n|null2›]1›}0›'],
  ['{"o":{"p" : -0.5e+1 , "q":[]}}', '‹0{|{«"o"»:‹1{|{"p":‹2-|-0.5e+12›,"q":‹2[|[]2›}1›}0›'],
  ['\ufeff [ "\\u0041\\n" ] ', '‹0[|[‹1"|"\\u0041\\n"1›]0›'],
])('the scanner reports where values and names of the outermost levels begin and end: %s', (text, events) => {
  const bytes = Buffer.from(text);
  for (const sizes of [[bytes.length], [3], [3, 1], [4, 2]]) {
    expect(scan(cut(bytes, sizes))).toEqual({ text: events, isWhole: true });
  }
});

test('any value passes, without its white space, for any chunks', () => {
  fc.assert(
    fc.property(valueTokens, chunkSizes, (tokens, sizes) => {
      const bytes = Buffer.from(['[', ...tokens, ']'].join(' \n\r\t'));
      const pieces: Buffer[] = [];
      const ignore = () => undefined;
      const valueEnd = (_: number, __: Buffer, end: number) => end;
      const handlers = { nameStart: ignore, nameEnd: ignore, valueStart: ignore, valueEnd };
      const scanner = createJsonScanner({ ...handlers, text: (piece) => pieces.push(Buffer.from(piece)) });
      for (const chunk of cut(bytes, sizes)) scanner.write(chunk);
      expect(Buffer.concat(pieces).toString()).toBe(`[${tokens.join('')}]`);
      expect(tokenize(bytes.toString())).toEqual(['[', ...tokens, ']']);
      expect(scanner.isWhole()).toBe(true);
    }),
  );
});

test('short texts of JSON characters are rejected exactly if JSON.parse rejects them', () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\\ \n-+.019eEtnu\u0000\u001fé',
    ...['"a"', '"a":', 'true', 'false', 'null', '\\u00', '\\n', '0.5', '[]', '{}', '01', 'NaN', "'"],
  );
  const texts = fc.array(piece, { maxLength: 7 }).map((pieces) => `[${pieces.join('')}]`);
  fc.assert(
    fc.property(texts, chunkSizes, (text, sizes) => {
      const chunks = cut(Buffer.from(text), text.includes('é') ? [text.length + 9] : sizes);
      const isAccepted = rejectionOf(chunks) === 'accepted' && scan(chunks).isWhole;
      expect(isAccepted).toBe(!isRejectedByParse(text));
    }),
    { numRuns: runs(20_000) },
  );
});

test.each([
  ['[1,]', 3, 'unexpected `]`'],
  ['[,1]', 1, 'unexpected `,`'],
  ['[1 2]', 3, 'unexpected `2`'],
  ['[[1]}', 4, 'unexpected `}`'],
  ['{"a":1]', 6, 'unexpected `]`'],
  ['{"a":1,}', 7, 'unexpected `}`'],
  ['{,}', 1, 'unexpected `,`'],
  ['{a:1}', 1, 'unexpected `a`'],
  ['{"a" 1}', 5, 'unexpected `1`'],
  ['{"a":}', 5, 'unexpected `}`'],
  ['[] []', 3, 'unexpected `[`'],
  ['{}é', 2, 'unexpected `é`'],
  ['[01]', 2, 'unexpected `1`'],
  ['[+1]', 1, 'unexpected `+`'],
  ['[.5]', 1, 'unexpected `.`'],
  ['[-]', 2, 'unexpected `]`'],
  ['[1.]', 3, 'unexpected `]`'],
  ['[1e]', 3, 'unexpected `]`'],
  ['[1e+]', 4, 'unexpected `]`'],
  ['[NaN]', 1, 'unexpected `N`'],
  ['[nul]', 4, 'unexpected `]`'],
  ['["a\nb"]', 3, 'unexpected `\\n`'],
  ['["\u001b[0m"]', 2, 'unexpected `\\u001b`'],
  ['["\\x41"]', 3, 'unexpected `x`'],
  ['["\\u00g0"]', 6, 'unexpected `g`'],
  ['[\f1]', 1, 'unexpected `\\u000c`'],
  ['[\u00a01]', 1, 'unexpected `\u00a0`'],
  ['[😀]', 1, 'unexpected `😀`'],
  ['\ufeff\ufeff[]', 3, 'unexpected `\\ufeff`'],
  [' \ufeff[]', 1, 'unexpected `\\ufeff`'],
])('invalid JSON is rejected with the index of its byte: %j', (text, at, problem) => {
  const message = `the body is not valid JSON at byte ${at}: ${problem}`;
  const bytes = Buffer.from(text);
  // The scanner never receives half a character.
  const sizes = bytes.length === text.length ? [1, 3, 99] : [99];
  for (const size of sizes) expect(rejectionOf(cut(bytes, [size]))).toBe(message);
});

describe('nesting', () => {
  const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));

  test(`is read up to ${MAX_DEPTH} levels`, () => {
    expect(MAX_DEPTH).toBe(1000);
    expect(scan([nested(999)]).isWhole).toBe(true);
    expect(scan([nested(1000)]).isWhole).toBe(true);
  });

  test.each([1001, 200_000])('of %i levels is rejected', (levels) => {
    const message = 'the body is nested more than 1000 levels deep at byte 1000';
    expect(rejectionOf([nested(levels)])).toBe(message);
    expect(rejectionOf(cut(nested(levels), [7]))).toBe(message);
  });

  test('counts open containers only', () => {
    expect(scan([Buffer.from(`[${'[{"a":[]}],'.repeat(2000)}0]`)]).isWhole).toBe(true);
  });
});
