import type { Command } from 'commander';
import { commandsBelow } from '../../src/options/declare-flags.ts';
import { createProgram } from '../../src/program.ts';

export interface DeclaredCommand {
  readonly command: Command;
  /** The words of its command line: `reporting`, `reporting revenue`, `reporting config set`. */
  readonly typed: string;
  /** The output of `--help` in a pipe. */
  readonly help: string;
}

let help = '';
const program = createProgram(() => Promise.reject(new Error('no command runs')), {
  onHelp: (text) => {
    help += text;
  },
});

/** The program and all its commands that help shows, as declared. They cannot be run. */
export function declaredCommands(): readonly DeclaredCommand[] {
  return declared(program, '');
}

function declared(command: Command, above: string): DeclaredCommand[] {
  help = '';
  command.outputHelp();
  const typed = `${above}${command.name()}`;
  const own = { command, typed, help };
  return [own, ...commandsBelow(command).flatMap((each) => declared(each, `${typed} `))];
}
