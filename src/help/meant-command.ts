import type { Command } from 'commander';
import { type CommandLine, findOption, spellCommand } from './command-line.ts';
import { likely } from './likely.ts';
import { spellAsOptions } from './stray-word.ts';
import { TOPIC_NAMES } from './topic-names.ts';

/** What people call commands that go by another name here, from tools like this one. */
const SYNONYMS: Readonly<Record<string, string>> = {
  auth: 'login',
  signin: 'login',
  signout: 'logout',
  status: 'whoami',
  check: 'doctor',
  diagnose: 'doctor',
  serve: 'sandbox',
  mock: 'sandbox',
  accounts: 'profiles',
  clients: 'profiles',
  settings: 'config',
  version: '--version',
};

/** What people type for "a report", whichever it is. */
const REPORT_WORDS = ['report', 'reports', 'pull', 'get', 'fetch', 'download', 'export'];

/** The same for commands below others. */
const SYNONYMS_BELOW: Readonly<Record<string, string>> = {
  ls: 'list',
  show: 'list',
  rm: 'remove',
  delete: 'remove',
  mv: 'rename',
  switch: 'use',
  select: 'use',
  reset: 'unset',
};

/** The hint for a command that there is not. */
export function meantByCommand(line: CommandLine): string | undefined {
  const { command, words } = line;
  const [word = ''] = words;
  if (word === 'help') return undefined;
  if (command.parent !== null) return meantBelow(command, word);
  const reports = command.commands.filter((each) => findOption(each, 'period') !== undefined);
  if (REPORT_WORDS.includes(word)) {
    return `the reports are ${reports.map((each) => `\`${spellCommand(each)}\``).join(', ')}`;
  }
  const near = SYNONYMS[word] ?? likely(word, namesBelow(command));
  if (near !== undefined) return `did you mean ${near}?`;
  const topic = likely(word, TOPIC_NAMES);
  if (topic !== undefined) return `did you mean \`reporting help ${topic}\`?`;
  const [report] = reports;
  const options = report && spellAsOptions(report, words);
  return options && `did you mean \`${spellCommand(report)} ${options}\`?`;
}

function meantBelow(command: Command, word: string): string {
  const names = namesBelow(command);
  const synonym = SYNONYMS_BELOW[word];
  const near = synonym !== undefined && names.includes(synonym) ? synonym : likely(word, names);
  const typed = spellCommand(command);
  return near === undefined ? `\`${typed}\` takes ${names.join(', ')}` : `did you mean \`${typed} ${near}\`?`;
}

function namesBelow(command: Command): readonly string[] {
  return command.commands.map((each) => each.name());
}
