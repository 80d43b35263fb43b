/** Finds the command or topic for `reporting help`. */

import type { Command } from 'commander';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { allCommands, commandNamed, pathOf } from '../options/declare-flags.ts';
import type { Uses } from '../services.ts';
import { renderBlocks, TOPIC_NAMES } from './blocks.ts';
import { renderExplanation, topicBlocks } from './pages.ts';

/** Shows the help of a command or a topic, or explains the code of an error, or the name of a warning. */
export async function showHelp(
  words: readonly string[],
  program: Command,
  { stdout, print }: Uses<'stdout' | 'print'>,
): Promise<void> {
  const width = stdout.width ?? 80;
  const [word = ''] = words.length === 1 ? words : [];
  // As messages show it, too: [partial:limit].
  const asked = /^\[?([\w-]+)/.exec(word)?.[1]?.toLowerCase();
  const name = [...ERROR_CODES, ...WARNING_NAMES].find((each) => each.toLowerCase() === asked);
  if (name !== undefined) return print(renderExplanation(name, width));
  const found = helpOn(words, program, width);
  return typeof found === 'string' ? print(found) : found.help();
}

/** The command that `words` name, or the text of a topic. Throws a usage error for other words. */
function helpOn(words: readonly string[], program: Command, width: number): Command | string {
  const below = words.reduce<Command | undefined>((command, each) => command && commandNamed(each, command), program);
  if (below !== undefined) return below;
  const topic = TOPIC_NAMES.find((name) => words.length === 1 && name === words[0]);
  if (topic === undefined) throw unknownWords(words, program);
  return `${renderBlocks(topicBlocks(topic), width)}\n`;
}

function unknownWords(words: readonly string[], program: Command): ReportingError {
  const typed = words.join(' ');
  const [, ...commands] = allCommands(program).map((each) => pathOf(each).replace('reporting ', ''));
  const suggestion = /^\d+$/.test(typed)
    ? 'exit-codes'
    : closestMatch(typed, [...TOPIC_NAMES, ...WARNING_NAMES, ...commands, ...ERROR_CODES]);
  const command = `reporting help ${suggestion ?? ''}`.trim();
  return new ReportingError('E-command-line', `unknown command or help topic ${JSON.stringify(typed)}`, {
    hint: suggestion === undefined ? `see \`${command}\`` : `did you mean \`${command}\`?`,
  });
}
