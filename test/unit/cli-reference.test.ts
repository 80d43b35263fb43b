import { describe, expect, test } from 'vitest';
import { cliMarkdown } from '../../src/man/cli-markdown.ts';
import { GENERATED, readPage } from '../harness/pages.ts';
import { declaredCommands } from '../harness/program.ts';

const page = await cliMarkdown();

test('docs/cli.md is current (else: npm run generate)', () => {
  expect(readPage(GENERATED).text).toBe(page);
});

describe('the reference page has', () => {
  test.each(declaredCommands())('$typed', ({ command, typed }) => {
    const section = page.split(/^## /m).find((each) => each.startsWith(`${typed}\n`))!;
    const others = [...section.matchAll(/^Also takes these options of \[`(.*)`\]/gm)];
    const sections = section + others.map(([, same]) => page.split(`## ${same}\n`)[1]!.split('\n## ')[0]).join('');
    expect(section).toContain(`\n${typed} ${command.usage()}\n`);
    // The page has --help once, for the program. `run` has its own.
    const own = command.options.filter(({ long }) => long !== '--help');
    for (const { flags } of own) expect(sections).toContain(`\n- \`${flags}\`: `);
    for (const argument of command.registeredArguments) expect(section).toContain(argument.name());
  });

  test('the choices and the default of an option', () => {
    expect(page).toMatch(/^- `--wire <format>`: .*\bcsv\b/m);
    expect(page).toMatch(/^- `--timeout <seconds>`: .*\(default: 60\)$/m);
  });

  test('no markup from descriptions', () => {
    expect(page).toContain('- `--columns <a,name=b,-c,*>`: ');
    expect(page).toMatch(/ \\\* /);
  });
});
