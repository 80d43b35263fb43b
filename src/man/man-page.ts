/**
 * The man page: commands, options and examples of the program, and the topics of its help. The functions for man(7) macros
 * (groff_man(7); mandoc reads the same) return whole lines.
 */

import { type HelpBlock, TOPIC_NAMES } from '../help/blocks.ts';
import { topicBlocks } from '../help/pages.ts';
import { version } from '../version.ts';
import { type CommandReference, readReference } from './reference.ts';

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
    ...TOPIC_NAMES.map(
      (name) => section(name.toUpperCase().replace('-', ' ')) + topicBlocks(name).map(renderBlock).join(''),
    ),
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
  if (block.kind === 'code') return literal(block.lines);
  if (block.kind === 'examples') {
    return literal(block.commands.flatMap((command) => `$ ${command}`.split('\n')));
  }
  const rows = block.rows.map(([term, meaning]) => (meaning === '' ? paragraph(term) : tagged(termOf(term), meaning)));
  return (block.heading === '' ? '' : paragraph(block.heading)) + rows.join('');
}

/** An option or an argument, or several terms separated by `, `. */
function termOf(term: string): string {
  return /^[-<[]/.test(term) ? flags(term) : term.split(', ').map(bold).join(', ');
}

/** Turns off hyphenation and justification, so that names can be copied. Each section resets both. */
const NO_HYPHENS = '.nh\n.ad l\n';

/** The head of the page. */
function title(name: string, source: string): string {
  return `.TH ${escaped(name)} 1 "" "${escaped(source)}" "User Commands"\n`;
}

/** The heading of a section. */
function section(title: string): string {
  return `.SH ${escaped(title)}\n${NO_HYPHENS}`;
}

/** The heading of a subsection. */
function subsection(title: string): string {
  return `.SS ${escaped(title)}\n${NO_HYPHENS}`;
}

/** A paragraph. Code in backquotes becomes bold. */
export function paragraph(text: string): string {
  return `.PP\n${prose(text)}`;
}

/** A term, already escaped, with its meaning on the next line. */
function tagged(term: string, meaning: string): string {
  return `.TP\n${term}\n${prose(meaning)}`;
}

/** Command lines with their line breaks. */
export function literal(lines: readonly string[]): string {
  return ['.PP', '.EX', ...lines.map((line) => guarded(escaped(line))), '.EE', ''].join('\n');
}

/** Escaped text in bold. */
export function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

/** Options and values from commander's notation: `-f, --format <name>`, `[words...]`. */
export function flags(text: string): string {
  return text.replace(/(-[\w-]+)|<([^>]*)>|[^-<]+/g, (part, flag?: string, value?: string) => {
    if (flag !== undefined) return bold(flag);
    return value === undefined ? escaped(part) : `\\fI${escaped(value)}\\fR`;
  });
}

/** `page` without paragraph macros at the start of a section, where a paragraph starts anyway. */
export function tidy(page: string): string {
  return page.replaceAll(`${NO_HYPHENS}.PP\n`, NO_HYPHENS);
}

/** One line of the source: readers do not see where it breaks. */
function prose(text: string): string {
  return `${guarded(marked(text))}\n`;
}

/** Escaped text, with code in backquotes as bold text. */
function marked(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 || part === '' ? escaped(part) : bold(part)))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  // Formatters turn these into typographic characters, which cannot be copied into a shell.
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
  // Some output devices lack this character.
  '…': '...',
};

function escaped(text: string): string {
  return text
    .replace(/[\\\-'`^~"…]/g, (character) => ESCAPES[character]!)
    .replace(/[\u0080-\u{10ffff}]/gu, (character) => {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      return `\\[u${code}]`;
    });
}

/** Guards a dot at the start of a line, which would start a macro. `escaped` handles apostrophes, which would do the same. */
function guarded(line: string): string {
  return line.startsWith('.') ? `\\&${line}` : line;
}
