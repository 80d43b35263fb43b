import type { Command } from 'commander';
import { createProgram } from '../../src/program.ts';
import type { Services } from '../../src/services.ts';
import { CapturedOutput } from './streams.ts';

export interface DeclaredCommand {
  readonly command: Command;
  /** The words of its command line: `reporting`, `reporting revenue`, `reporting profiles use`. */
  readonly typed: string;
  /** The output of `--help` in a pipe. */
  readonly help: string;
}

/** The program and all its commands, as declared. They cannot be run. */
export function declaredCommands(): readonly DeclaredCommand[] {
  const stream = new CapturedOutput({ isTTY: false, columns: 80 });
  let help = '';
  const program = createProgram({} as Services, {
    stdout: stream,
    stderr: stream,
    onHelp: (text) => {
      help += text;
    },
    onErrorHelp: () => undefined,
    onOptions: () => undefined,
  });

  function declared(command: Command, above: string): DeclaredCommand[] {
    help = '';
    command.outputHelp();
    const typed = `${above}${command.name()}`;
    const own = { command, typed, help };
    return [own, ...command.commands.flatMap((each) => declared(each, `${typed} `))];
  }
  return declared(program, '');
}
