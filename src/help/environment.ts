import { examples, type HelpRow, type HelpTopic, table, text } from './topic.ts';

const VALUES: readonly HelpRow[] = [
  ['REPORTING_PROFILE', 'the profile to use (--profile); default'],
  ['REPORTING_BASE_URL', 'address of the service (--base-url)'],
  ['REPORTING_CLIENT_ID', 'client to report on (--client-id)'],
  ['REPORTING_API_TOKEN', 'the token itself'],
  ['REPORTING_API_TOKEN_FILE', 'a file that holds it (--token-file)'],
  ['REPORTING_FORMAT', "format of a report, if neither --format nor the file's ending says"],
  ['REPORTING_TIMEZONE', 'zone of today, such as Europe/Berlin (--timezone)'],
  ['TZ', "the system's zone: a name, the path of a zone file, or an offset of whole hours such as UTC0"],
  ['REPORTING_CA_FILE', 'PEM file of authorities to trust, beside the built-in ones (--ca-file)'],
  ['REPORTING_PAGER', 'shows what is longer than the screen; empty for none'],
  ['REPORTING_CONFIG_DIR', 'directory of config.json: profiles and defaults'],
];

const NETWORK: readonly HelpRow[] = [
  ['HTTPS_PROXY, HTTP_PROXY', 'proxy for an https base URL, and for plain http'],
  ['ALL_PROXY', 'proxy where neither of them is set'],
  ['NO_PROXY', 'hosts, CIDR blocks or * that need none, as curl reads it; all four in lower case too'],
  ['NODE_EXTRA_CA_CERTS', 'PEM file of further authorities, as every Node program reads it'],
];

const TERMINAL: readonly HelpRow[] = [
  ['NO_COLOR, FORCE_COLOR', 'no colours; colours in a pipe too'],
  ['TERM', 'dumb for no colours, no moving line, no pager'],
  ['CI', 'no moving line where it is set'],
  ['PAGER, LESS', 'the pager where REPORTING_PAGER is not set, and the options of less'],
];

const PLACES: readonly HelpRow[] = [
  ['XDG_CONFIG_HOME', 'on Linux, its reporting/config.json holds the profiles; ~/.config'],
  ['XDG_CACHE_HOME', 'on Linux, its reporting/ keeps windows for --resume; ~/.cache'],
  ['APPDATA, LOCALAPPDATA', 'the same on Windows'],
  ['TMPDIR', 'where answers of the service wait until all are in; /tmp. On Windows: TEMP'],
];

export const environment: HelpTopic = {
  title: 'Environment variables',
  summary: 'environment variables, and what comes before them',
  section: 'ENVIRONMENT',
  blocks: [
    text(
      'Each value is the first found of: option, environment, profile, your default (`reporting config`). There is no option for ' +
        'the token itself, since process lists and shell histories would show it.',
    ),
    table('Values:', VALUES),
    table('Network:', NETWORK),
    table('Terminal:', TERMINAL),
    table('Directories:', PLACES),
    text(
      'On macOS, profiles are in ~/Library/Preferences/reporting, and kept windows in ~/Library/Caches/reporting.',
    ),
    examples(
      'reporting whoami',
      'REPORTING_TIMEZONE=America/New_York \\\n    reporting revenue --sandbox --period yesterday',
    ),
  ],
};
