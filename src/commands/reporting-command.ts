/** Commander's command, with the table's options, two helps, and errors that hold the command and the unknown option as data. */

import { Command, CommanderError, type ErrorOptions, type HelpContext } from 'commander';
import { type BriefHelp, type HelpBlock, renderBlocks, renderBriefHelp } from '../help/blocks.ts';
import { FlagOption, optionsOf, rootOf } from '../options/declare-flags.ts';
import type { Section } from '../options/flag.ts';

declare module 'commander' {
  /** Methods of commander that its types lack, and the help after the options. */
  interface Command {
    /** Adds what help and the parser need beside the name and the summary. Undefined afterwards. */
    declare?: (() => void) | undefined;
    epilog?: readonly HelpBlock[];
    /** The arguments of the program. */
    readonly rawArgs: readonly string[];
    unknownOption(flag: string): void;
    unknownCommand(): void;
  }
}

/** The error of a command line that commander rejects. */
export class CommandLineError extends CommanderError {
  /** The command that rejects it; the program for common options. */
  readonly command: Command;
  /** An unknown option, without a value joined to it, which may be a secret. */
  readonly flag: string | undefined;

  constructor(command: Command, message: string, { code = 'commander.error', exitCode = 1 }: ErrorOptions) {
    super(exitCode, code, message.replace(/^error: /, ''));
    this.command = command;
    this.flag = command instanceof ReportingCommand ? command.unknownFlag : undefined;
  }
}

/**
 * A command that throws `CommandLineError`. It may have a short help for `-h`, also shown if a command is missing.
 */
export class ReportingCommand extends Command {
  unknownFlag: string | undefined;
  /** Shown instead of the long help for `-h`. */
  brief: (() => BriefHelp) | undefined;

  /** Adds the options of the sections. With `help`, `-h` shows those that have a short line. */
  flags(sections: readonly Section[], help?: Omit<BriefHelp, 'rows' | 'more'>): this {
    for (const { heading, flags } of sections) {
      if (heading !== undefined) this.optionsGroup(heading);
      for (const entry of Object.values(flags)) this.addOption(new FlagOption(entry));
    }
    const all = sections.flatMap(({ flags }) => Object.values(flags));
    this.brief =
      help &&
      (() => ({
        ...help,
        // With room for a short flag.
        rows: all.flatMap(({ flags, brief }) =>
          brief === undefined ? [] : [[flags.startsWith('--') ? `    ${flags}` : flags, brief]],
        ),
        more: `\`reporting ${this.name()} --help\` shows all ${optionsOf(this).length} options.`,
      }));
    return this;
  }

  /** Ends the long help with these blocks. */
  closing(...blocks: readonly HelpBlock[]): this {
    if (blocks.length === 0) return this;
    this.epilog = blocks;
    return this.addHelpText('after', () => `\n${renderBlocks(blocks, this.createHelp().helpWidth ?? 80)}`);
  }

  override outputHelp(context?: HelpContext): void;
  override outputHelp(transform: (text: string) => string): void;
  override outputHelp(context: HelpContext | ((text: string) => string) = { error: false }): void {
    // Commander shows the help of the program for `reporting nonsense --help`.
    const [word = '-'] = this.args;
    const isGroup = this.commands.length > 0 && this.registeredArguments.length === 0;
    const isKnown = word.startsWith('-') || this.commands.some((each) => each.name() === word);
    if (isGroup && !isKnown) this.unknownCommand();
    if (typeof context === 'function') super.outputHelp(context);
    else if (this.brief === undefined || !isBriefRequested(this, context)) super.outputHelp(context);
    else {
      const { writeOut, writeErr } = this.configureOutput();
      (context.error ? writeErr : writeOut)!(renderBriefHelp(this.brief()));
    }
  }

  override createCommand(name?: string): ReportingCommand {
    return new ReportingCommand(name);
  }

  override unknownOption(flag: string): void {
    this.unknownFlag = flag.startsWith('--') ? flag.replace(/=.*/s, '') : flag.slice(0, 2);
    super.unknownOption(this.unknownFlag);
  }

  override error(message: string, options: ErrorOptions = {}): never {
    // For `config lst`, commander takes the word for an argument of the action.
    if (options.code === 'commander.excessArguments' && this.commands.length > 0) this.unknownCommand();
    throw new CommandLineError(this, message, options);
  }
}

function isBriefRequested(command: Command, { error }: HelpContext): boolean {
  const { rawArgs } = rootOf(command);
  return error || (rawArgs.includes('-h') && !rawArgs.includes('--help'));
}
