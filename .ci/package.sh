#!/usr/bin/env bash
# Tests the package as users install it: globally, with every supported version of Node. Another user, who cannot write to the
# package or to a home directory, runs the same report, one window at a time and many at once. All files must be identical.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
mkdir -m 1777 "$scratch/tmp"
mkdir -m 555 "$scratch/home"
mkdir -m 700 "$scratch/cache"
npm pack --silent --pack-destination "$scratch" > /dev/null

# Runs a command as a user who cannot write everywhere: root switches to another user.
other=()
if [ "$(id -u)" = 0 ]; then
  other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chown 65534:65534 "$scratch/cache"
fi
guest() {
  (cd / && "${other[@]}" env -i PATH="$bin" HOME="$scratch/home" TMPDIR="$scratch/tmp" XDG_CACHE_HOME="$scratch/cache" "$@")
}

for version in 20 22 24 26; do
  prefix=$scratch/$version
  bin=$prefix/runtime
  npx --yes --package "node@$version" npm install --global --offline --silent --prefix "$prefix" "$scratch"/*.tgz
  # A copy of Node in a place that the guest can reach.
  mkdir "$bin"
  cp "$(npx --yes --package "node@$version" node --print process.execPath)" "$bin/node"
  [ "$(id -u)" = 0 ] || chmod -R a-w "$prefix"
  for directory in "$prefix/lib/node_modules/reporting-cli" "$scratch/home"; do
    if guest /usr/bin/test -w "$directory"; then printf 'a guest can write to %s\n' "$directory"; exit 1; fi
  done
  for format in csv ndjson; do
    for concurrency in 1 16; do
      guest "$prefix/bin/reporting" revenue --sandbox --from 2025-01-01 --to 2026-06-30 --concurrency "$concurrency" -f "$format" \
        > "$scratch/$version-$concurrency.$format"
      cmp "$scratch/20-1.$format" "$scratch/$version-$concurrency.$format"
    done
  done
  printf 'node %s: installed, and the same files by a guest, of %s lines\n' "$(guest "$bin/node" --version)" "$(wc -l < "$scratch/20-1.csv")"
  # From 22 on, Node runs the compiled code of the first run again.
  [ "$version" = 20 ] || ls "$scratch"/cache/reporting/compiled/* | grep "^v$version\."
done
left=$(ls -A "$scratch/home" "$scratch/tmp" | grep -v -e ':$' -e '^$' || true)
[ -z "$left" ] || { printf 'not removed: %s\n' "$left"; exit 1; }
