import { describe, expect, test } from 'vitest';
import { TOPIC_NAMES, text } from '../../src/help/blocks.ts';
import { topicBlocks } from '../../src/help/pages.ts';
import { manPage, renderBlock } from '../../src/man/man-page.ts';
import { version } from '../../src/version.ts';
import { declaredCommands } from '../harness/program.ts';

const page = await manPage();

/** The page's text as a formatter shows it, on one line. */
const shown = page
  .replace(/^\.(?!(SH|SS) ).*$/gm, '')
  .replace(/\\f[BIR]/g, '')
  .replaceAll('\\&', '')
  .replaceAll('\\-', '-')
  .replaceAll('\\(aq', "'")
  .replaceAll('\\(ti', '~')
  .replaceAll('\\(dq', '"')
  .replace(/\s+/g, ' ');

describe('the page has', () => {
  test.each(declaredCommands().slice(1))('$typed', ({ command, typed }) => {
    expect(page).toContain(`\n.SS ${typed}\n`);
    for (const { flags } of command.options) expect(shown).toContain(flags);
  });

  test.each(TOPIC_NAMES)('the topic %s', (name) => {
    expect(page).toContain(`\n.SH ${name.toUpperCase().replace('-', ' ')}\n`);
    for (const block of topicBlocks(name)) {
      if (block.kind !== 'table') continue;
      for (const [term, meaning] of block.rows) {
        if (meaning !== '') expect(shown).toContain(` ${term} ${meaning.replaceAll('`', '')} `);
      }
    }
  });

  test('a version but no date: the same program gives the same page', async () => {
    expect(page.split('\n')[0]).toBe(
      `.TH REPORTING 1 "" "reporting ${version.replaceAll('-', '\\-')}" "User Commands"`,
    );
    expect(await manPage()).toBe(page);
  });
});

test('the page has only macros that every formatter knows, and only ASCII', () => {
  const macros = new Set([...page.matchAll(/^[.'](.*?)(?= |$)/gm)].map(([, name]) => name));
  const known = ['TH', 'SH', 'SS', 'PP', 'TP', 'EX', 'EE', 'BR', 'br', 'nh', 'ad'];
  expect([...macros].filter((name) => !known.includes(name!))).toEqual([]);
  expect(page).toMatch(/^[\n\u0020-\u007e]*$/);
});

describe('text is escaped', () => {
  test.each([
    ['a \\ in it', 'a \\e in it\n'],
    ['.hidden and .more', '\\&.hidden and .more\n'],
    ["'quoted'", '\\(aqquoted\\(aq\n'],
    ['take --end-date, or "x"', 'take \\-\\-end\\-date, or \\(dqx\\(dq\n'],
    ['this-… and ÷ 🂡', 'this\\-\\[u2026] and \\[u00F7] \\[u1F0A1]\n'],
    ['run `reporting login ~` now', 'run \\fBreporting login \\(ti\\fR now\n'],
  ])('%j', (words, roff) => expect(renderBlock(text(words))).toBe(`.PP\n${roff}`));

  test('code', () => {
    expect(renderBlock({ kind: 'code', lines: ['$ a \\', '.b'] })).toBe('.PP\n.EX\n$ a \\e\n\\&.b\n.EE\n');
  });
});
