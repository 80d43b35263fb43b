/** The man page in man(7) format: commands, options and examples of the program, and the topics of its help. */

import type { HelpBlock } from '../help/blocks.ts';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import { TOPICS } from '../help/topics.ts';
import { version } from '../version.ts';
import { type CommandReference, readReference } from './reference.ts';
import { bold, flags, literal, paragraph, section, subsection, tagged, tidy, title } from './roff.ts';

/** The page. It depends on the program only: it has a version, but no date. */
export async function manPage(): Promise<string> {
  const [program, ...commands] = await readReference((path) => `\`${path}\``);
  const parts = [
    title('REPORTING', `reporting ${version}`),
    section('NAME'),
    'reporting \\- pull a client\\(aqs revenue reports from the reporting service\n',
    section('SYNOPSIS'),
    ...commands.map(({ path, usage }, index) => `${index === 0 ? '' : '.br\n'}${bold(path)} ${flags(usage)}\n`),
    section('DESCRIPTION'),
    ...program!.blocks.map(renderBlock),
    section('COMMANDS'),
    ...commands.map(renderCommand),
    ...TOPIC_NAMES.map((name) => {
      const { title: heading, section: named, blocks } = TOPICS[name];
      return section(named ?? heading.toUpperCase()) + blocks.map(renderBlock).join('');
    }),
    section('SEE ALSO'),
    '.BR curl (1),\n.BR crontab (5),\n.BR systemd.timer (5)\n',
  ];
  return tidy(parts.join(''));
}

function renderCommand({ path, blocks }: CommandReference): string {
  return subsection(path) + blocks.map(renderBlock).join('');
}

function renderBlock(block: HelpBlock): string {
  if (block.kind === 'text') return paragraph(block.text);
  if (block.kind === 'examples') {
    return literal(block.commands.flatMap((command) => `$ ${command}`.split('\n')));
  }
  const rows = block.rows.map(([term, meaning]) => tagged(termOf(term), meaning));
  return (block.heading === '' ? '' : paragraph(block.heading)) + rows.join('');
}

/** An option or an argument, or several terms separated by `, `. */
function termOf(term: string): string {
  return /^[-<[]/.test(term) ? flags(term) : term.split(', ').map(bold).join(', ');
}
