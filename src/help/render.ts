/** Finds the command or topic for `reporting help`. */

import type { Command } from 'commander';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { closestOrPrefix } from '../core/text.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { renderBlocks } from './blocks.ts';
import { TOPIC_NAMES, type TopicName } from './topic-names.ts';
import { TOPICS } from './topics.ts';

/** The command that `words` name, or the text of the topic. Throws a usage error for other words. */
export function helpOn(words: readonly string[], program: Command, width: number): Command | string {
  const [first = ''] = words;
  if (words.length === 1 && isTopic(first)) {
    const { title, blocks } = TOPICS[first];
    return `${title}\n\n${renderBlocks(blocks, width)}\n`;
  }
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
