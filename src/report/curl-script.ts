/** `--explain sh`: a plan as a script for POSIX sh and curl, as careful with the token as the tool is. */

import type { Ports } from '../commands/ports.ts';
import { checkAddress } from '../config/credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import type { Credentials } from '../contract/credentials.ts';
import { CLIENT_ID_HEADER, MEDIA_TYPES, TOKEN_HEADER } from '../contract/wire.ts';
import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import { shellWord } from '../core/shell-word.ts';
import { isPlain } from '../shaping/shape-request.ts';
import type { ReportPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

/** Prints the script for a plan of one client. It needs no token: the script takes its own from the environment. */
export async function explainPlan(
  plan: ReportPlan,
  request: ReportRequest,
  stored: StoredConfig,
  ports: Ports,
): Promise<void> {
  const insecureHttp = plan.network.allowInsecureHttp;
  const address = checkAddress(stored.clients[0]!.credentials!, { insecureHttp });
  await ports.connectionTo(address.baseUrl, plan.network);
  await ports.print(curlScript(plan, address));
  if (asksForMore(plan, request)) {
    ports.messages.note(
      'the script gets the records as they come, to stdout: what else the options say is not in it',
    );
  }
}

/** True if the options say more than which records to get. */
function asksForMore(
  { transform, windowColumns, compared }: ReportPlan,
  { output, format, columns, renames, checks }: ReportRequest,
): boolean {
  const { failEmpty, failGaps, strict = false, expectedColumns, dateColumn, ignoredMembers } = checks;
  const given = [format, columns, expectedColumns, dateColumn, compared];
  return (
    given.some((value) => value !== undefined) ||
    [windowColumns, failEmpty, failGaps, strict, output !== '-'].includes(true) ||
    renames.length + ignoredMembers.length > 0 ||
    !isPlain(transform)
  );
}

/** More than fit in a day. */
const RETRIES_WITHOUT_LIMIT = 1000;

export function curlScript(
  { report, range, clients, requests, network: { caFile, allowInsecureHttp } }: ReportPlan,
  { baseUrl, clientId }: Pick<Credentials, 'baseUrl' | 'clientId'>,
): string {
  const [scheme] = baseUrl.split(':');
  const timeoutSeconds = Math.ceil(requests.timeoutMs / 1000);
  const windows = clients[0]!.windows.filter(({ isCompared }) => isCompared !== true);
  // A proxy would see the token in plain http.
  const mayUseProxy = allowInsecureHttp || scheme === 'https';
  const flags = [
    // First of all, or what ~/.curlrc says would come along.
    '--disable --globoff --silent --show-error --fail --compressed',
    `--proto '=${scheme}' --connect-timeout ${timeoutSeconds} --speed-limit 1 --speed-time ${Math.max(30, timeoutSeconds)}`,
    retryFlags(requests),
    ...(mayUseProxy ? [] : [`--noproxy '*'`]),
    ...(caFile === undefined ? [] : [`--cacert ${shellWord(caFile.value)}`]),
    `--header @- --header "${CLIENT_ID_HEADER}: $client_id" --header 'accept: ${MEDIA_TYPES.json}'`,
    `--output "$dir/$1" --write-out '%{http_code}' "$2"`,
  ];
  const files = windows.map((_, index) => String(index + 1).padStart(String(windows.length).length, '0'));
  return `#!/bin/sh
# ${report} ${formatRange(range)} by ${countOf(windows.length, 'request')}: prints the answers one after the other, each a JSON object
# with its records in "data", or, if one request fails, nothing. For the records alone, one a line, add
#   | jq -c '.data[]'
# (jq before 1.7 changes numbers: 0.10 becomes 0.1). Takes the token from REPORTING_API_TOKEN.
set -eu
: "\${REPORTING_API_TOKEN:?set it to the API token of client ${clientId}}"
client_id=${clientId}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# ask <file> <url>. The token goes through stdin: an argument would show in the list of processes.
ask() {
  status=$(printf '${TOKEN_HEADER}: %s\\n' "$REPORTING_API_TOKEN" |
    curl ${flags.join(' \\\n      ')}) || fail "$2: curl failed"
  [ "$status" = 200 ] || fail "$2: status $status"
  # An answer that was cut off unnoticed does not end so.
  case $(tr -d ' \\t\\r\\n' < "$dir/$1" | tail -c 1) in '}') ;; *) fail "$2: the answer is not whole" ;; esac
}

fail() {
  printf '%s\\n' "$1" >&2
  exit 1
}

${windows.map(({ url }, index) => `ask ${files[index]} ${shellWord(url)}`).join('\n')}

for file in "$dir"/*; do
  cat "$file"
  echo
done
`;
}

/** curl doubles its waits from one second on, and takes a `Retry-After` as well. To it, a time of 0 is no limit. */
function retryFlags({ retryForMs, retries = RETRIES_WITHOUT_LIMIT }: ReportPlan['requests']): string {
  if (retryForMs === 0 || retries === 0) return '--retry 0';
  return `--retry ${retries} --retry-max-time ${Math.ceil(retryForMs / 1000)} --retry-connrefused`;
}
