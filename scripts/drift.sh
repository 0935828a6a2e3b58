#!/usr/bin/env bash
# Fails when api/openapi.yaml or the web's types differ from the Go types.
set -euo pipefail
cd "$(dirname "$0")/.."
bin/wekala openapi | diff -u api/openapi.yaml - || {
  echo "api/openapi.yaml is out of date: run make types"
  exit 1
}
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
(cd web && npx openapi-typescript ../api/openapi.yaml -o "$fresh" >/dev/null)
diff -u web/src/api/schema.d.ts "$fresh" || {
  echo "web/src/api/schema.d.ts is out of date: run make types"
  exit 1
}
