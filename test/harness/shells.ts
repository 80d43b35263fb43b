import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createHome, type Home, runCli } from './run-cli.ts';
import { BIN } from './spawn-cli.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** What Tab gave for a line that was typed. */
export interface Completed {
  /** All that the script offered, in its order; names of files are not among them. */
  readonly offered: readonly string[];
  /** The line after Tab. */
  readonly line: string;
}

export interface InteractiveShell {
  /** Types the line and Tab, and then throws it away. */
  complete(line: string): Promise<Completed>;
  /** All that the terminal has shown. */
  shown(): string;
}

/**
 * A home with the script of a shell in it, files to name, and on its PATH a `reporting` that has such profiles, complains
 * all the time, and notes what it is asked.
 */
export async function createShellHome(shell: string, profiles: readonly string[]): Promise<Home> {
  const home = createHome();
  const { stdout, exitCode } = await runCli(['completion', shell]);
  expect(exitCode).toBe(0);
  writeFileSync(scriptOf(home), stdout);
  const note = `printf '%s\\n' "$*" >> '${notesOf(home)}'`;
  install(home, [note, 'echo complaint >&2', "cat <<'END'", ...profiles, 'END'].join('\n'));
  home.write('my report.csv', '');
  home.write('other.json', '');
  return home;
}

/** Puts the program that was built on the PATH in place of that `reporting`. */
export function useProgram(home: Home): void {
  install(home, `exec '${process.execPath}' '${BIN}' "$@"`);
}

/** Puts one there that gives a name only after 20 seconds, and notes when it begins and ends. */
export function useStuckProgram(home: Home): void {
  const note = (word: string): string => `echo ${word} >> '${notesOf(home)}'`;
  install(home, `${note('begun')}\nsleep 20\n${note('ended')}\necho acme`);
}

function install(home: Home, script: string): void {
  const bin = path.join(home.root, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'reporting'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function notesOf(home: Home): string {
  return path.join(home.root, 'asked');
}

/** The arguments of each time that the script asked the program. */
export function askedOf(home: Home): readonly string[] {
  const file = notesOf(home);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

export function scriptOf(home: Home): string {
  return path.join(home.root, 'completion');
}

export function shellEnv(home: Home): Readonly<Record<string, string>> {
  return { PATH: `${path.join(home.root, 'bin')}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' };
}

const REPORT_KEY = '\x14';
const KILL_KEY = '\x15';

/** Bash on a terminal. `setup` are lines of its start-up file, which end with the script's being there. */
export async function openBash(home: Home, setup = `source ${scriptOf(home)}`): Promise<InteractiveShell> {
  const start = `${setup}
    _tell() { _reporting "$@"; ((\${#COMPREPLY[@]} == 0)) || printf 'offered[[%s]]\\n' "\${COMPREPLY[@]}"; }
    _tell_after_loading() { _completion_loader reporting; complete -F _tell reporting; return 124; }
    if declare -F _reporting >/dev/null; then complete -F _tell reporting; else complete -F _tell_after_loading reporting; fi
    bind -x '"\\C-t": printf "line[[%s]]\\n" "$READLINE_LINE"'
    PS1='ready> '`;
  const file = path.join(home.root, 'bashrc');
  writeFileSync(file, start);
  return interactive(openTerminal(`bash --rcfile ${file} -i`, home, shellEnv(home)));
}

/** Zsh on a terminal. Tab completes and does no more: by itself zsh would expand what is in front of the cursor, in any line. */
export async function openZsh(
  home: Home,
  setup = `source ${scriptOf(home)}`,
  fpath = '',
): Promise<InteractiveShell> {
  const start = `fpath=(${fpath} $fpath)
    autoload -Uz compinit && compinit -D -u
    ${setup}
    compadd() {
      local -a found
      if [[ \${@[1,(i)(-|--)]} != *-[OAD]\\ * ]]; then
        builtin compadd -O found "$@"
        (( $#found )) && print -rl -- 'offered[['$^found']]'
      fi
      builtin compadd "$@"
    }
    tell() { print -r -- "line[[$BUFFER]]" }
    zle -N tell
    bindkey '^I' complete-word '^T' tell '^U' kill-whole-line
    PROMPT='ready> '`;
  writeFileSync(path.join(home.root, '.zshrc'), start);
  return interactive(openTerminal('zsh -d -i', home, { ...shellEnv(home), ZDOTDIR: home.root }));
}

async function interactive(terminal: Terminal): Promise<InteractiveShell> {
  await terminal.until('ready> ');
  return {
    shown: terminal.shown,
    async complete(line) {
      terminal.type(`${line}\t${REPORT_KEY}`);
      const shown = `${await terminal.until('line[[')}${await terminal.until(']]')}`;
      terminal.type(KILL_KEY);
      return {
        offered: [...shown.matchAll(/offered\[\[(.*?)\]\]/g)].map(([, word]) => word!),
        line: /line\[\[(.*)\]\]$/s.exec(shown)![1]!,
      };
    },
  };
}

/** Fish, asked as Tab asks it. Each line is an argument: nothing of it is read as a command. */
export function openFish(home: Home): InteractiveShell {
  let shown = '';
  return {
    shown: () => shown,
    async complete(line) {
      const [offered = []] = completeInFish(home, [line]);
      shown += offered.join('\n');
      return { offered, line };
    },
  };
}

/** What fish would offer for each line, without the descriptions. */
export function completeInFish(home: Home, lines: readonly string[]): readonly (readonly string[])[] {
  const command = `source ${scriptOf(home)}; for line in $argv; complete -C $line; echo ${END}; end`;
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '--command', command, ...lines], {
    cwd: home.work,
    env: { ...shellEnv(home), HOME: home.root },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const answers = stdout.split(`${END}\n`).slice(0, -1);
  return answers.map((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((each) => each.split('\t')[0]!),
  );
}

const END = '[end]';
