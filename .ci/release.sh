#!/usr/bin/env bash
# A release without publishing: every step of the workflow `release` that a machine can run alone, in a copy of this checkout that
# has a repository.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/workflows.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
.ci/copy-checkout.sh "$scratch/checkout"
mkdir "$scratch/files"
# The workflow builds them on the machines of each system.
for file in dist/reporting-*.tar.gz; do [ ! -e "$file" ] || cp "$file" "$scratch/files"; done
cd "$scratch/checkout"

# A version that npm does not have, at the top of CHANGELOG.md.
version=999.0.0
npm version --no-git-tag-version "$version"
sed -i "0,/^## /s/^## /## $version - 2026-01-01\n\n- Nothing.\n\n&/" CHANGELOG.md
npm run --silent set-repository -- someone/reporting
npx --no-install biome check package.json
GITHUB_REPOSITORY=someone/reporting node .ci/release-check.mjs "v$version"
.ci/release-files.sh "$scratch/files"
node .ci/release-notes.mjs "$version" > "$scratch/notes.md"
.ci/publish.sh "$scratch/files/reporting-cli-$version.tgz" --dry-run
(cd "$scratch/files" && sha256sum --check SHA256SUMS)
[ "$(cat "$scratch/notes.md")" = '- Nothing.' ]
echo 'everything but publishing works'
