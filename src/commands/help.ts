import { Argument } from 'commander';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareHelp(command: ReportingCommand, load: LoadServices): void {
  command
    .description('Shows the help of a command or a topic, or the cause and fix of an error by its code.')
    .addArgument(
      // Help and completion show the choices; commands are valid too.
      new Argument('[words...]', 'a command, a topic, or the code of an error')
        .choices(TOPIC_NAMES)
        .argParser((word: string, earlier: readonly string[] = []) => [...earlier, word]),
    )
    .examples(['help revenue', 'help dates', 'help E-window-refused', 'help exit-codes | head -20'])
    .action(async (words: readonly string[] = []) => {
      const services = await load();
      const code = errorCodeOf(words);
      if (code !== undefined) {
        const { renderErrorHelp } = await import('../help/error-help.ts');
        return services.page(renderErrorHelp(code, services.stdout.width ?? 80));
      }
      const { helpOn } = await import('../help/render.ts');
      const found = helpOn(words, command.parent!, services.stdout.width ?? 80);
      if (typeof found !== 'string') return found.help();
      await services.page(found);
    });
}

/** The code of an error, in any case; undefined for other words. */
function errorCodeOf(words: readonly string[]): ErrorCode | undefined {
  const [word = ''] = words;
  return words.length === 1
    ? ERROR_CODES.find((code) => code.toLowerCase() === word.toLowerCase())
    : undefined;
}
