#!/usr/bin/env bash
# Adds the package, its list of components (SBOM) and SHA256SUMS to the directory of a release, which has the executables:
# `.ci/release-files.sh <directory>`.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node --print 'require("./package.json").version')
npm pack --silent --pack-destination "$1" > /dev/null
node .ci/sbom.mjs > "$1/reporting-cli-$version.cdx.json"
cd "$1"
sha256sum reporting-* > SHA256SUMS
