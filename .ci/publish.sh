#!/usr/bin/env bash
# Publishes a packed version on npm, unless npm already has the same bytes: `.ci/publish.sh <tarball> [--dry-run]`. So a release goes
# on after its first version was published by hand, and after a run that stopped half-way.
set -euo pipefail

package=$(tar -xzOf "$1" package/package.json | node --print 'const p = JSON.parse(fs.readFileSync(0)); `${p.name}@${p.version}`')
packed=sha512-$(node --print 'crypto.createHash("sha512").update(fs.readFileSync(0)).digest("base64")' < "$1")
if [ "$(npm view "$package" dist.integrity 2> /dev/null || true)" = "$packed" ]; then
  printf '%s is already published\n' "$package"
else
  npm publish --access public "$@"
fi
