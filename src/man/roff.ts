/** The few macros of man(7) that a page is made of (groff_man(7); mandoc reads the same). Each gives whole lines. */

import { wrap } from '../help/wrap.ts';

/** Lines of the source, of which nobody but a program looks at the breaks. */
const SOURCE_WIDTH = 78;

/** A name that is hyphenated, or stretched by blanks, could not be copied. Each section begins with hyphens again. */
const NO_HYPHENS = '.nh\n.ad l\n';

/** The head of the page. */
export function title(name: string, source: string): string {
  return `.TH ${escaped(name)} 1 "" "${escaped(source)}" "User Commands"\n`;
}

export function section(title: string): string {
  return `.SH ${escaped(title)}\n${NO_HYPHENS}`;
}

export function subsection(title: string): string {
  return `.SS ${escaped(title)}\n${NO_HYPHENS}`;
}

/** A paragraph of a text in which what stands in backquotes is to be typed. */
export function paragraph(text: string): string {
  return `.PP\n${prose(text)}`;
}

/** A term, in macros and escapes already, and what it means below it. */
export function tagged(term: string, meaning: string): string {
  return `.TP\n${term}\n${prose(meaning)}`;
}

/** Command lines as they are, with their breaks. */
export function literal(lines: readonly string[]): string {
  return ['.PP', '.EX', ...lines.map((line) => guarded(escaped(line))), '.EE', ''].join('\n');
}

export function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

/** Options and their values as commander spells them: `-f, --format <name>`. */
export function flags(text: string): string {
  return text.replace(/(-[\w-]+)|<([^>]*)>|[^-<]+/g, (part, flag?: string, value?: string) => {
    if (flag !== undefined) return bold(flag);
    return value === undefined ? escaped(part) : `\\fI${escaped(value)}\\fR`;
  });
}

/** `page` without the paragraphs that begin a section, which begins one by itself. */
export function tidy(page: string): string {
  return page.replaceAll(`${NO_HYPHENS}.PP\n`, NO_HYPHENS);
}

function prose(text: string): string {
  return wrap(marked(text), SOURCE_WIDTH)
    .map((line) => `${guarded(line)}\n`)
    .join('');
}

/** With what stands in backquotes in bold. */
function marked(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 || part === '' ? escaped(part) : bold(part)))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  // What is to be typed must come out as ASCII: formatters make typographic signs of these.
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
  // Not every output has the sign.
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

/** A dot in front would be a macro; so would an apostrophe, which is escaped. */
function guarded(line: string): string {
  return line.startsWith('.') ? `\\&${line}` : line;
}
