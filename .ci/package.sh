#!/usr/bin/env bash
# Tests the package as users install it: globally, with every supported version of Node. Another user, who cannot write to the
# package or to a home directory, runs the same report, one window at a time and many at once. All files must be identical.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
mkdir "$scratch/cache"
mkdir -m 1777 "$scratch/tmp"
mkdir -m 555 "$scratch/home"
npm pack --silent --pack-destination "$scratch" > /dev/null

# Runs a command as a user who cannot write everywhere: in CI, root runs this script.
chown 65534:65534 "$scratch/cache"
guest() {
  (cd / && setpriv --reuid=65534 --regid=65534 --clear-groups \
    env -i PATH="$bin" HOME="$scratch/home" TMPDIR="$scratch/tmp" XDG_CACHE_HOME="$scratch/cache" "$@")
}

for version in 20 22 24 26; do
  prefix=$scratch/$version
  bin=$prefix/runtime
  npx --yes --package "node@$version" npm install --global --offline --silent --prefix "$prefix" "$scratch"/*.tgz
  # A copy of Node in a place that the guest can reach.
  mkdir "$bin"
  cp "$(npx --yes --package "node@$version" node --print process.execPath)" "$bin/node"
  if guest /usr/bin/test -w "$prefix/lib/node_modules/reporting-cli"; then echo 'a guest can write to the package'; exit 1; fi
  for format in csv ndjson; do
    for concurrency in 1 16; do
      guest "$prefix/bin/reporting" revenue --sandbox --from 2025-01-01 --to 2026-06-30 --concurrency "$concurrency" -f "$format" \
        > "$scratch/$version-$concurrency.$format"
      cmp "$scratch/20-1.$format" "$scratch/$version-$concurrency.$format"
    done
  done
  printf 'node %s: installed, and the same files by a guest, of %s lines\n' "$(guest "$bin/node" --version)" "$(wc -l < "$scratch/20-1.csv")"
  # From 22 on, Node runs the compiled code of the first run again.
  [ "$version" = 20 ] || ls "$scratch"/cache/reporting/compiled | grep "^v$version\."
done
# Every run removes its temporary files.
rmdir "$scratch/home" "$scratch/tmp"
