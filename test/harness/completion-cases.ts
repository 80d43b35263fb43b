import { FORMAT_NAMES } from '../../src/formats/registry.ts';

/** Names of profiles in a file, some of them invalid, as in a file edited by hand. */
export const STORED = ['acme', 'acme-eu', 'beta', '$(touch pwned)', '`touch pwned`', 'x;touch pwned', 'two words'];

/** Commands and options, which the scripts know. */
const KNOWN: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['reporting rev', ['revenue']],
  ['reporting -q who', ['whoami']],
  ['reporting --error-format json who', ['whoami']],
  ['reporting --error-format=json who', ['whoami']],
  ['reporting -- who', ['whoami']],
  ['reporting --error-f', ['--error-format']],
  ['reporting revenue --win', ['--window-columns', '--windows']],
  ['reporting revenue -q --no-c', ['--no-color']],
];

/** Values, for which the scripts ask the program. In any order, after = and commas. */
export const OFFERS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['reporting columns ', ['revenue', 'domains']],
  ['reporting revenue -- --f', []],
  ['reporting revenue --format ', FORMAT_NAMES],
  ['reporting revenue --format=c', ['csv', 'chart']],
  ['reporting domains -qf nd', ['ndjson']],
  ['reporting revenue --timezone Europe/Berl', ['Europe/Berlin']],
  ['reporting revenue --profile ', ['acme', 'acme-eu', 'beta']],
  ['reporting revenue --profile=b', ['beta']],
  ['reporting revenue --profile beta,ac', ['acme', 'acme-eu']],
  ['reporting revenue --profile acme,acme-eu,', ['beta']],
  ['reporting revenue --date-column ', []],
  ['reporting help log', ['login', 'logout']],
  ['reporting help repeated', ['repeated-columns', 'repeated-windows']],
  ['reporting sync s', ['status']],
  ['reporting sync re', ['revenue']],
  ['reporting revenue --where ', []],
];

/** The completions of every shell. */
export const ALL_OFFERS = [...KNOWN, ...OFFERS];

/** Further completions. The scripts ask the program for all of them in the same way. */
export const VALUES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['reporting domains --windows ', ['1', '7', 'month']],
  ['reporting domains --period last-3', ['last-3-months', 'last-30-days']],
  ['reporting columns revenue --format=c', ['csv']],
  ['reporting sandbox --prof', []],
  ['reporting whoami -f ', ['text', 'json']],
  ['reporting revenue --from ', ['today', 'yesterday', '7d', '2w', '3m', '1y']],
  ['reporting login --week-start s', ['saturday', 'sunday']],
  ['reporting revenue --by q', ['quarter']],
  ['reporting login --end-date ', ['inclusive', 'exclusive']],
  ['reporting revenue --compare p', ['previous', 'previous-weeks']],
  ['reporting revenue --delimiter t', ['tab']],
  ['reporting sandbox --fault st', ['stall']],
  ['reporting logout --profile acme-', ['acme-eu']],
  ['reporting whoami --profile acme,', []],
  ['reporting -q profiles -f ', ['text', 'json', 'names']],
  ['reporting config unset t', ['timezone']],
  ['reporting config set all', ['allow']],
  ['reporting revenue --allow ga', ['gaps']],
  ['reporting revenue --allow gaps,wi', ['windows']],
  ['reporting completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['reporting help e', ['empty', 'encoding', 'environment', 'exit-codes']],
  ['reporting revenue --pivot ', ['day', 'week', 'month', 'quarter', 'year']],
  ['reporting revenue --limit ', ['all']],
  ['reporting login --base-url ', []],
  ['reporting revenue 2>&1 --by q', ['quarter']],
  ['reporting revenue --having "a b" --by q', ['quarter']],
  ["reporting revenue --having 'a --from' --by q", ['quarter']],
  ['reporting revenue --having a\\ b --by q', ['quarter']],
  ['reporting revenue --profile "acme,b', ['beta']],
  ['reporting revenue --output=o', []],
  ['reporting domains -qfnd', ['ndjson']],
  ['reporting verify ~/', []],
];

/** Lines, and the same lines after Tab. Not for fish, where tests type nothing. */
export const LINES: readonly (readonly [line: string, completed: string])[] = [
  ['reporting dom', 'reporting domains '],
  ['reporting revenue --format=cs', 'reporting revenue --format=csv '],
  ['reporting revenue -fcs', 'reporting revenue -fcsv '],
  ['reporting revenue --where ', 'reporting revenue --where '],
  ['reporting revenue -o my', 'reporting revenue -o my\\ report.csv '],
  ['reporting revenue -qo my', 'reporting revenue -qo my\\ report.csv '],
  ['reporting revenue --output my', 'reporting revenue --output my\\ report.csv '],
  ['reporting revenue --output=my', 'reporting revenue --output=my\\ report.csv '],
  ['reporting revenue --output "my', 'reporting revenue --output "my report.csv" '],
  ['reporting login --token-file oth', 'reporting login --token-file other.json '],
  ['reporting login --ca-file ~/work/oth', 'reporting login --ca-file ~/work/other.json '],
  ['reporting revenue --input o', 'reporting revenue --input our\\ recordings/'],
  ['reporting revenue --input=o', 'reporting revenue --input=our\\ recordings/'],
  ['reporting raw revenue -o o', 'reporting raw revenue -o our\\ recordings/'],
  ['reporting verify o', 'reporting verify our\\ recordings/'],
  ['reporting sync revenue o', 'reporting sync revenue our\\ recordings/'],
  ['reporting revenue > oth', 'reporting revenue > other.json '],
  ['reporting revenue >oth', 'reporting revenue >other.json '],
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: shell syntax.
const PAYLOADS = [
  '$(touch pwned)',
  '`touch pwned`',
  ';touch pwned',
  '<(touch pwned)',
  '${x:=$(touch pwned)}',
  '$((x[$(touch pwned)]))',
  '"$(touch pwned)',
  "'$(touch pwned)",
  "';touch pwned;'",
  '(touch pwned)',
  '*(e:touch pwned:)',
  '=(touch pwned)',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: shell syntax.

const POSITIONS = [
  (payload: string) => `reporting ${payload}`,
  (payload: string) => `reporting ${payload} rev`,
  (payload: string) => `reporting revenue ${payload}`,
  (payload: string) => `reporting revenue --format ${payload}`,
  (payload: string) => `reporting revenue --format=${payload}`,
  (payload: string) => `reporting revenue --where ${payload} --form`,
  (payload: string) => `reporting revenue --profile ${payload}`,
  (payload: string) => `reporting revenue --profile a,${payload}`,
  (payload: string) => `reporting revenue --profile=${payload},`,
  (payload: string) => `reporting revenue --timezone ${payload}/`,
  (payload: string) => `reporting revenue -o ${payload}`,
  (payload: string) => `reporting revenue -o ${payload}/`,
  (payload: string) => `reporting revenue --output=${payload}/x`,
  (payload: string) => `reporting login --token-file x${payload}/`,
  (payload: string) => `reporting revenue --input ${payload}`,
  (payload: string) => `reporting revenue --input x${payload}/`,
  (payload: string) => `reporting completion ${payload}`,
  (payload: string) => `reporting help ${payload}`,
  (payload: string) => `reporting verify ${payload}`,
  (payload: string) => `reporting sync revenue x${payload}/`,
];

/** Lines that create a file called `pwned` if a shell runs anything in them. */
export const TRAPS: readonly string[] = POSITIONS.flatMap((position) => PAYLOADS.map(position));
