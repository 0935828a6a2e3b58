#!/usr/bin/env bash
# Format, vet, staticcheck, types, lint and unit tests: what to run while
# working. The whole of the tests is scripts/test.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l cmd internal migrations web/*.go e2e bench 2>/dev/null || true)
if [ -n "$unformatted" ]; then
  printf 'Not formatted (gofmt -w):\n%s\n' "$unformatted"
  exit 1
fi
go vet ./...
go tool staticcheck ./...
(cd web && npm run --silent check)
if [ "${1:-}" != --lint-only ]; then
  go test -short ./...
  (cd web && npm test --silent)
fi
