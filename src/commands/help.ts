import { texts } from '../config/value-types.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import { WARNING_NAMES } from '../core/warnings.ts';
import { TOPIC_NAMES } from '../help/topic-names.ts';
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareHelp(command: ReportingCommand, load: LoadServices): void {
  const others = command.parent!.commands.filter((each) => each !== command);
  command
    .description(
      'Shows the help of a command, a topic or an option, or explains an error by its code, or a warning by its name.',
    )
    .allowUnknownOption()
    .addArgument(
      // Help shows the topics. Commands, codes and names are valid too.
      new Operand('[words...]', 'a command, a topic, an option, the code of an error, or the name of a warning', {
        ...texts,
        offers: [...others.map((each) => each.name()), ...TOPIC_NAMES, ...WARNING_NAMES],
        choices: TOPIC_NAMES,
      }),
    )
    .examples([
      'help revenue',
      'help dates',
      'help gaps',
      'help alert',
      'help E-window-refused',
      'help exit-codes | head -20',
    ])
    .action(async (words: readonly string[] = []) => {
      const services = await load();
      const width = services.stdout.width ?? 80;
      const [word = ''] = words.length === 1 ? words : [];
      const code = ERROR_CODES.find((each) => each.toLowerCase() === word.toLowerCase());
      // As messages show it, too: [partial:limit].
      const name = WARNING_NAMES.find((each) => each === /^\[?([\w-]+)/.exec(word)?.[1]);
      if (code !== undefined || name !== undefined) {
        const { renderErrorHelp, renderWarningHelp } = await import('../help/explanations.ts');
        return services.page(code === undefined ? renderWarningHelp(name!, width) : renderErrorHelp(code, width));
      }
      const { helpOn } = await import('../help/render.ts');
      const found = helpOn(words, command.parent!, width);
      if (typeof found !== 'string') return found.help();
      await services.page(found);
    });
}
