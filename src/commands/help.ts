import { Argument, type Command } from 'commander';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import type { LoadServices } from '../services.ts';

export function declareHelp(command: Command, load: LoadServices): void {
  command
    .description('Shows the help of a command or a topic.')
    .addArgument(
      // Help and completion show the choices; commands are valid too.
      new Argument('[words...]', 'a command, or a topic')
        .choices(TOPIC_NAMES)
        .argParser((word: string, earlier: readonly string[] = []) => [...earlier, word]),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[] = []) => {
      const services = await load();
      const { helpOn } = await import('../help/render.ts');
      const found = helpOn(words, command.parent!, services.stdout.width ?? 80);
      if (typeof found !== 'string') return found.help();
      await services.page(found);
    });
}

const EXAMPLES = `
Examples:
  $ reporting help revenue
  $ reporting help dates
  $ reporting help exit-codes | head -20`;
