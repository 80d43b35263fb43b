/** Finds the command or topic for `reporting help`, and renders topics for a terminal width. */

import type { Command } from 'commander';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { closestOrPrefix, wrap } from '../core/text.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { TOPIC_NAMES, type TopicName } from './topic-names.ts';
import { type HelpBlock, type HelpRow, type HelpTopic, TOPICS } from './topics.ts';

const INDENT = 2;
const GAP = 2;
/** A longer term, as a share of the width, is on the line above its meaning. */
const TERM_SHARE = 1 / 3;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 40;

/** The command that `words` name, or the text of the topic. Throws a usage error for other words. */
export function helpOn(words: readonly string[], program: Command, width: number): Command | string {
  const [first = ''] = words;
  if (words.length === 1 && isTopic(first)) return renderTopic(TOPICS[first], width);
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) throw unknownWords(words, program);
    command = found;
  }
  return command;
}

function isTopic(word: string): word is TopicName {
  return Object.hasOwn(TOPICS, word);
}

function unknownWords(words: readonly string[], program: Command): ReportingError {
  const typed = words.join(' ');
  // Users type `exit codes` and `profiles-use`.
  const spaced = (name: string): string => name.replaceAll('-', ' ');
  const isCode = /^e-/i.test(typed);
  const names = isCode ? ERROR_CODES : [...TOPIC_NAMES, ...WARNING_NAMES, ...pathsBelow(program)];
  const near = closestOrPrefix(spaced(typed), names.map(spaced));
  const suggestion = names.find((name) => spaced(name) === near);
  const command = `reporting help ${suggestion ?? placeOf(typed, program) ?? ''}`.trim();
  return new ReportingError('E-command-line', `unknown command or help topic ${JSON.stringify(typed)}`, {
    hint: suggestion === undefined ? `see \`${command}\`` : `did you mean \`${command}\`?`,
  });
}

/** The topic that explains an exit code, or the command whose help has the option: `revenue` for `excel`. */
function placeOf(word: string, program: Command): string | undefined {
  if (/^\d{1,3}$/.test(word)) return 'exit-codes';
  const flag = `--${word.replace(/^-+/, '')}`;
  const owner = program.commands.find(({ options }) => options.some(({ long }) => long === flag));
  return owner?.name();
}

/** The paths of all subcommands, without the program's name. */
function pathsBelow(command: Command, prefix = ''): readonly string[] {
  return command.commands.flatMap((each) => {
    const path = prefix + each.name();
    return [path, ...pathsBelow(each, `${path} `)];
  });
}

/** The text of a topic. Ends with a line feed. @param width columns of the terminal */
export function renderTopic({ title, blocks }: HelpTopic, width: number): string {
  const fitted = Math.max(width, MIN_WIDTH);
  return `${[title, ...blocks.map((block) => renderBlock(block, fitted))].join('\n\n')}\n`;
}

function renderBlock(block: HelpBlock, width: number): string {
  if (block.kind === 'text') return wrap(block.text, width).join('\n');
  if (block.kind === 'table') return [block.heading, ...renderRows(block.rows, width)].join('\n');
  const commands = block.commands.map((command) => `$ ${command}`.replace(/^/gm, ' '.repeat(INDENT)));
  return ['Examples:', ...commands].join('\n');
}

/** Two columns: terms and their meanings. */
function renderRows(rows: readonly HelpRow[], width: number): readonly string[] {
  const longest = Math.floor(width * TERM_SHARE);
  const widths = rows.map(([term]) => term.length).filter((each) => each <= longest);
  const column = INDENT + Math.max(0, ...widths) + GAP;
  return rows.flatMap(([term, meaning]) => {
    const lines = wrap(meaning, width - column, column);
    if (term.length > longest) return [...wrap(term, width - INDENT, INDENT), ...lines];
    const [first = '', ...rest] = lines;
    return [`${' '.repeat(INDENT)}${term}`.padEnd(column) + first.slice(column), ...rest];
  });
}
