import { FORMAT_NAMES } from '../../src/formats/registry.ts';

/** Profiles as a file may hold them that somebody has edited by hand. */
export const STORED = [
  'acme',
  'acme-eu',
  'beta',
  '$(touch pwned)',
  '`touch pwned`',
  'x;touch pwned',
  'two words',
];

/** What is offered for the last part of a line, behind = and commas, in any order, in every shell. */
export const OFFERS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['reporting rev', ['revenue']],
  ['reporting -q who', ['whoami']],
  ['reporting --error-format json who', ['whoami']],
  ['reporting --error-format=json who', ['whoami']],
  ['reporting -- who', ['whoami']],
  ['reporting --error-f', ['--error-format']],
  ['reporting revenue --win', ['--window-columns', '--window-days']],
  ['reporting revenue -q --no-p', ['--no-pager', '--no-progress']],
  ['reporting sandbox --prof', []],
  ['reporting revenue -- --f', []],
  ['reporting revenue --format ', FORMAT_NAMES],
  ['reporting revenue --format=c', ['csv', 'chart']],
  ['reporting domains -qf nd', ['ndjson']],
  ['reporting whoami -f ', ['text', 'json']],
  ['reporting whoami --format t', ['text']],
  ['reporting revenue --from ', ['today', 'yesterday', '7d', '2w', '3m', '1y']],
  ['reporting revenue --from=to', ['today']],
  ['reporting revenue --from 7d --to y', ['yesterday']],
  ['reporting domains --period last-m', ['last-month']],
  ['reporting revenue --week-start s', ['saturday', 'sunday']],
  ['reporting revenue --by q', ['quarter']],
  ['reporting login --end-date ', ['inclusive', 'exclusive']],
  ['reporting revenue --compare p', ['previous']],
  ['reporting revenue --delimiter t', ['tab']],
  ['reporting sandbox --fault st', ['stall']],
  ['reporting revenue --timezone Europe/Berl', ['Europe/Berlin']],
  ['reporting revenue --profile ', ['acme', 'acme-eu', 'beta']],
  ['reporting revenue --profile=b', ['beta']],
  ['reporting logout --profile acme-', ['acme-eu']],
  ['reporting revenue --profile beta,ac', ['acme', 'acme-eu']],
  ['reporting revenue --profile acme,acme-eu,', ['beta']],
  ['reporting domains --profile=beta,acme-', ['acme-eu']],
  ['reporting whoami --profile acme,', []],
  ['reporting profiles r', ['remove', 'rename']],
  ['reporting -q profiles list -f ', ['text', 'json', 'names']],
  ['reporting profiles --error-format json use b', ['beta']],
  ['reporting profiles rename acme-', ['acme-eu']],
  ['reporting profiles rename acme ', []],
  ['reporting profiles remove acme b', ['beta']],
  ['reporting config get t', ['timezone']],
  ['reporting config set format ', []],
  ['reporting config set str', ['strict']],
  ['reporting config set strict ', ['true', 'false']],
  ['reporting -q config set timezone Europe/Berl', ['Europe/Berlin']],
  ['reporting config set profile b', ['beta']],
  ['reporting revenue --date-column ', []],
  ['reporting login --date-column ot', []],
  ['reporting completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['reporting help log', ['login', 'logout']],
  ['reporting help e', ['environment', 'exit-codes']],
  // Nothing is known of these, and a file is not meant.
  ['reporting revenue --where ', []],
  ['reporting revenue --columns ot', []],
  ['reporting revenue --limit ', []],
  ['reporting revenue --profile ot', []],
  ['reporting login --base-url ', []],
  ['reporting completion ot', []],
];

/** What Tab makes of a line. In fish nobody types: it has no such lines. */
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
  ['reporting doctor --ca-file ~/work/oth', 'reporting doctor --ca-file ~/work/other.json '],
  ['reporting revenue > oth', 'reporting revenue > other.json '],
  ['reporting revenue >oth', 'reporting revenue >other.json '],
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are for shells.
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
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are for shells.

const PLACES = [
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
  (payload: string) => `reporting revenue --token-file x${payload}/`,
  (payload: string) => `reporting completion ${payload}`,
  (payload: string) => `reporting help ${payload}`,
];

/** Lines that make a file called `pwned`, if anything in them is carried out. */
export const TRAPS: readonly string[] = PLACES.flatMap((place) => PAYLOADS.map(place));
