import type { Command } from 'commander';
import {
  allCommands,
  type CommandLine,
  findCommand,
  findOption,
  optionsOf,
  spellCommand,
} from './command-line.ts';
import { likely } from './likely.ts';
import { spellAsOptions } from './stray-word.ts';

/** What other tools call options that go by another name here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  start: 'from',
  'start-date': 'from',
  since: 'from',
  after: 'from',
  end: 'to',
  until: 'to',
  before: 'to',
  range: 'period',
  tz: 'timezone',
  out: 'output',
  file: 'output',
  fields: 'columns',
  select: 'columns',
  filter: 'where',
  'order-by': 'sort',
  top: 'limit',
  head: 'limit',
  silent: 'quiet',
  url: 'base-url',
  client: 'client-id',
  parallel: 'concurrency',
  jobs: 'concurrency',
  'retry-max-time': 'retry-for',
};

/** Of commands that take an option, how many are named. */
const MAX_OWNERS = 3;

/** The hint for an option that the command does not take; `flag` as it was typed, without a value. */
export function meantByOption(flag: string, line: CommandLine): string | undefined {
  const { command } = line;
  const name = flag.replace(/^-+/, '');
  if (!flag.startsWith('--')) return meantByHyphen(flag, line);
  const own = optionsOf(command).flatMap(({ long }) => (long === undefined ? [] : [long.slice(2)]));
  if (own.includes(name)) return standsBehind(flag, command);
  const owners = allCommands(rootOf(command)).filter((each) =>
    each.options.some(({ long }) => long === flag),
  );
  if (owners.length > 0) return belongsTo(flag, owners, line);
  const synonym = SYNONYMS[name];
  const near = synonym !== undefined && own.includes(synonym) ? synonym : likely(name, own);
  if (near !== undefined) return `did you mean --${near}?`;
  if (command.parent === null && findCommand(command, name) !== undefined) {
    return `did you mean \`reporting ${name}\`?`;
  }
  const options = spellAsOptions(command, [name]);
  return options && `did you mean ${options}?`;
}

function belongsTo(flag: string, owners: readonly Command[], { command, argv }: CommandLine): string {
  if (command.parent === null) {
    return standsBehind(flag, owners.find((each) => argv.includes(each.name())) ?? owners[0]!);
  }
  const beside = owners.filter((each) => each.parent !== null && each.parent === command.parent);
  const nearby = beside.length > 0 && command.parent.parent !== null ? beside : owners;
  const shown = nearby.slice(0, MAX_OWNERS).map((each) => `\`${spellCommand(each)}\``);
  return `${flag} goes with ${shown.join(', ')}${nearby.length > MAX_OWNERS ? ' and others' : ''}`;
}

/** Commander looks no further for a command than to the first option that the program itself does not take. */
function standsBehind(flag: string, owner: Command): string {
  return `${flag} goes behind the command: \`${spellCommand(owner)} ${flag} …\``;
}

/** One hyphen where there should be two: commander takes `-verbose` for `-v` and `-erbose`. */
function meantByHyphen(rest: string, { command, argv }: CommandLine): string | undefined {
  const typed = argv.find((argument) => /^-[a-z]{2}/i.test(argument) && argument.endsWith(rest.slice(1)));
  const option = typed && findOption(command, typed.slice(1));
  return option && `did you mean ${option.long}?`;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
