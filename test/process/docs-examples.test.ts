import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { codeBlocks, examplesIn, WRITTEN_PAGES } from '../harness/pages.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

/** Commands and what they print, from the blocks that show both. */
const examples = WRITTEN_PAGES.flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => language === 'console')
    .flatMap((block) => examplesIn(block).map((example) => ({ page: page.name, ...example }))),
);

describe('every example prints what its page says', () => {
  test('there are some', () => expect(examples.length).toBeGreaterThan(20));

  needs('bash').test.each(examples)('$page: $command', async ({ command, output }) => {
    const { stdout } = await spawnShell(`reporting() { $REPORTING "$@"; }; { ${command}; } 2>&1`);
    expect(stdout).toBe(output);
  });
});
