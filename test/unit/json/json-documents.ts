/** Random JSON texts in every spelling that RFC 8259 allows, a plain reader of JSON to compare with, and a cutter of chunks. */

import fc from 'fast-check';

/** The tokens of a JSON text. */
export type Tokens = readonly string[];
type Member = readonly [name: string, value: Tokens];

export const ESCAPES = ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'];

const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 });

export const numberText = fc.oneof(
  fc.constantFrom('0', '-0', '0.10', '1e-7', '1E+05', '9007199254740993', '0e0', `1${'0'.repeat(99)}`),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(0|[1-9][0-9]{0,20})$/),
      fc.stringMatching(/^(\.[0-9]{1,9})?$/),
      fc.stringMatching(/^([eE][+-]?[0-9]{1,2})?$/),
    )
    .map((parts) => parts.join('')),
);

/** A character of one to four bytes that needs no escape in a string. */
const bareCharacter = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...' {}[]:,09eE+-.', 'é', '€', '😀', '\u2028', '\ufeff', '\u007f'),
  )
  .map((character) => (/["\\\u0000-\u001f]/.test(character) ? 'x' : character));

const unicodeEscape = fc.oneof(
  fc.stringMatching(/^\\u[0-9a-fA-F]{4}$/),
  fc.constantFrom('\\u0061', '\\ud83d\\ude00', '\\ud83d', '\\ude00', '\\u0000', '\\u0022', '\\u005C'),
);

export const stringText = fc
  .array(fc.oneof(bareCharacter, fc.constantFrom(...ESCAPES), unicodeEscape), { maxLength: 8 })
  .map((parts) => `"${parts.join('')}"`);

export const nameText = fc.oneof(
  stringText,
  fc.constantFrom('""', '"__proto__"', '"constructor"', '"a"', '"\\u0061"', '"a.b"', '"\\""', '"\\\\"', '"é"'),
);

const scalar = fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null'));

const { value, object } = fc.letrec<{ value: Tokens; object: Tokens; array: Tokens }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar.map((text) => [text]),
    tie('object'),
    tie('array'),
  ),
  object: fc.array(fc.tuple(nameText, tie('value')), { maxLength: 5 }).map(objectTokens),
  array: fc.array(tie('value'), { maxLength: 4 }).map(arrayTokens),
}));

/** Any JSON value, and any JSON object. */
export const valueTokens: fc.Arbitrary<Tokens> = value;
export const recordTokens: fc.Arbitrary<Tokens> = object;

/** A minified record without repeated names in any object. */
export const plainRecord: fc.Arbitrary<string> = recordTokens
  .map((tokens) => tokens.join(''))
  .filter((text) => !hasRepeatedNames(text));

const otherMembers = fc.array(
  fc.tuple(
    nameText.filter((name) => JSON.parse(name) !== 'data'),
    value,
  ),
  { maxLength: 2 },
);

/** A body as the service may send it: `data`, an array of objects, among other members. */
export const bodyText: fc.Arbitrary<string> = fc
  .record({
    mark: fc.constantFrom('', '', '\ufeff'),
    before: otherMembers,
    name: fc.constantFrom('"data"', '"data"', '"d\\u0061ta"'),
    records: fc.array(recordTokens, { maxLength: 4 }),
    after: otherMembers,
    spaces: fc.array(spaces, { minLength: 1, maxLength: 9 }),
  })
  .map(({ mark, before, name, records, after, spaces }) => {
    const tokens = objectTokens([...before, [name, arrayTokens(records)], ...after]);
    return mark + spaces[0] + tokens.map((token, index) => token + spaces[index % spaces.length]).join('');
  });

/** Sizes of chunks for `cut`, which repeats them. */
export const chunkSizes = fc.oneof(fc.constant([1]), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }));

export function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunks.at(-1)!.length) {
    chunks.push(bytes.subarray(at, at + sizes[chunks.length % sizes.length]!));
  }
  return chunks;
}

/** The tokens of a valid JSON text. */
export function tokenize(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,\ufeff]+/g) ?? [];
}

/**
 * The value of a JSON text; throws as JSON.parse does. It builds objects and arrays itself and leaves only scalars to
 * `readScalar`: in Node 24.21 and 26.10, JSON.parse reads some names of one escaped character, such as `"\\""` and `"\\u0061"`,
 * as a backslash.
 */
export function parseJson(text: string, readScalar: (token: string) => unknown = JSON.parse): unknown {
  JSON.parse(text);
  const tokens = tokenize(text);
  let at = 0;
  function readValue(): unknown {
    const token = tokens[at++]!;
    if (token === '[') return readItems(']', readValue);
    if (token !== '{') return readScalar(token);
    const members = readItems('}', () => {
      const name = JSON.parse(tokens[at]!) as string;
      at += 2;
      return [name, readValue()] as const;
    });
    const object = {};
    for (const [name, value] of members) {
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  }
  function readItems<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    while (tokens[at] !== end) {
      if (tokens[at] === ',') at++;
      items.push(read());
    }
    at++;
    return items;
  }
  return readValue();
}

/** The names of the outermost object of a valid JSON text, in order. */
export function outermostNames(text: string): string[] {
  let depth = 0;
  return tokenize(text).flatMap((token, index, tokens) => {
    if (/^[[{]$/.test(token)) depth++;
    if (/^[\]}]$/.test(token)) depth--;
    return depth === 1 && tokens[index + 1] === ':' ? [JSON.parse(token) as string] : [];
  });
}

/** The leaves of a minified record, in order: values that are not objects, and empty objects. */
export function leavesOf(record: string): { path: string[]; text: string }[] {
  const tokens = tokenize(record);
  const leaves: { path: string[]; text: string }[] = [];
  const endOf = (start: number): number => {
    for (let at = start, depth = 0; ; at++) {
      if (/^[[{]$/.test(tokens[at]!)) depth++;
      if (/^[\]}]$/.test(tokens[at]!)) depth--;
      if (depth === 0) return at + 1;
    }
  };
  const visit = (start: number, path: readonly string[]): void => {
    for (let at = start + 1; tokens[at] !== '}'; at++) {
      const inner = [...path, JSON.parse(tokens[at]!) as string];
      const value = at + 2;
      at = endOf(value);
      if (tokens[value] === '{' && tokens[value + 1] !== '}') visit(value, inner);
      else leaves.push({ path: inner, text: tokens.slice(value, at).join('') });
      if (tokens[at] === '}') return;
    }
  };
  visit(0, []);
  return leaves;
}

/** True if any object in a valid JSON text repeats a name, in any spelling. */
export function hasRepeatedNames(text: string): boolean {
  const names = tokenize(text).filter((_, index, tokens) => tokens[index + 1] === ':').length;
  return names !== countNames(parseJson(text));
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + countNames(inner), own);
}

function objectTokens(members: readonly Member[]): Tokens {
  return ['{', ...separate(members.map(([name, tokens]) => [name, ':', ...tokens])), '}'];
}

function arrayTokens(values: readonly Tokens[]): Tokens {
  return ['[', ...separate(values), ']'];
}

function separate(lists: readonly Tokens[]): Tokens {
  return lists.flatMap((list, index) => (index === 0 ? list : [',', ...list]));
}
