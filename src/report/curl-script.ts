/** A plan as a script for POSIX sh and curl that protects the token as the tool does. */

import type { Credentials } from '../api/credentials.ts';
import { CLIENT_ID_HEADER, MEDIA_TYPES, TOKEN_HEADER } from '../api/wire.ts';
import { checkAddress } from '../config/resolve-credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, shellWord } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import type { Services } from '../services.ts';
import { isIdentity } from '../transform/transform-request.ts';
import type { ReportPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

/** Prints the script for a plan of one client. The script reads the token from its environment. */
export async function explainPlan(
  plan: ReportPlan,
  request: ReportRequest,
  stored: StoredConfig,
  services: Services,
): Promise<void> {
  const insecureHttp = plan.network.allowInsecureHttp;
  const address = checkAddress(stored.clients[0]!.credentials!, { insecureHttp });
  await services.connectionTo(address.baseUrl, plan.network);
  await services.print(curlScript(plan, address));
  if (hasIgnoredOptions(plan, request)) {
    services.messages.note(
      'the script prints the records as the service sends them; it ignores the other options',
    );
  }
}

/** True if options do more than select the records to request. */
function hasIgnoredOptions(
  { transform, windowColumns, compared }: ReportPlan,
  { output, format, columns, renames, checks }: ReportRequest,
): boolean {
  const { failEmpty, failGaps, strict = false, expectedColumns, dateColumn, ignoredMembers } = checks;
  const given = [format, columns, expectedColumns, dateColumn, compared];
  return (
    given.some((value) => value !== undefined) ||
    [windowColumns, failEmpty, failGaps, strict, output.text !== STDOUT].includes(true) ||
    renames.length + ignoredMembers.length > 0 ||
    !isIdentity(transform)
  );
}

/** Enough for more than a day. */
const RETRIES_WITHOUT_LIMIT = 1000;

function curlScript(
  { report, range, clients, requests, network: { caFile, allowInsecureHttp } }: ReportPlan,
  { baseUrl, clientId }: Pick<Credentials, 'baseUrl' | 'clientId'>,
): string {
  const [scheme] = baseUrl.split(':');
  const timeoutSeconds = Math.ceil(requests.timeoutMs / 1000);
  const windows = clients[0]!.windows.filter(({ isCompared }) => isCompared !== true);
  // With plain http, a proxy would see the token.
  const mayUseProxy = allowInsecureHttp || scheme === 'https';
  const flags = [
    // `--disable` only works as the first option: it ignores ~/.curlrc.
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
# ${report} ${formatRange(range)} in ${countOf(windows.length, 'request')}: prints the responses in order, each a JSON object with
# its records in "data"; prints nothing if a request fails. For one record per line, add
#   | jq -c '.data[]'
# (jq before 1.7 changes numbers: 0.10 becomes 0.1). Reads the token from REPORTING_API_TOKEN.
set -eu
: "\${REPORTING_API_TOKEN:?set it to the API token of client ${clientId}}"
client_id=${clientId}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# get <file> <url>. The token goes through stdin, because arguments appear in the list of processes.
get() {
  status=$(printf '${TOKEN_HEADER}: %s\\n' "$REPORTING_API_TOKEN" |
    curl ${flags.join(' \\\n      ')}) || fail "$2: curl failed"
  [ "$status" = 200 ] || fail "$2: status $status"
  # A truncated response does not end with a brace.
  case $(tr -d ' \\t\\r\\n' < "$dir/$1" | tail -c 1) in '}') ;; *) fail "$2: the response is truncated" ;; esac
}

fail() {
  printf '%s\\n' "$1" >&2
  exit 1
}

${windows.map(({ url }, index) => `get ${files[index]} ${shellWord(url)}`).join('\n')}

for file in "$dir"/*; do
  cat "$file"
  echo
done
`;
}

/** curl doubles its waits from one second, and honors `Retry-After`. For curl, a time of 0 means no limit. */
function retryFlags({ retryForMs, retries = RETRIES_WITHOUT_LIMIT }: ReportPlan['requests']): string {
  if (retryForMs === 0 || retries === 0) return '--retry 0';
  return `--retry ${retries} --retry-max-time ${Math.ceil(retryForMs / 1000)} --retry-connrefused`;
}
