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
  version: '--version',
};

/** What people type for "a report", whichever it is. */
const REPORT_WORDS = ['report', 'reports', 'pull', 'get', 'fetch', 'download', 'export'];

/** The hint for a command that there is not. */
export async function meantByCommand({ command, words }: CommandLine): Promise<string | undefined> {
  const [word = ''] = words;
  const names = command.commands.map((each) => each.name());
  if (command.parent !== null) {
    const near = likely(word, names);
    return near === undefined
      ? `${spellCommand(command)} takes ${names.join(', ')}`
      : `did you mean \`${spellCommand(command)} ${near}\`?`;
  }
  const reports = command.commands.filter((each) => findOption(each, 'period') !== undefined);
  if (REPORT_WORDS.includes(word))
    return `the reports are ${reports.map((each) => `\`${spellCommand(each)}\``).join(', ')}`;
  const near = SYNONYMS[word] ?? likely(word, names);
  if (near !== undefined) return `did you mean ${near}?`;
  const topic = likely(word, TOPIC_NAMES);
  if (topic !== undefined) return `did you mean \`reporting help ${topic}\`?`;
  const [report] = reports;
  const options = report && (await spellAsOptions(report, words));
  return options && `did you mean \`${spellCommand(report)} ${options}\`?`;
}
