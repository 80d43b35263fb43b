#!/usr/bin/env bash
# Builds the executable twice, unpacks its tarball as a user does, and runs it on a PATH without Node. Output, messages, exit codes
# and files must be those of the package.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
npm run --silent build:executable
mv reporting-*.tar.gz "$scratch"
(umask 077; TMPDIR="$scratch" TZ=Asia/Kathmandu npm run --silent build:executable)
cmp reporting-*.tar.gz "$scratch"/reporting-*.tar.gz
mkdir "$scratch/prefix" "$scratch/path"
tar -xzf reporting-*.tar.gz -C "$scratch/prefix" --strip-components=1
if grep --quiet --text --fixed-strings -e "$PWD" -e "$scratch" "$scratch/prefix/bin/reporting"; then
  echo 'the executable contains the name of a directory'
  exit 1
fi

executable=("$scratch/prefix/bin/reporting")
# The Node inside the executable: others compress differently.
package=("$PWD"/node_modules/.cache/executable/node_modules/node-*/bin/node "$PWD/bin/reporting.cjs")
# Each runs the same lines in a home directory of its own, of the same name.
for kind in executable package; do
  program="$kind[@]"
  mkdir "$scratch/home"
  while read -r -a words; do
    (cd "$scratch/home" && env -i PATH="$scratch/path" HOME="$scratch/home" NODE_DISABLE_COMPILE_CACHE=1 "${!program}" "${words[@]}") \
      < /dev/null >> "$scratch/home/outputs" 2>> "$scratch/home/messages" || echo "exit code $?" >> "$scratch/home/messages"
  done << EOF_LINES
--version
--help
revenue --help
help sync
completion bash
revenue --sandbox -p 2025
revenue --sandbox -p 2025 -g campaign --sum revenue --top 3 -f table
revenue --sandbox -p 2025-Q1 -f chart
$(printf -- 'domains --sandbox -p 2025-Q1 -o domains.%s\n' csv json ndjson md html parquet)
sync revenue dataset --sandbox --from 2025-01 --to 2025-02
verify dataset
config list
revenue --form 2025-01-01
revenue --from 2025-01-01
revenue --sandbox -p 2025-01-01 --where nothing=1
EOF_LINES
  mv "$scratch/home" "$scratch/$kind"
done
# Records of a dataset and pages hold the time of the run.
diff --recursive --ignore-matching-lines='"pulledAt":\|<dt>Pulled<' "$scratch/executable" "$scratch/package"
printf 'the executable and the package: %s identical files\n' "$(find "$scratch/package" -type f | wc -l)"
