import { PLACEHOLDERS } from '../core/file-template.ts';
import { examples, type HelpTopic, table, text } from './topic.ts';

const PROFILE_PLACEHOLDER = `{${PLACEHOLDERS[0]}}`;

export const clients: HelpTopic = {
  title: 'Many clients',
  summary: 'several profiles in one run, and names of files',
  section: 'MANY CLIENTS',
  blocks: [
    text(
      'Each client has a profile: `reporting login --profile acme` stores one, `reporting profiles` lists them, and marks the one of ' +
        'runs that name none. --profile takes several, with commas between them; --all-profiles takes all.',
    ),
    table('What becomes of their reports:', [
      [
        'one document',
        `without ${PROFILE_PLACEHOLDER} in --output: the column profile is in front, and filters, groups (--group-by profile) and limits are over all. ` +
          'A client that fails fails the run',
      ],
      [
        'a file each',
        `with ${PROFILE_PLACEHOLDER} in --output, and without the column: a client that fails is named, and spoils no other. ` +
          'The first that failed sets the exit code',
      ],
    ]),
    table('Placeholders in --output:', [
      [PROFILE_PLACEHOLDER, 'the name of the profile'],
      ['{report}', 'revenue, domains'],
      ['{from}, {to}', 'the first and the last day of the range'],
    ]),
    text(
      'They go with one client too. No placeholder leads to another directory; directories that are missing are made. Flags and variables that would be those of ' +
        'every profile, such as REPORTING_CLIENT_ID, are refused. `reporting profiles list --check` asks the service for each.',
    ),
    examples(
      'reporting profiles list --check',
      "reporting revenue --period last-month --all-profiles \\\n    -o 'out/{profile}-{report}-{from}-{to}.csv'",
    ),
  ],
};
