/**
 * The man page: commands, options and examples of the program, and the topics of its help, in man(7) macros (groff_man(7); mandoc reads
 * the same).
 */

import { type HelpBlock, TOPIC_NAMES } from '../help/blocks.ts';
import { topicBlocks } from '../help/pages.ts';
import { version } from '../version.ts';
import { readReference } from './reference.ts';

/** The page. It depends on the program only: it has a version, but no date. */
export async function manPage(): Promise<string> {
  const [program, ...commands] = await readReference((path) => `\`${path}\``);
  return [
    `.TH REPORTING 1 "" "reporting ${escaped(version)}" "User Commands"\n`,
    heading('SH', 'NAME'),
    'reporting \\- pull a client\\(aqs revenue reports from the reporting service\n',
    heading('SH', 'SYNOPSIS'),
    commands.map(({ path, usage }) => `${bold(path)} ${escaped(usage)}\n`).join('.br\n'),
    heading('SH', 'DESCRIPTION'),
    ...program!.blocks.map(renderBlock),
    heading('SH', 'COMMANDS'),
    ...commands.flatMap(({ path, blocks }) => [heading('SS', path), ...blocks.map(renderBlock)]),
    ...TOPIC_NAMES.flatMap((name) => [
      heading('SH', name.toUpperCase().replace('-', ' ')),
      ...topicBlocks(name).map(renderBlock),
    ]),
    heading('SH', 'SEE ALSO'),
    '.BR curl (1),\n.BR crontab (5),\n.BR systemd.timer (5)\n',
  ].join('');
}

/** Without hyphenation and justification, so that names can be copied. Each section resets both. */
function heading(macro: 'SH' | 'SS', title: string): string {
  return `.${macro} ${escaped(title)}\n.nh\n.ad l\n`;
}

/** Exported for tests. */
export function renderBlock(block: HelpBlock): string {
  if (block.kind === 'text') return `.PP\n${prose(block.text)}`;
  if (block.kind === 'table') {
    const rows = block.rows.map(
      ([term, meaning]) => (meaning === '' ? `.PP\n` : `.TP\n${bold(term)}\n`) + prose(meaning || term),
    );
    return (block.heading === '' ? '' : `.PP\n${prose(block.heading)}`) + rows.join('');
  }
  const lines = block.kind === 'code' ? block.lines : block.commands.flatMap((command) => `$ ${command}`.split('\n'));
  return ['.PP', '.EX', ...lines.map((line) => guarded(escaped(line))), '.EE', ''].join('\n');
}

/** Escaped text on one line, since readers do not see where it breaks, with code in backquotes as bold text. */
function prose(text: string): string {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 || part === '' ? escaped(part) : bold(part)));
  return `${guarded(parts.join(''))}\n`;
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

/** Formatters turn most of these into typographic characters, which cannot be copied into a shell. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

function escaped(text: string): string {
  return text.replace(/[\\\-'`^~"]|[\u0080-\u{10ffff}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return ESCAPES[character] ?? `\\[u${code}]`;
  });
}

/** Guards a dot at the start of a line, which would start a macro. `escaped` handles apostrophes, which would do the same. */
function guarded(line: string): string {
  return line.startsWith('.') ? `\\&${line}` : line;
}
