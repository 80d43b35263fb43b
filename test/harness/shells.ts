import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { storeProfiles } from './profiles.ts';
import { createHome, type Home, runCli } from './run-cli.ts';
import { BIN } from './spawn-cli.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** The completions of a line. */
export interface Completed {
  /** All words from the script, in its order, without names of files. */
  readonly offered: readonly string[];
  /** The line after Tab. */
  readonly line: string;
}

export interface InteractiveShell {
  /** Types the line and Tab, and then deletes it. */
  complete(line: string): Promise<Completed>;
  /** All output of the terminal so far. */
  shown(): string;
}

const SCRIPT_LIMIT = /(?<=read -r -t |limit timeout )3(?!\d)/g;

/**
 * A home with the script of a shell, some files, `profiles` in its configuration, and on its PATH a `reporting` that logs its
 * arguments, writes to stderr, and runs the built program. The script waits for it as long as a busy machine needs, or for
 * `limitSeconds`: by itself, for three.
 */
export async function createShellHome(shell: string, profiles: readonly string[], limitSeconds = 100): Promise<Home> {
  const home = createHome();
  const { stdout, exitCode } = await runCli(['completion', shell]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(SCRIPT_LIMIT);
  writeFileSync(scriptOf(home), stdout.replaceAll(SCRIPT_LIMIT, String(limitSeconds)));
  storeProfiles(home, Object.fromEntries(profiles.map((each) => [each, {}])));
  install(home, `${logging(home)}\necho complaint >&2\nexec '${process.execPath}' '${BIN}' "$@"`);
  home.write('my report.csv', '');
  home.write('other.json', '');
  mkdirSync(path.join(home.work, 'our recordings'));
  return home;
}

/** Replaces `reporting` by a program that answers with these values, whatever the line is. */
export function useAnswers(home: Home, values: readonly string[]): void {
  install(home, [logging(home), "printf 'words\\t\\n'", "cat <<'END'", ...values, 'END'].join('\n'));
}

function logging(home: Home): string {
  return `printf '%s\\n' "$*" >> '${logOf(home)}'`;
}

/** Replaces `reporting` by a program that prints a name after 20 seconds, and logs when it begins and ends. */
export function useStuckProgram(home: Home): void {
  const log = (word: string): string => `echo ${word} >> '${logOf(home)}'`;
  install(home, `${log('begun')}\nsleep 20\n${log('ended')}\necho words; echo acme`);
}

function install(home: Home, script: string): void {
  const bin = path.join(home.root, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'reporting'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function logOf(home: Home): string {
  return path.join(home.root, 'calls');
}

/** The arguments of each call of the program. */
export function callsOf(home: Home): readonly string[] {
  const file = logOf(home);
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

/** Bash on a terminal. `setup` are the lines of its start-up file that load the script. */
export async function openBash(home: Home, setup = `source ${scriptOf(home)}`): Promise<InteractiveShell> {
  const start = `${setup}
    _report() { _reporting "$@"; ((\${#COMPREPLY[@]} == 0)) || printf 'offered[[%s]]\\n' "\${COMPREPLY[@]}"; }
    _report_after_loading() { _completion_loader reporting; complete -F _report reporting; return 124; }
    if declare -F _reporting >/dev/null; then complete -F _report reporting; else complete -F _report_after_loading reporting; fi
    bind -x '"\\C-t": printf "line[[%s]]\\n" "$READLINE_LINE"'
    PS1='ready> '`;
  const file = path.join(home.root, 'bashrc');
  writeFileSync(file, start);
  return interactive(openTerminal(`bash --rcfile ${file} -i`, home, shellEnv(home)));
}

/** What compinit found on this machine: seconds to find again. */
const ZSH_FUNCTIONS = path.resolve('node_modules/.cache/zcompdump');

/** Zsh on a terminal. Tab is bound to completion alone: by default zsh also expands the word before the cursor. */
export async function openZsh(home: Home, setup = `source ${scriptOf(home)}`, fpath = ''): Promise<InteractiveShell> {
  const start = `fpath=(${fpath} $fpath)
    autoload -Uz compinit && compinit -u ${fpath === '' ? `-d ${ZSH_FUNCTIONS}` : '-D'}
    ${setup}
    compadd() {
      local -a found
      if [[ \${@[1,(i)(-|--)]} != *-[OAD]\\ * ]]; then
        builtin compadd -O found "$@"
        (( $#found )) && print -rl -- 'offered[['$^found']]'
      fi
      builtin compadd "$@"
    }
    report_line() { print -r -- "line[[$BUFFER]]" }
    zle -N report_line
    bindkey '^I' complete-word '^T' report_line '^U' kill-whole-line
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

/** Fish, called like Tab does. Each line is an argument, so that fish runs none of it. */
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

/** The completions of fish for each line, without descriptions. */
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
