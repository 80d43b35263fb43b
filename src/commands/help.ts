import { Argument, type Command } from 'commander';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import type { Services } from '../services.ts';

/** Adds `reporting help`, and the list of topics to the program's help. */
export function addHelpCommand(program: Command, services: Services): void {
  let topics = `\nTopics: reporting help ${TOPIC_NAMES.join(' | ')}`;
  program
    .addHelpText('after', () => topics)
    .command('help')
    .summary('show the help of a command or a topic')
    .description('Shows the help of a command or a topic.')
    .addArgument(
      // Help and completion show the choices; commands are valid too.
      new Argument('[words...]', 'a command, or a topic')
        .choices(TOPIC_NAMES)
        .argParser((word: string, earlier: readonly string[] = []) => [...earlier, word]),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[] = []) => {
      const { helpOn, renderTopicList } = await import('../help/render.ts');
      const width = services.stdout.width ?? 80;
      if (words.length === 0) topics = `\n${renderTopicList(width)}`;
      const found = helpOn(words, program, width);
      if (typeof found !== 'string') return found.help();
      await services.page(found);
    });
}

const EXAMPLES = `
Examples:
  $ reporting help revenue
  $ reporting help dates
  $ reporting help exit-codes | head -20`;
