import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, ERROR_KINDS, EXIT_CODES } from '../../src/core/error-codes.ts';
import { renderExplanation } from '../../src/help/pages.ts';
import { ROOT, readPage } from '../harness/pages.ts';

const SRC = path.join(ROOT, 'src');
const { text: page } = readPage('docs/troubleshooting.md');

/** A value in a template, which may hold another template or an object. */
const VALUE = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/.source;
const TEXT = new RegExp(`'((?:[^'\\\\]|\\\\.)*)'|\`((?:[^\`$\\\\]|\\\\.|\\$(?!\\{)|${VALUE})*)\``).source;
const CREATION = new RegExp(
  `new ReportingError\\(\\s*(?:'(E-[\\w-]+)'|code|error\\.code),\\s*(?:phrase)?(?:${TEXT})`,
  'g',
);
/** The same with the message in a constant, which may stand before that of the hint. */
const NAMED_CREATION = new RegExp(
  `const message =\\s*(?:${TEXT});\\s*(?:const hint =[^;]+;\\s*)?(?:throw|return) new ReportingError\\(\\s*'(E-[\\w-]+)',\\s*message\\b`,
  'g',
);

interface Message {
  /** Undefined if it depends on the caller. */
  readonly code: string | undefined;
  /** The longest fixed part. */
  readonly text: string;
}

/** The message of each error that the source states where it creates the error. */
function messagesIn(file: string): readonly Message[] {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  const named = [...source.matchAll(NAMED_CREATION)].map(([, plain, template, code]) => [code, plain, template]);
  const direct = [...source.matchAll(CREATION)].map(([, ...found]) => found);
  return [...direct, ...named].map(([code, plain, template]) => {
    const parts = (plain ?? template!).split(new RegExp(VALUE)).map((part) => part.trim().replace(FLAG, ''));
    return { code, text: parts.reduce((longest, part) => (part.length > longest.length ? part : longest)) };
  });
}

/** An option that begins a message. The page writes it in its own way. */
const FLAG = /^--[a-z-]+ /;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const messages = files.flatMap(messagesIn).filter(({ text }) => text.length > 3);

/** The parts of the page by the code in their headings. */
const sections = new Map(
  page
    .split(/^#### /m)
    .slice(1)
    .map((part) => [part.split('\n', 1)[0]!, part.split(/^##/m, 1)[0]!]),
);

test('the source states many messages', () => expect(messages.length).toBeGreaterThan(110));

// Not `toContain`, which would print the whole page.
test.each(messages)('docs/troubleshooting.md has the error below its code: $code: $text', ({ code, text }) => {
  const part = code === undefined ? page : (sections.get(code) ?? '');
  expect(part.includes(text), `add a row to ${code} for this error: ${text}`).toBe(true);
});

describe('codes and headings', () => {
  test('are the same', () => expect([...sections.keys()].sort()).toEqual([...ERROR_CODES].sort()));

  test.each(ERROR_CODES)('%s is below its exit code, and has a cause and an error', (code) => {
    const above = page.slice(0, page.indexOf(`\n#### ${code}\n`));
    const [, exit] = /^### Exit (\d+)[^\n]*$(?![\s\S]*^### )/m.exec(above) ?? [];
    const expected = code === 'E-interrupted' ? '129' : String(EXIT_CODES[ERROR_KINDS[code]]);
    expect(exit).toBe(expected);
    const [, , cause = '', , ...errors] = sections.get(code)!.trimEnd().split('\n');
    expect(cause).toMatch(/^[A-Z`].*\.$/);
    expect(errors.length).toBeGreaterThan(0);
    for (const line of errors) expect(line).toMatch(/^- [^:]*`[^`]*`(?:[^`:]|`[^`]*`)*(?:: [A-Z`].*[.?])?$/);
  });

  test.each(ERROR_CODES)('reporting help %s prints its part', async (code) => {
    const text = renderExplanation(code, 2000);
    expect(text).toMatch(new RegExp(`^${code} \\(exit \\d+\\)\\n\\n[A-Z\`]`));
    expect(text).not.toContain('](');
    expect(text.match(/^ {2}\S/gm)).toHaveLength(sections.get(code)!.match(/^- /gm)!.length);
  });
});
