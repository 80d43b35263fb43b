#!/usr/bin/env bash
# Builds the executable twice, unpacks its tarball as a user does, and runs it on a PATH without Node. Output, messages, exit codes
# and files must be those of the package.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
npm run --silent build:executable
mv dist/reporting-*.tar.gz "$scratch"
(umask 077; TMPDIR="$scratch" TZ=Asia/Kathmandu npm run --silent build:executable)
cmp dist/reporting-*.tar.gz "$scratch"/reporting-*.tar.gz
mkdir "$scratch/prefix" "$scratch/path"
tar -xzf dist/reporting-*.tar.gz -C "$scratch/prefix" --strip-components=1
if grep --quiet --text --fixed-strings -e "$PWD" -e "$scratch" "$scratch/prefix/bin/reporting"; then
  echo 'the executable contains the name of a directory'
  exit 1
fi
echo 'two executables of the same files are identical'

executable=("$scratch/prefix/bin/reporting")
# The Node inside the executable: others compress differently.
package=("$PWD"/node_modules/.cache/executable/node_modules/node-*/bin/node "$PWD/bin/reporting.cjs")
shells=$(node --input-type=module -e 'import { SHELLS } from "./node_modules/.cache/man/shells.js"; console.log(...Object.keys(SHELLS))')
# Each runs the same lines in a home directory of its own, of the same name.
for kind in executable package; do
  program="$kind[@]"
  mkdir "$scratch/home"
  cd "$scratch/home"
  while read -r -a words; do
    env -i PATH="$scratch/path" HOME="$scratch/home" NODE_DISABLE_COMPILE_CACHE=1 "${!program}" "${words[@]}" \
      < /dev/null >> outputs 2>> messages || echo "exit code $?" >> messages
  done <<< "--version
--help
revenue --help
help sync
$(printf 'completion %s\n' $shells)
revenue --sandbox -p 2025
revenue --sandbox -p 2025 -g campaign --sum revenue --top 3 -f table
revenue --sandbox -p 2025-Q1 -f chart
$(printf -- 'domains --sandbox -p 2025-Q1 -o domains.%s\n' csv json ndjson md html parquet)
sync revenue dataset --sandbox --from 2025-01 --to 2025-02
sync dataset --sandbox --to 2025-02
verify dataset
config list
revenue --form 2025-01-01
revenue --from 2025-01-01
revenue --sandbox -p 2025-01-01 --where nothing=1
login --token-stdin --base-url http://127.0.0.1:9/v2/reporting --client-id 7d444840-9dc0-11d1-b245-5ffdce74fad2"
  cd - > /dev/null
  mv "$scratch/home" "$scratch/$kind"
done

# The records of a dataset hold the time of the run.
diff --recursive --ignore-matching-lines='"pulledAt":' "$scratch/executable" "$scratch/package"
printf 'the executable and the package: %s identical files\n' "$(find "$scratch/package" -type f | wc -l)"
