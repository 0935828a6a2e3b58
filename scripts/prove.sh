#!/usr/bin/env bash
# The fault table at full counts, on both engines: every test with smaller counts in daily runs runs with
# WEKALA_PROVE=1. docs/proof.md lists the test that shows each row, and the last result. Takes a quarter of an hour or
# more; prove.sh PATTERN runs only the tests whose names match.
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

pattern=${1:-}
crash='TestKilledUnderLoad|TestCommitsReachTheDisk'

WEKALA_COUNTS=$(mktemp)
servers=$(mktemp -d)
chmod 711 "$servers" # the server may run as another user
trap 'for s in plain durable; do scripts/postgres.sh stop --dir "$servers/$s" >/dev/null 2>&1; done; rm -rf "$servers" "$WEKALA_COUNTS"' EXIT
export WEKALA_COUNTS WEKALA_PROVE=1
status=0
began=$SECONDS

# stage NAME SERVER COMMAND... runs tests against a separate server.
stage() {
  local name=$1 server=$2 from=$SECONDS
  shift 2
  printf '\n== %s\n' "$name"
  WEKALA_TEST_POSTGRES=$(scripts/postgres.sh start --dir "$servers/$server" $([ "$server" = plain ] || echo --durable) --parent $$) || exit 1
  export WEKALA_TEST_POSTGRES
  if "$@"; then
    printf '== %s done in %d s\n' "$name" $((SECONDS - from))
  else
    printf '== %s FAILED\n' "$name"
    status=1
  fi
}

command -v strace >/dev/null 2>&1 || install "strace" strace

# The program that is killed is the real one.
make --no-print-directory go || exit 1
export WEKALA_BINARY=$PWD/bin/wekala

# One package after the other: nothing else shall be busy when a crowd comes.
prove="node scripts/gotest.mjs"
if [ -n "$pattern" ]; then
  stage "Tests that match $pattern" plain $prove "$pattern" -p 1 -count=1 -timeout 2h -run "$pattern" ./...
else
  stage "The fault table" plain $prove "fault table" -p 1 -count=1 -timeout 2h -skip "$crash" ./...
  stage "Journeys in every project they name" plain env WEKALA_E2E_PAIRS=1 scripts/journeys.sh
  stage "Killed under load, on disks that are waited for" durable $prove "kill -9" -p 1 -count=1 -timeout 1h -run "$crash" ./internal/app
fi

printf '\nThe whole took %d s.\n' $((SECONDS - began))
awk '{ p += $1; f += $2; s += $3 } END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$WEKALA_COUNTS"
exit $status
