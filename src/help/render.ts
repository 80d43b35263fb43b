/** Finds the command, topic or option for `reporting help`. */

import type { Command } from 'commander';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { closestOrPrefix } from '../core/text.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { allCommands, commandNamed, pathOf } from '../options/command-tree.ts';
import type { Uses } from '../services.ts';
import { examples, type HelpRow, renderBlocks, text } from './blocks.ts';
import { TOPIC_NAMES } from './topic-names.ts';
import { type HelpTopic, TOPICS } from './topics.ts';

/** Shows the help of a command, a topic or an option, or explains the code of an error, or the name of a warning. */
export async function showHelp(
  words: readonly string[],
  program: Command,
  { stdout, page }: Uses<'stdout' | 'page'>,
): Promise<void> {
  const width = stdout.width ?? 80;
  const [word = ''] = words.length === 1 ? words : [];
  const code = ERROR_CODES.find((each) => each.toLowerCase() === word.toLowerCase());
  // As messages show it, too: [partial:limit].
  const name = WARNING_NAMES.find((each) => each === /^\[?([\w-]+)/.exec(word)?.[1]);
  if (code !== undefined || name !== undefined) {
    const { renderErrorHelp, renderWarningHelp } = await import('./explanations.ts');
    return page(code === undefined ? renderWarningHelp(name!, width) : renderErrorHelp(code, width));
  }
  const found = helpOn(words, program, width);
  return typeof found === 'string' ? page(found) : found.help();
}

/** The command that `words` name, or the text of a topic or an option. Throws a usage error for other words. */
function helpOn(words: readonly string[], program: Command, width: number): Command | string {
  const [first = ''] = words;
  const word = first.replace(/^-+/, '').toLowerCase();
  const below = words.reduce<Command | undefined>((command, each) => command && commandNamed(each, command), program);
  if (below !== undefined) return below;
  const topic = TOPIC_NAMES.find((name) => name === word);
  const found =
    words.length > 1
      ? undefined
      : ((topic && TOPICS[topic]) ??
        optionHelp(word, program) ??
        optionHelp(word.replace(/s$/, ''), program) ??
        topicOf(word));
  if (found === undefined) throw unknownWords(words, program);
  return `${found.title}\n\n${renderBlocks(found.blocks, width)}\n`;
}

/** What an option does, examples, and where more stands. */
function optionHelp(word: string, program: Command): HelpTopic | undefined {
  const flag = `--${word}`;
  const owners = allCommands(program).filter(({ options }) => options.some(({ long }) => long === flag));
  const [owner] = owners;
  if (owner === undefined) return undefined;
  const option = owner.options.find(({ long }) => long === flag)!;
  const topics = TOPIC_NAMES.filter((name) => JSON.stringify(TOPICS[name].blocks).includes(flag));
  const blocks = [...owners.flatMap(({ epilog = [] }) => epilog), ...topics.flatMap((name) => TOPICS[name].blocks)];
  const lines = blocks.flatMap((block) => (block.kind === 'examples' ? block.commands : []));
  const shown = [...new Set(lines)].filter((line) => line.includes(flag));
  const pages = [`${pathOf(owner)} --help`, ...topics.map((name) => `reporting help ${name}`)];
  return {
    title: option.flags,
    blocks: [
      text(owner.createHelp().optionDescription(option)),
      text(`See also ${pages.map((page) => `\`${page}\``).join(', ')}.`),
      ...(shown.length === 0 ? [] : [examples(...shown)]),
    ],
  };
}

/** The topic whose tables have the word as a term, or else in a meaning: `usual`, `proxy`. */
function topicOf(word: string): HelpTopic | undefined {
  const has = (test: (row: HelpRow) => boolean): HelpTopic | undefined =>
    Object.values<HelpTopic>(TOPICS).find(({ blocks }) =>
      blocks.some((block) => block.kind === 'table' && block.rows.some(test)),
    );
  const typed = word.toLowerCase();
  return (
    has(([term]) => term.toLowerCase().split(', ').includes(typed)) ??
    has(([, meaning]) =>
      meaning
        .toLowerCase()
        .split(/[^\w-]+/)
        .includes(typed),
    )
  );
}

function unknownWords(words: readonly string[], program: Command): ReportingError {
  const typed = words.join(' ');
  // Users type `exit codes` and `profiles-use`.
  const spaced = (name: string): string => name.replaceAll('-', ' ');
  const isCode = /^e-/i.test(typed);
  const names = isCode
    ? ERROR_CODES
    : [
        ...TOPIC_NAMES,
        ...WARNING_NAMES,
        ...allCommands(program)
          .slice(1)
          .map((each) => pathOf(each).replace('reporting ', '')),
        ...allCommands(program).flatMap(({ options }) => options.map(({ long }) => long!.slice('--'.length))),
      ];
  const near = closestOrPrefix(spaced(typed), names.map(spaced));
  const suggestion = names.find((name) => spaced(name) === near);
  const command = `reporting help ${suggestion ?? ''}`.trim();
  return new ReportingError('E-command-line', `unknown command or help topic ${JSON.stringify(typed)}`, {
    hint: suggestion === undefined ? `see \`${command}\`` : `did you mean \`${command}\`?`,
  });
}
