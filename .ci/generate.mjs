// Writes the files in the repository that the built program generates: the completion scripts and docs/cli.md.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cliMarkdown } from '../node_modules/.cache/man/cli-markdown.js';
import { SHELLS } from '../node_modules/.cache/man/scripts.js';

for (const [shell, { file }] of Object.entries(SHELLS))
  writeFileSync(`completions/${file}`, execFileSync(process.execPath, ['bin/reporting.cjs', 'completion', shell]));
writeFileSync('docs/cli.md', await cliMarkdown());
