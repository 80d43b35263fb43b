// Writes docs/cli.md, the file in the repository that the program generates.

import { writeFileSync } from 'node:fs';
import { cliMarkdown } from '../node_modules/.cache/man/cli-markdown.js';

writeFileSync('docs/cli.md', await cliMarkdown());
