import type { Command } from 'commander';
import type { Ports } from '../../src/commands/ports.ts';
import { createProgram } from '../../src/program.ts';
import { CapturedOutput } from './streams.ts';

export interface DeclaredCommand {
  readonly command: Command;
  /** What is typed for it: `reporting`, `reporting revenue`, `reporting profiles use`. */
  readonly typed: string;
  /** What `--help` shows in a pipe. */
  readonly help: string;
}

/** The program and every command below it, as they are declared: nothing of them can be run. */
export function declaredCommands(): readonly DeclaredCommand[] {
  const stream = new CapturedOutput({ isTTY: false, columns: 80 });
  let help = '';
  const program = createProgram({} as Ports, {
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
