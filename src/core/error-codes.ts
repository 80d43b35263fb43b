/** The codes of errors, and the kind of each. docs/troubleshooting.md has a heading for each code, and `reporting help` shows it. */

/** The exit code for each kind of error. */
export const EXIT_CODES = {
  fault: 1,
  usage: 2,
  config: 2,
  auth: 4,
  refused: 5,
  unavailable: 6,
  malformed: 7,
  output: 8,
  incomplete: 9,
  damaged: 10,
  columns: 11,
  locked: 12,
  'not-ready': 13,
  alerts: 14,
  interrupted: 130,
} as const satisfies Record<string, number>;

/** The kind of an error, which decides the exit code. */
export type ErrorKind = keyof typeof EXIT_CODES;

/** The kind of the errors of each code. A code never changes its name. */
export const ERROR_KINDS = {
  'E-internal': 'fault',

  'E-command-line': 'usage',
  'E-option-value': 'usage',
  'E-option-conflict': 'usage',
  'E-login': 'usage',
  'E-date': 'usage',
  'E-format': 'usage',
  'E-output-name': 'usage',
  'E-chart': 'usage',
  'E-column': 'usage',
  'E-condition': 'usage',
  'E-date-column': 'usage',
  'E-not-a-number': 'usage',
  'E-too-large': 'usage',
  'E-many-profiles': 'usage',
  'E-profile-name': 'usage',
  'E-dataset': 'usage',
  'E-dataset-option': 'usage',
  'E-input': 'usage',
  'E-recording': 'usage',

  'E-credential': 'config',
  'E-token-command': 'config',
  'E-setting': 'config',
  'E-config-file': 'config',
  'E-config-directory': 'config',
  'E-file': 'config',
  'E-network-setting': 'config',
  'E-end-date': 'config',
  'E-sandbox-port': 'config',
  'E-clock': 'config',

  'E-not-signed-in': 'auth',
  'E-unknown-profile': 'auth',
  'E-token-refused': 'auth',
  'E-client-refused': 'auth',

  'E-window-refused': 'refused',
  'E-address-refused': 'refused',
  'E-redirect': 'refused',
  'E-proxy-refused': 'refused',

  'E-service-failed': 'unavailable',
  'E-not-reached': 'unavailable',
  'E-timeout': 'unavailable',
  'E-body-cut-off': 'unavailable',
  'E-proxy-failed': 'unavailable',
  'E-tls': 'unavailable',

  'E-other-days': 'malformed',
  'E-wrong-page': 'malformed',
  'E-bad-body': 'malformed',
  'E-not-http': 'malformed',
  'E-bad-csv': 'malformed',
  'E-token-in-body': 'malformed',
  'E-column-name': 'malformed',

  'E-cannot-write': 'output',
  'E-temporary-files': 'output',
  'E-sheet-limit': 'output',
  'E-pager': 'output',

  'E-strict': 'incomplete',
  'E-drop': 'incomplete',
  'E-missing-months': 'incomplete',

  'E-recording-damaged': 'damaged',
  'E-damaged': 'damaged',

  'E-types': 'columns',

  'E-locked': 'locked',

  'E-not-ready': 'not-ready',

  'E-alerts': 'alerts',

  'E-interrupted': 'interrupted',
} as const satisfies Record<`E-${string}`, ErrorKind>;

/** The code of an error: a name for its cause that never changes. */
export type ErrorCode = keyof typeof ERROR_KINDS;

/** All codes, in the order of their exit codes. */
export const ERROR_CODES = Object.keys(ERROR_KINDS) as readonly ErrorCode[];
