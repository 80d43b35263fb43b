#!/usr/bin/env bash
# Copies this checkout and its dependencies into a new directory: for tests that the same files give the same bytes anywhere. The
# caller's umask decides the permissions.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p "$1/node_modules"
# In containers of GitHub, another user owns the checkout.
git -c safe.directory="$PWD" ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$1"
errors=$1/node_modules/errors
# Not the caches. Hard links are faster, where they are possible.
for option in --link --archive; do
  if cp --recursive "$option" node_modules/* node_modules/.bin "$1/node_modules" 2> "$errors"; then break; fi
done
if [ -s "$errors" ]; then cat "$errors" >&2; exit 1; fi
rm "$errors"
