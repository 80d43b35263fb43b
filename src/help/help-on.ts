/** What `reporting help` was asked about: a command, below others perhaps, or a topic. */

import type { Command } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { likely } from './likely.ts';
import { showRows, showTopic } from './show-topic.ts';
import { TOPIC_NAMES, type TopicName } from './topic-names.ts';
import { TOPICS } from './topics.ts';

/** The command whose own help it is, or the text of a topic. Throws a usage error for what is neither. */
export function helpOn(words: readonly string[], program: Command, width: number): Command | string {
  const [first = ''] = words;
  if (words.length === 1 && isTopic(first)) return showTopic(TOPICS[first], width);
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (found === undefined) throw unknown(words, program);
    command = found;
  }
  return command;
}

/** A line for each topic. */
export function showTopicList(width: number): string {
  const rows = TOPIC_NAMES.map((name) => [`help ${name}`, TOPICS[name].summary] as const);
  return ['Topics:', ...showRows(rows, width)].join('\n');
}

function isTopic(word: string): word is TopicName {
  return Object.hasOwn(TOPICS, word);
}

function unknown(words: readonly string[], program: Command): ReportingError {
  const asked = words.join(' ');
  // People say `exit codes` and `profiles-use` for what has the other sign between its words.
  const spelled = (name: string): string => name.replaceAll('-', ' ');
  const names = [...TOPIC_NAMES, ...pathsBelow(program)];
  const near = likely(spelled(asked), names.map(spelled));
  const meant = names.find((name) => spelled(name) === near);
  return new ReportingError('usage', `there is no help on ${JSON.stringify(asked)}`, {
    hint: meant === undefined ? 'see `reporting help`' : `did you mean \`reporting help ${meant}\`?`,
  });
}

/** Every command below, as it is typed behind the program's name. */
function pathsBelow(command: Command, prefix = ''): readonly string[] {
  return command.commands.flatMap((each) => {
    const path = prefix + each.name();
    return [path, ...pathsBelow(each, `${path} `)];
  });
}
