#!/usr/bin/env bash
# Builds the executable twice, unpacks its tarball as a user does, and runs it on a PATH without Node. Output, messages, exit codes
# and files must be those of the package.
set -euo pipefail
cd "$(dirname "$0")/.."

npm run --silent build:executable
scratch=$(mktemp -d)
sandbox=''
trap '[ -z "$sandbox" ] || kill "$sandbox"; rm -rf "$scratch"' EXIT

# Another checkout of the same files, in another environment. The executable must not name its directory.
(
  umask 077
  .ci/copy-checkout.sh "$scratch/another checkout"
  node=$(echo "$PWD"/node_modules/.cache/executable/node_modules/node-*)
  cd "$scratch/another checkout"
  TMPDIR="$scratch" TZ=Asia/Kathmandu npm run --silent build:executable -- "$node"
)
for file in dist/reporting-*; do cmp "$file" "$scratch/another checkout/$file"; done
for directory in "$PWD" "$scratch"; do
  if grep --quiet --text --fixed-strings "$directory" dist/reporting-linux-*; then
    printf 'the executable contains %s\n' "$directory"
    exit 1
  fi
done
echo 'two executables and archives of the same files in different directories are identical'

mkdir "$scratch/prefix" "$scratch/path"
tar -xzf dist/reporting-*.tar.gz -C "$scratch/prefix" --strip-components=1
executable=$scratch/prefix/bin/reporting
# The Node inside the executable: others compress differently.
package=("$PWD"/node_modules/.cache/executable/node_modules/node-*/bin/node "$PWD/bin/reporting.cjs")

"$executable" sandbox > "$scratch/variables" 2> /dev/null &
sandbox=$!
until grep -q TOKEN "$scratch/variables"; do sleep 0.1; done
eval "$(cat "$scratch/variables")"

# Runs a line of arguments as the executable and as the package, each with a home directory of its own, of the same name.
count=0
same() {
  count=$((count + 1))
  local kind program
  for kind in executable package; do
    program="$kind[@]"
    mkdir -p "$scratch/$kind"
    mv "$scratch/$kind" "$scratch/home"
    (
      cd "$scratch/home"
      env -i PATH="$scratch/path" HOME="$scratch/home" NODE_DISABLE_COMPILE_CACHE=1 "${variables[@]}" "${!program}" "$@" \
        < "$scratch/input" > "$count.out" 2> "$count.err" || echo "exit code $?" >> "$count.err"
    )
    mv "$scratch/home" "$scratch/$kind"
  done
}
variables=()
printf '%s' "$REPORTING_API_TOKEN" > "$scratch/input"

same --version
same --help
same revenue --help
same help sync
shells=$(node --input-type=module -e 'import { SHELL_NAMES } from "./node_modules/.cache/man/shells.js"; console.log(...SHELL_NAMES)')
for shell in $shells; do same completion "$shell"; done
same revenue --sandbox --from 2025-01-01 --to 2025-12-31
same revenue --sandbox --from 2025-01-01 --to 2025-12-31 --group-by campaign --sum revenue --top 3 --format table
same revenue --sandbox --from 2025-01-01 --to 2025-03-31 --format chart
for extension in csv json ndjson md html parquet; do
  same domains --sandbox --from 2025-01-01 --to 2025-03-31 -o "domains.$extension"
done
# Faults: usage, input, service.
same revenue --form 2025-01-01
same revenue --from 2025-01-01 --to 2025-01-02
same revenue --sandbox --from 2025-01-01 --to 2025-01-02 --where 'nothing=1'
same login --token-stdin --base-url "$REPORTING_BASE_URL" --client-id "$REPORTING_CLIENT_ID"
same revenue --from 2025-01-01 --to 2025-01-07
same config list
same sync revenue dataset --from 2025-01 --to 2025-02
same sync dataset
same verify dataset
variables=(REPORTING_BASE_URL="$REPORTING_BASE_URL" REPORTING_CLIENT_ID="$REPORTING_CLIENT_ID" REPORTING_API_TOKEN=wrong)
same revenue --from 2025-01-01 --to 2025-01-07

# The records of a dataset hold the time of the run.
diff --recursive --ignore-matching-lines='"pulledAt":' "$scratch/executable" "$scratch/package"
printf 'the executable and the package: %s identical runs, %s identical files\n' "$count" "$(find "$scratch/package" -type f | wc -l)"
