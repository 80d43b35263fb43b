import type { ErrorKind, EXIT_CODES } from '../core/reporting-error.ts';
import { examples, type HelpTopic, table, text } from './topic.ts';

/** The codes of errors, of a run that is done, and of the signals beside Ctrl-C. */
type ExitCode = (typeof EXIT_CODES)[ErrorKind] | 0 | 129 | 143;

const MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'done: an empty report too, and a reader such as `head` that has left',
  1: 'a fault of the tool itself',
  2: 'wrong usage or configuration: the same command fails again',
  3: 'no records, and --fail-empty',
  4: 'not signed in, 401, or 403; the message tells the three apart',
  5: 'the service, or a proxy, refused the request: 400 and the other 4xx, or a redirect',
  6: 'the service could not be reached or kept failing, after all retries: try again later',
  7: 'the response is not what was asked for: not the JSON of the interface, or records of other days',
  8: 'the output could not be written',
  9: 'days without records, and --fail-gaps; any warning about missing or ambiguous data, and --strict',
  11: 'not the expected columns, and --expect-columns',
  129: 'hung up',
  130: 'interrupted: Ctrl-C',
  143: 'terminated',
};

export const exitCodes: HelpTopic = {
  title: 'Exit codes',
  summary: 'what each exit code says to a script',
  section: 'EXIT STATUS',
  blocks: [
    table('A run ends with:', Object.entries(MEANINGS)),
    text(
      'Whatever the code, an output file is whole, or as it was before. Errors are on stderr: what failed, on which window, ' +
        'why, and what to type next. With --error-format json every message is one JSON object on a line. Of several profiles with a file ' +
        'each, the first that failed sets the code.',
    ),
    text(
      'Code 6 comes when a window still fails at the end of --retry-for, or after --retries further attempts. With --resume the same ' +
        'command, given again within a day, asks only for the windows that are missing.',
    ),
    examples(
      'reporting revenue --sandbox --period yesterday -o day.csv \\\n    --fail-empty || echo "exit $?"',
      'reporting revenue --sandbox --period last-month -o month.csv --resume',
    ),
  ],
};
