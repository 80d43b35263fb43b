import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_URL, storeAccounts } from '../harness/accounts.ts';
import { needs } from '../harness/needs.ts';
import { type CodeBlock, codeBlocks, examplesIn, ROOT, WRITTEN_PAGES } from '../harness/pages.ts';
import { createHome, type Home } from '../harness/run-cli.ts';
import { runShellCommand } from '../harness/shell-commands.ts';

/** The page whose examples use stored profiles. */
const CLIENTS = 'docs/configuration.md';

/** The blocks that show commands and their output. The commands of a block run one after the other, in one directory. */
const sessions = WRITTEN_PAGES.flatMap((page) =>
  codeBlocks(page)
    .filter(({ language }) => language === 'console')
    .map((block) => ({ page: page.name, block, first: examplesIn(block)[0]!.command })),
);

/** The time of the examples. */
const NOW = '2026-11-27T12:00:00Z';

const SHOW_EXIT = '; echo "exit $?"';

/** What a command prints to both streams. */
async function printed(command: string, home: Home): Promise<string> {
  const own = command.replace(SHOW_EXIT, '');
  const { stdout, exitCode } = await runShellCommand(own, { home, now: NOW, isJoined: true });
  return command.endsWith(SHOW_EXIT) ? `${stdout}exit ${exitCode}\n` : stdout;
}

/** The block as its commands print it now. */
async function runBlock(page: string, block: CodeBlock): Promise<string> {
  const home = createHome();
  const baseUrl = page === CLIENTS ? await storeAccounts(home, ['acme', 'brava', 'corto']) : EXAMPLE_URL;
  let text = '';
  for (const { command } of examplesIn(block)) {
    text += `$ ${command}\n${(await printed(command, home)).replaceAll(baseUrl, EXAMPLE_URL)}`;
  }
  return text;
}

/** Replaces the block on its page. For `UPDATE_DOCS=1`, after a change of what the program prints. */
function update(page: string, { text }: CodeBlock, now: string): void {
  const file = path.join(ROOT, page);
  const [before, after] = [text, now].map((each) => `\`\`\`console\n${each}\`\`\``);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(before!, () => after!),
  );
}

describe('every example prints what its page says', () => {
  test('there are some', () => expect(sessions.length).toBeGreaterThan(20));

  needs('bash').test.each(sessions)('$page: $first', async ({ page, block }) => {
    const now = await runBlock(page, block);
    if (process.env.UPDATE_DOCS === '1') update(page, block, now);
    else expect(now).toBe(block.text);
  });
});
