import { formatOfFile } from '../formats/registry.ts';
import { type CommandLine, findOption, optionsOf } from './command-line.ts';
import { likely } from './likely.ts';
import { spellAsOptions } from './stray-word.ts';

/** What people call a format that is an option of another. */
const SPREADSHEETS = ['excel', 'xlsx', 'xls', 'ods'];

/** The hint for a value that is none of the choices of an option or an argument, from what commander says of it. */
export function meantByValue(message: string, line: CommandLine): string | undefined {
  const found = meantByOptionValue(message, line) ?? meantByArgument(message, line);
  return found && `did you mean ${found}?`;
}

function meantByOptionValue(message: string, { command, argv }: CommandLine): string | undefined {
  const [, flags, value = ''] = /^option '(.*)' argument '(.*)' is invalid\./s.exec(message) ?? [];
  const option = optionsOf(command).find((each) => each.flags === flags);
  if (option?.argChoices === undefined) return undefined;
  // One hyphen where there should be two: commander takes `-from` for `-f` with the value `rom`.
  const typed = option.short && `${option.short}${value}`;
  if (typed !== undefined && argv.includes(typed) && findOption(command, typed.slice(1))) return `-${typed}`;
  // `end_date` is how the service calls the end of a range.
  if (option.long === '--end-date') {
    const asEnd = spellAsOptions(command, [value]);
    if (asEnd !== undefined) return `--to ${value}`;
  }
  if (SPREADSHEETS.includes(value.toLowerCase()) && findOption(command, 'excel')) return '--excel';
  const byEnding = formatOfFile(`file.${value}`);
  return option.argChoices.find((choice) => choice === byEnding) ?? likely(value, option.argChoices);
}

function meantByArgument(message: string, { command }: CommandLine): string | undefined {
  const [, value = '', name] =
    /^command-argument value '(.*)' is invalid for argument '(.*)'\./s.exec(message) ?? [];
  const argument = command.registeredArguments.find((each) => each.name() === name);
  return argument?.argChoices && likely(value, argument.argChoices);
}
