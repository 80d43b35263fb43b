import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { declared } from '../../src/options/declare-flags.ts';
import { createProgram } from '../../src/program.ts';
import { codeBlocks, proseOf, readPage, WRITTEN_PAGES } from '../harness/pages.ts';
import { wordsOf } from '../harness/words.ts';

/** Where a command ends: at an operator of the shell, a comment or a description, and `…` where it is not complete. */
const END = /\s(?:\||&&|\|\||>|2>>|<|;)|\s…|"?\)|$/;

/** `text` with each command that is a list of words, in Python, YAML or a property list, on one line. */
function joinLists(text: string): string {
  return text
    .replace(/\["reporting", "(.*)"\]/g, (_, words: string) => `reporting ${words.replaceAll('", "', ' ')}`)
    .replace(/args: \[(.*)\]/g, (_, words: string) => `args: reporting ${words.replaceAll(', ', ' ')}`)
    .replace(/<array>(.*?)<\/array>/gs, (_, items: string) =>
      [...items.matchAll(/<string>(.*?)<\/string>/g)].map(([, word]) => word).join(' '),
    );
}

/** Commands in the code blocks and in the text of a page, without examples that other tests run, and without the version. */
function commandsIn(page: (typeof WRITTEN_PAGES)[number]): readonly string[] {
  const blocks = codeBlocks(page).filter(({ language }) => language !== 'console');
  const inBlocks = blocks.flatMap(({ text }) => [
    ...joinLists(text.replaceAll('\\\n', '')).matchAll(/(^|[\s$(;/="'])(?=(reporting(?::\d)? (?![\d (])[^\n]*))/gm),
  ]);
  const inText = [...proseOf(page).matchAll(/(`)(?=(reporting [^`]*)`)/g)];
  return [...inBlocks, ...inText].map(([, before, found]) => {
    const text = found!.replaceAll('\\|', '|');
    const command = /["']/.test(before!) ? text.split(before!)[0]! : text;
    return command.slice(0, END.exec(command)!.index);
  });
}

const cases = [...WRITTEN_PAGES, readPage('CHANGELOG.md'), readPage('SECURITY.md')].flatMap((page) =>
  commandsIn(page).map((command) => ({ page: page.name, command })),
);

/** The program, whose commands parse their options and do nothing. */
async function parser(): Promise<Command> {
  const program = createProgram(() => Promise.reject(new Error('no command runs')));
  const silence = (command: Command): void => {
    declared(command).action(() => undefined);
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  return program;
}

/** The error of a command line; undefined for one that is valid, or that only names a command: `reporting config set`. */
function parseError(program: Command, words: readonly string[]): unknown {
  try {
    program.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isName = code === 'commander.missingArgument' || code === 'commander.helpDisplayed';
    return isName || code === 'commander.version' || code === 'commander.help' ? undefined : error;
  }
}

describe('every command that the docs name is one that the program accepts', () => {
  let program: Command;
  // Commander forgets the options of one command line before it parses the next.
  beforeAll(async () => {
    program = await parser();
  });

  test('there are many', () => expect(cases.length).toBeGreaterThan(80));

  test.each(cases)('$page: $command', ({ command }) => {
    const words = wordsOf(command.replace(/\$\{?\w+\}?/g, '2026').replace(/<[\w-]+>/g, 'revenue'));
    expect(parseError(program, words.slice(1))).toBeUndefined();
  });
});
