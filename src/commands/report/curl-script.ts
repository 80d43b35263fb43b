/** The script that `--explain sh` prints: POSIX sh and curl, and as careful with the token as the tool is. */

import type { Report } from '../../contract/report.ts';
import { requestUrl } from '../../contract/request-url.ts';
import { CLIENT_ID_HEADER, MEDIA_TYPES, TOKEN_HEADER } from '../../contract/wire.ts';
import { countOf } from '../../core/count.ts';
import { type DateRange, formatRange } from '../../core/date-range.ts';
import { shellWord } from '../../core/shell-word.ts';

export interface CurlScriptOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly report: Report;
  readonly range: DateRange;
  /** What each request says, in order. */
  readonly asked: readonly DateRange[];
  readonly retryForMs: number;
  readonly retries: number | undefined;
  readonly timeoutSeconds: number;
  readonly caFile: string | undefined;
  /** False where a proxy would see the token, and nobody has allowed that. */
  readonly mayUseProxy: boolean;
}

/** More than fit in a day. */
const RETRIES_WITHOUT_LIMIT = 1000;

export function curlScript(options: CurlScriptOptions): string {
  const { baseUrl, clientId, report, range, asked, timeoutSeconds, caFile, mayUseProxy } = options;
  const [scheme] = baseUrl.split(':');
  const flags = [
    // First of all, or what ~/.curlrc says would come along.
    '--disable --globoff --silent --show-error --fail --compressed',
    `--proto '=${scheme}' --connect-timeout ${timeoutSeconds} --speed-limit 1 --speed-time ${Math.max(30, timeoutSeconds)}`,
    retryFlags(options),
    ...(mayUseProxy ? [] : [`--noproxy '*'`]),
    ...(caFile === undefined ? [] : [`--cacert ${shellWord(caFile)}`]),
    `--header @- --header "${CLIENT_ID_HEADER}: $client_id" --header 'accept: ${MEDIA_TYPES.json}'`,
    `--output "$dir/$1" --write-out '%{http_code}' "$2"`,
  ];
  const files = asked.map((_, index) => String(index + 1).padStart(String(asked.length).length, '0'));
  return `#!/bin/sh
# ${report.name} ${formatRange(range)} by ${countOf(asked.length, 'request')}: prints the answers one after the other, each a JSON object
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

${asked.map((window, index) => `ask ${files[index]} ${shellWord(requestUrl(baseUrl, report, window))}`).join('\n')}

for file in "$dir"/*; do
  cat "$file"
  echo
done
`;
}

/** curl doubles its waits from one second on, and takes a `Retry-After` as well. To it, a time of 0 is no limit. */
function retryFlags({ retryForMs, retries = RETRIES_WITHOUT_LIMIT }: CurlScriptOptions): string {
  if (retryForMs === 0 || retries === 0) return '--retry 0';
  return `--retry ${retries} --retry-max-time ${Math.ceil(retryForMs / 1000)} --retry-connrefused`;
}
