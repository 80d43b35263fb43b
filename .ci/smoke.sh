#!/usr/bin/env bash
# Runs the same report on every supported version of Node, one window at a time and many at once. All files must be identical.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
mkdir -m 700 "$XDG_CACHE_HOME"

for node in 20 22 24 26; do
  for format in csv ndjson; do
    for concurrency in 1 16; do
      npx --yes --package "node@$node" node bin/reporting.cjs revenue --sandbox --from 2025-01-01 --to 2026-06-30 \
        --concurrency "$concurrency" --quiet --output "$scratch/$node-$concurrency.$format"
    done
  done
  printf 'node %s: ' "$node"
  npx --yes --package "node@$node" node --version
done

for format in csv ndjson; do
  files=("$scratch"/*."$format")
  for file in "${files[@]}"; do cmp "${files[0]}" "$file"; done
  printf '%s: %s identical files of %s lines\n' "$format" "${#files[@]}" "$(wc -l < "${files[0]}")"
done

# From 22 on, Node ran the compiled code of the first run again.
versions=$(ls "$XDG_CACHE_HOME"/reporting/compiled/*)
printf 'compiled code of:\n%s\n' "$versions"
for node in 22 24 26; do grep -q "^v$node\." <<< "$versions"; done
