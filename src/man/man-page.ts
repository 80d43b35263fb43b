/** The manual page, as man(7) text, out of the program's own commands, options and examples, and the topics of its help. */

import type { Command, Option } from 'commander';
import type { HelpBlock, HelpTopic } from '../help/topic.ts';
import { helpTail, type TailPart } from './help-tail.ts';
import { bold, flags, literal, paragraph, section, subsection, tagged, tidy, title } from './roff.ts';

export interface ManPageInput {
  readonly program: Command;
  readonly topics: readonly HelpTopic[];
  readonly version: string;
}

/** The same text for the same program: it bears a version, and no date. */
export function manPage({ program, topics, version }: ManPageInput): string {
  const commands = commandsBelow(program);
  const parts = [
    title('REPORTING', `reporting ${version}`),
    section('NAME'),
    'reporting \\- pull a client\\(aqs revenue reports from the reporting service\n',
    section('SYNOPSIS'),
    ...commands.map(usageOf),
    section('DESCRIPTION'),
    paragraph(program.description()),
    section('COMMANDS'),
    ...aboutCommands(commands),
    section('OPTIONS OF EVERY COMMAND'),
    ...visibleOptions(program, true).map((option) => aboutOption(option, program)),
    ...topics.flatMap(aboutTopic),
    section('EXAMPLES'),
    // The rest of that text is for a terminal: it tells of topics, which are sections here.
    ...helpTail(program)
      .filter(({ kind }) => kind === 'example')
      .map(aboutPart),
    section('SEE ALSO'),
    '.BR curl (1),\n.BR crontab (5),\n.BR systemd.timer (5)\n',
  ];
  return tidy(parts.join(''));
}

/** Nested ones too, in the order of the help. */
function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...commandsBelow(each)]);
}

/** `reporting revenue [options]`, on a line of its own. */
function usageOf(command: Command, index: number): string {
  return `${index === 0 ? '' : '.br\n'}${bold(pathOf(command))} ${flags(command.usage())}\n`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

interface OptionGroup {
  readonly heading: string;
  /** Macros and text of all its options. */
  readonly lines: string;
}

const PLAIN_HEADING = 'Options:';

function aboutCommands(commands: readonly Command[]): readonly string[] {
  const told = new Map<string, Command>();
  return commands.flatMap((command) => [
    subsection(pathOf(command)),
    ...command.description().split('\n').map(paragraph),
    ...command.registeredArguments.map((argument) =>
      tagged(flags(`<${argument.name()}>`), argument.description),
    ),
    ...optionGroups(command).map((group) => aboutGroup(group, command, told)),
    ...helpTail(command).map(aboutPart),
  ]);
}

function optionGroups(command: Command): readonly OptionGroup[] {
  const options = visibleOptions(command);
  return Array.from(new Set(options.map(headingOf)), (heading) => {
    const lines = options
      .filter((option) => headingOf(option) === heading)
      .map((option) => aboutOption(option, command));
    return { heading, lines: lines.join('') };
  });
}

/** Every command has help: it is told once. */
function visibleOptions(command: Command, withHelp = false): readonly Option[] {
  const options = command.createHelp().visibleOptions(command);
  return options.filter(({ long }) => withHelp || long !== '--help');
}

function headingOf(option: Option): string {
  return option.helpGroupHeading ?? PLAIN_HEADING;
}

/** A group that an earlier command has just so, in `told` by its lines, is told there. */
function aboutGroup({ heading, lines }: OptionGroup, command: Command, told: Map<string, Command>): string {
  const earlier = told.get(lines);
  if (earlier !== undefined) return paragraph(`${heading} the same as of \`${pathOf(earlier)}\`.`);
  told.set(lines, command);
  return (heading === PLAIN_HEADING ? '' : paragraph(heading)) + lines;
}

function aboutOption(option: Option, command: Command): string {
  return tagged(flags(option.flags), command.createHelp().optionDescription(option));
}

function aboutTopic(topic: HelpTopic): readonly string[] {
  return [section(topic.section), ...topic.blocks.map(aboutBlock)];
}

function aboutBlock(block: HelpBlock): string {
  if (block.kind === 'text') return paragraph(block.text);
  if (block.kind === 'examples') {
    return literal(block.commands.flatMap((command) => `$ ${command}`.split('\n')));
  }
  const rows = block.rows.map(([term, meaning]) => tagged(term.split(', ').map(bold).join(', '), meaning));
  return paragraph(block.heading) + rows.join('');
}

function aboutPart(part: TailPart): string {
  if (part.kind === 'text') return paragraph(part.text);
  return part.kind === 'row' ? tagged(bold(part.term), part.meaning) : literal(part.lines);
}
