#!/usr/bin/env bash
# Format, vet, staticcheck, types, lint and unit tests: what to run while working. scripts/test.sh runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l cmd internal migrations web/*.go e2e bench 2>/dev/null || true)
if [ -n "$unformatted" ]; then
  printf 'Not formatted (gofmt -w):\n%s\n' "$unformatted"
  exit 1
fi
# Subjects of commits are read in one line of 72 characters; those before this one were written without the check.
since=1d762f401e8bc00477e99c20efccf3bbd604198b
if git cat-file -e "$since^{commit}" 2>/dev/null; then
  long=$(git log --format='%h %s' "$since..HEAD" | awk '{ subject = substr($0, index($0, " ") + 1) } length(subject) > 72')
  if [ -n "$long" ]; then
    printf 'Subjects longer than 72 characters:\n%s\n' "$long"
    exit 1
  fi
fi
# The web's checks take a core, Go's the other.
web=$(mktemp)
trap 'rm -f "$web"' EXIT
web_checks() {
  cd web
  npm run --silent check
  npm run --silent prose
  if [ "$1" != --lint-only ]; then npm test --silent; fi
}
(set -e; web_checks "${1:-}") >"$web" 2>&1 &
beside=$!
status=0
go vet ./... && go tool staticcheck ./... || status=1
if [ "${1:-}" != --lint-only ]; then
  # The collector takes a fifth of their time otherwise, as in scripts/gotest.mjs.
  GOGC=300 go test -short ./... || status=1
fi
wait "$beside" || status=1
cat "$web"
exit $status
