// Writes the completion scripts that the package ships, as the program that was built prints them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const FILES = {
  bash: 'reporting.bash',
  zsh: '_reporting',
  fish: 'reporting.fish',
  powershell: 'reporting.ps1',
};

mkdirSync('completions', { recursive: true });
for (const [shell, file] of Object.entries(FILES)) {
  writeFileSync(
    `completions/${file}`,
    execFileSync(process.execPath, ['bin/reporting.js', 'completion', shell]),
  );
}
