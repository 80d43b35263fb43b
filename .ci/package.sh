#!/usr/bin/env bash
# Tests the package as users install it: globally, with every supported version of Node. Another user, who cannot write to the
# package or to a home directory, runs the command. Its output must be the same each time.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
mkdir -m 1777 "$scratch/tmp"
mkdir -m 555 "$scratch/home"

npm pack --silent --pack-destination "$scratch" > /dev/null
# Another checkout of the same files, in another environment.
mkdir "$scratch/again"
(
  umask 077
  .ci/copy-checkout.sh "$scratch/another checkout"
  cd "$scratch/another checkout"
  TMPDIR="$scratch/tmp" TZ=Asia/Kathmandu npm pack --silent --pack-destination "$scratch/again" > /dev/null
)
cmp "$scratch"/*.tgz "$scratch"/again/*.tgz
echo 'two packs of the same files in different directories are identical'

# Runs a command as a user who cannot write everywhere: root switches to another user.
guest() {
  local other=()
  [ "$(id -u)" != 0 ] || other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  (cd / && "${other[@]}" env -i PATH="$bin" HOME="$scratch/home" TMPDIR="$scratch/tmp" "$@")
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
  guest "$prefix/bin/reporting" revenue --sandbox --from 2025-01-01 --to 2026-06-30 --format csv > "$scratch/$version.csv"
  printf 'node %s: installed and run by a guest: ' "$version"
  guest "$bin/node" --version
done

files=("$scratch"/*.csv)
for file in "${files[@]}"; do cmp "${files[0]}" "$file"; done
printf '%s identical files of %s lines\n' "${#files[@]}" "$(wc -l < "${files[0]}")"
left=$(ls -A "$scratch/home" "$scratch/tmp" | grep -v -e ':$' -e '^$' || true)
[ -z "$left" ] || { printf 'not removed: %s\n' "$left"; exit 1; }
