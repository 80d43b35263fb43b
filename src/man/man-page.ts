/** The man page in man(7) format: commands, options and examples of the program, and the topics of its help. */

import { OPTIONS_HEADING, type OptionModel } from '../completion/model.ts';
import type { HelpBlock } from '../help/blocks.ts';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import { type HelpTopic, TOPICS } from '../help/topics.ts';
import { version } from '../version.ts';
import { type CommandReference, type OptionGroup, readReference } from './reference.ts';
import { bold, flags, literal, paragraph, section, subsection, tagged, tidy, title } from './roff.ts';

/** The page. It depends on the program only: it has a version, but no date. */
export async function manPage(): Promise<string> {
  const { program, commands } = await readReference();
  const parts = [
    title('REPORTING', `reporting ${version}`),
    section('NAME'),
    'reporting \\- pull a client\\(aqs revenue reports from the reporting service\n',
    section('SYNOPSIS'),
    ...commands.map(renderUsage),
    section('DESCRIPTION'),
    paragraph(program.command.description),
    section('COMMANDS'),
    ...commands.map(renderCommand),
    section('OPTIONS OF EVERY COMMAND'),
    ...program.groups.flatMap(({ options }) => options.map(renderOption)),
    ...TOPIC_NAMES.map((name) => renderTopic(TOPICS[name])),
    section('EXAMPLES'),
    // The program's help also lists the topics, which are sections of the page.
    ...program.command.epilog.filter(({ kind }) => kind === 'examples').map(renderBlock),
    section('SEE ALSO'),
    '.BR curl (1),\n.BR crontab (5),\n.BR systemd.timer (5)\n',
  ];
  return tidy(parts.join(''));
}

/** A line of the synopsis: `reporting revenue [options]`. */
function renderUsage({ command }: CommandReference, index: number): string {
  return `${index === 0 ? '' : '.br\n'}${bold(command.path)} ${flags(command.usage)}\n`;
}

function renderCommand({ command, groups }: CommandReference): string {
  return [
    subsection(command.path),
    ...command.description.split('\n').map(paragraph),
    ...command.arguments.map(({ spelling, description }) => tagged(flags(spelling), description)),
    ...groups.map(renderGroup),
    ...command.epilog.map(renderBlock),
  ].join('');
}

function renderGroup({ heading, options, sameAs }: OptionGroup): string {
  if (sameAs !== undefined) return paragraph(`${heading} the same as for \`${sameAs}\`.`);
  return (heading === OPTIONS_HEADING ? '' : paragraph(heading)) + options.map(renderOption).join('');
}

function renderOption({ spelling, description }: OptionModel): string {
  return tagged(flags(spelling), description);
}

function renderTopic(topic: HelpTopic): string {
  return section(topic.section ?? topic.title.toUpperCase()) + topic.blocks.map(renderBlock).join('');
}

function renderBlock(block: HelpBlock): string {
  if (block.kind === 'text') return paragraph(block.text);
  if (block.kind === 'examples') {
    return literal(block.commands.flatMap((command) => `$ ${command}`.split('\n')));
  }
  const rows = block.rows.map(([term, meaning]) => tagged(term.split(', ').map(bold).join(', '), meaning));
  return paragraph(block.heading) + rows.join('');
}
