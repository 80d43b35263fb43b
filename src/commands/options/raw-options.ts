import { Argument, type Command, Option } from 'commander';
import { REPORTS } from '../../api/reports.ts';
import { WIRES, type Wire } from '../../api/wire.ts';
import { type BriefHelp, countOptions } from '../../help/brief-help.ts';
import { ReportingCommand } from '../reporting-command.ts';
import { text } from './option-values.ts';
import { dateColumnOption, ignoreMembersOption } from './profile-options.ts';
import {
  addAccessOptions,
  addRangeOptions,
  addRequestOptions,
  addWindowOptions,
  dryRunOption,
  type ReportOptions,
} from './report-options.ts';

/** The options of `raw`, as commander gives them: some of a report's, and its own. */
export interface RawOptions extends ReportOptions {
  readonly wire: Wire;
  readonly unchecked?: boolean;
}

/** Adds the description, options and examples of `raw`. */
export function addRawOptions(command: Command): void {
  command
    .description(
      'Saves the body of each answer, decompressed and otherwise untouched, to a file of a new directory, with an index of dates, ' +
        'sizes and SHA-256 hashes. The directory appears only when it is whole. Prints the SHA-256 of the index: keep it elsewhere ' +
        'to prove later that nothing was changed. `reporting revenue --replay <directory>` makes a report from JSON answers.',
    )
    .addArgument(new Argument('<report>', 'report to request').choices(REPORTS.map(({ name }) => name)));
  addRangeOptions(command, 'wtd, last-week, last-4-weeks');
  command
    .optionsGroup('Output:')
    .addOption(
      new Option('--wire <format>', 'format of the answers').choices(WIRES).default('json' satisfies Wire),
    )
    .option(
      '-o, --output <directory>',
      'new directory for the answers; - writes a single answer to stdout; may hold {profile}, {report}, {from}, {to}',
      text('output'),
    )
    .optionsGroup('Checks:')
    .option('--unchecked', 'keep answers that a check refuses, for a support ticket; the run still fails')
    .addOption(dateColumnOption())
    // Alone, --no-strict would make commander's default true, which would override the stored default.
    .option('--strict', 'exit 9 on any warning about the answers')
    .option('--no-strict', 'only warn, despite `config set strict true`')
    .addOption(ignoreMembersOption('do not warn about these members of a JSON answer'));
  addWindowOptions(command);
  addRequestOptions(command)
    .option('--resume', 'continue an interrupted recording, within a day: request only the missing windows')
    .addOption(dryRunOption());
  addAccessOptions(command);
  if (command instanceof ReportingCommand) command.setBriefHelp(() => briefHelp(command));
  command.addHelpText(
    'after',
    `
Examples:
${EXAMPLES.map((example) => `  $ reporting ${example}`).join('\n')}
  $ reporting raw revenue -p last-month --all-profiles \\
      -o '{profile}-{from}-{to}'`,
  );
}

const EXAMPLES = [
  'raw revenue --period last-month -o archive/last-month',
  'revenue --replay archive/last-month --sum revenue',
  'raw domains --period last-month --wire csv -o domains-csv',
  'raw revenue --from yesterday --wire csv -o -',
];

/** The short help. */
function briefHelp(command: Command): BriefHelp {
  return {
    title: "Save the service's answers exactly as sent, with their SHA-256 hashes.",
    usage: 'raw <report> -o <directory> [options]',
    rows: [
      ['--period', 'last-month, ytd, q1, 2026-03, 2026-01..2026-06'],
      ['--from', 'first day: 2026-01-31, 7d (--to: last day)'],
      ['--output', 'new directory; - writes one answer to stdout'],
      ['--wire', 'json (the default), or csv'],
      ['--windows', 'month: a file for each calendar month'],
      ['--strict', 'exit 9 on any warning about the answers'],
      ['--unchecked', 'keep an answer that fails a check, for support'],
      ['--resume', 'continue an interrupted recording'],
      ['--sandbox', 'made-up data: works without an account'],
    ],
    examples: EXAMPLES,
    more: `\`reporting raw --help\` shows all ${countOptions(command)} options.`,
  };
}
