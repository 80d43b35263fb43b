import { describe, expect, test } from 'vitest';
import { EXAMPLE_URL, storeAccounts } from '../harness/accounts.ts';
import { needs } from '../harness/needs.ts';
import { codeBlocks, examplesIn, WRITTEN_PAGES } from '../harness/pages.ts';
import { createHome } from '../harness/run-cli.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

/** The page whose examples use stored profiles. */
const CLIENTS = 'docs/clients.md';

/** The blocks that show commands and their output. The commands of a block run one after the other, in one directory. */
const sessions = WRITTEN_PAGES.flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => language === 'console')
    .map((block) => ({ page: page.name, block, first: examplesIn(block)[0]!.command })),
);

/** The time of a run, which differs each time. */
const STORED_AT = /stored \d{4}-\d\d-\d\dT\d\d:\d\dZ/g;

describe('every example prints what its page says', () => {
  test('there are some', () => expect(sessions.length).toBeGreaterThan(20));

  needs('bash').test.each(sessions)('$page: $first', async ({ page, block }) => {
    const home = createHome();
    const baseUrl = page === CLIENTS ? await storeAccounts(home, ['acme', 'brava', 'corto']) : EXAMPLE_URL;
    for (const { command, output } of examplesIn(block)) {
      const line = `reporting() { $REPORTING "$@"; }; { ${command}; } 2>&1`;
      const { stdout } = await spawnShell(line, { home });
      const shown = stdout.replaceAll(baseUrl, EXAMPLE_URL).replaceAll(STORED_AT, 'stored 2026-06-15T12:00Z');
      expect(`$ ${command}\n${shown}`).toBe(`$ ${command}\n${output}`);
    }
  });
});
