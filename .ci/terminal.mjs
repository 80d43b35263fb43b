import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** The output of a command that runs the built program on a terminal, which `script` of util-linux opens, in `home`. */
export function onTerminal(command, columns, home, { rows = 24, ...others } = {}) {
  const program = `#!/bin/sh\nexec '${process.execPath}' '${path.resolve('bin/reporting.cjs')}' "$@"\n`;
  writeFileSync(path.join(home, 'reporting'), program, { mode: 0o755 });
  const line = `stty cols ${columns} rows ${rows}; ${command}`;
  const PATH = `${home}:${process.env.PATH}`;
  const env = { PATH, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8', TZ: 'UTC', ...others };
  return execFileSync('script', ['--quiet', '--command', line, '/dev/null'], { cwd: home, encoding: 'utf8', env });
}
