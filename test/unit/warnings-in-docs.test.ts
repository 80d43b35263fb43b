import { describe, expect, test } from 'vitest';
import { WARNING_NAMES } from '../../src/core/warnings.ts';
import { TOPIC_NAMES } from '../../src/help/blocks.ts';
import { renderExplanation } from '../../src/help/pages.ts';
import { readPage } from '../harness/pages.ts';
import { declaredCommands } from '../harness/program.ts';

const { text: page } = readPage('docs/data-checks.md');

test('each warning has a heading, in the order of the names', () => {
  expect([...page.matchAll(/^#### (.*)$/gm)].map(([, name]) => name)).toEqual(WARNING_NAMES);
  const list = /^The names are ([\s\S]*?)\. /m.exec(page)![1]!;
  expect([...list.matchAll(/`(.*?)`/g)].map(([, name]) => name)).toEqual(WARNING_NAMES);
});

test('names of warnings, topics and commands are unique', () => {
  const commands = declaredCommands().map(({ typed }) => typed.split(' ')[1]);
  const words = [...WARNING_NAMES, ...TOPIC_NAMES, ...new Set(commands.filter((each) => each !== undefined))];
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

describe.each(WARNING_NAMES)('reporting help %s', (name) => {
  const text = renderExplanation(name, 100);

  test('says what the warning means, and how to silence it', () => {
    expect(text).toMatch(new RegExp(`^\\[${name}\\]\\n\\n[A-Z]`));
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`--allow ${name}[:\` .,]`));
    expect(text).not.toMatch(/\]\(|^#/m);
  });

  test('has examples that end with the name', () => {
    const examples = text.split('\n\n').filter((each) => each.startsWith('  warning: '));
    for (const example of examples) expect(example).toMatch(new RegExp(`\\[${name}(?::[\\w.]+)?\\]$`));
  });
});
