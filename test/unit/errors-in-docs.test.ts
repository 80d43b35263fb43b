import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, readPage } from '../harness/pages.ts';

const SRC = path.join(ROOT, 'src');
const { text: page } = readPage('docs/troubleshooting.md');

/** A value in a template, which may hold another template or an object. */
const VALUE = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/.source;
const TEXT = new RegExp(`'((?:[^'\\\\]|\\\\.)*)'|\`((?:[^\`$\\\\]|\\\\.|\\$(?!\\{)|${VALUE})*)\``).source;
const CREATION = new RegExp(
  `new ReportingError\\(\\s*(?:'E-[\\w-]+'|code|error\\.code),\\s*(?:phrase)?(?:${TEXT})`,
  'g',
);

/** The longest fixed part of each error's message, if the source states the message where it creates the error. */
function messagesIn(file: string): readonly string[] {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  return [...source.matchAll(CREATION)].map(([, plain, template]) => {
    const parts = (plain ?? template!).split(new RegExp(VALUE)).map((part) => part.trim().replace(FLAG, ''));
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
  });
}

/** An option that begins a message. The page writes it in its own way. */
const FLAG = /^--[a-z-]+ /;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
/** The library words its own misuse; its options are in docs/library.md. */
const surfaces = files.filter((file) => !file.startsWith('library'));
const messages = [...new Set(surfaces.flatMap(messagesIn))].filter((message) => message.length > 3);

test('the source states many messages', () => expect(messages.length).toBeGreaterThan(110));

describe('docs/troubleshooting.md has the error', () => {
  // Not `toContain`, which would print the whole page.
  test.each(messages)('%s', (message) => {
    expect(page.includes(message), `add a row for this error: ${message}`).toBe(true);
  });
});
