import { Argument, type Command } from 'commander';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import type { Ports } from './ports.ts';

export function addHelpCommand(program: Command, ports: Ports): void {
  // It tells of commands below others as well; they need no such command of their own.
  for (const command of program.commands) command.helpCommand(false);
  let topics = `\nTopics: reporting help ${TOPIC_NAMES.join(' | ')}`;
  program
    .addHelpText('after', () => topics)
    .command('help')
    .summary('show the help of a command, or of a topic')
    .description(
      'Shows the help of a command, or of a topic: what a report takes, and what a script needs to know.',
    )
    .addArgument(
      // Commands are known without being told: the choices are for completion, and any word is taken.
      new Argument('[words...]', `a command, or a topic: ${TOPIC_NAMES.join(', ')}`)
        .choices(TOPIC_NAMES)
        .argParser((word: string, earlier: readonly string[] = []) => [...earlier, word]),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[] = []) => {
      const { helpOn, showTopicList } = await import('../help/help-on.ts');
      const width = ports.stdout.width ?? 80;
      if (words.length === 0) topics = `\n${showTopicList(width)}`;
      const found = helpOn(words, program, width);
      if (typeof found !== 'string') return found.help();
      await ports.print(found);
    });
}

const EXAMPLES = `
Examples:
  $ reporting help revenue
  $ reporting help dates
  $ reporting help exit-codes | head -20`;
