#!/usr/bin/env bash
# Everything: installs what is missing, then lint, both engines, the race detector, the web's unit tests and journeys in
# a real browser. Ends with the total counts of the test runners.
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

WEKALA_COUNTS=$(mktemp)
WEKALA_FAILURES=$(mktemp)
export WEKALA_COUNTS WEKALA_FAILURES
status=0
began=$SECONDS

# stage NAME COMMAND... runs a stage, prints its duration, and remembers a failure; the final list has the failed tests
# above the stage's name.
stage() {
  local name=$1 from=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if ! "$@"; then
    printf '== %s FAILED\n' "$name" | tee -a "$WEKALA_FAILURES"
    status=1
    return 1
  fi
  printf '== %s done in %d s\n' "$name" $((SECONDS - from))
}

# Requirements of all the stages below; without them the script cannot continue.
CC=$(scripts/cc.sh) || exit 1
CHROMIUM=$(scripts/chromium.sh) || exit 1
NGINX=$(scripts/nginx.sh) || exit 1
export CC CHROMIUM NGINX
# With the build's own flags, so that everything is compiled once (and again for the race detector). The packages that
# do not depend on the web are compiled in the meantime.
export CGO_ENABLED=0 GOFLAGS=-trimpath
go build ./internal/platform/... &
stage "web build" make --no-print-directory web || exit 1
stage "program" make --no-print-directory go || exit 1

if [ -z "${WEKALA_TEST_POSTGRES:-}" ]; then
  pgdir=$(room)
  trap 'scripts/postgres.sh stop --dir "$pgdir" >/dev/null 2>&1; rm -rf "$pgdir" "$WEKALA_COUNTS" "$WEKALA_FAILURES"' EXIT
  WEKALA_TEST_POSTGRES=$(scripts/postgres.sh start --dir "$pgdir" --parent $$) || exit 1
  export WEKALA_TEST_POSTGRES
fi

stage "generated files are up to date" scripts/drift.sh
stage "format, vet, lint, types" scripts/check.sh --lint-only
# The longest package takes half of go test's own limit of ten minutes, on a busy machine more than all.
stage "Go on both engines" node scripts/gotest.mjs "Go" -timeout 30m ./...
# The race detector ends with one long package on one core: the web's units have the other. Tests
# in which one request follows the other, or that weigh memory, show the detector nothing.
alone='^(TestOneIsMadeEveryNight|TestADamagedOrNewerBackupIsRefused|TestFavouriteNews|TestOperations|TestTerms|TestPlainCode|TestFiguresAreHeld|TestTheLogSpeaksPlainly|TestAuthorizationIsJudgedFirst|TestIDRoutes|TestHostileText|TestHostileCatalogue|TestHostileQueries|TestUnknownFields|TestSmuggledBodies|TestMemoryStaysBounded|TestShrink|TestTheShopsOwnLogo|TestNothingInternalGoesOutside|TestOneKeyOneAnswer|TestAccountsThatAreMissing|TestABackupBringsTheShopBack|TestARestoredShopHasTheSameFigures|TestAuditedWritesAreWrittenDown|TestTextsPageIsSearched|TestTheLogIsReadAndUndone|TestABackupThatFailsCountsForNothing|TestStaffOfBranchesWriteNoOthers|TestNothingTypedIsRun|TestServiceTextsAreFormalAndSpeakToOnePerson|TestNoLimitCutsAListInSilence|TestPicturesLookDifferent|TestOrdersAreReadAlongIndexes|TestImportSpeed|TestRandomWalkOverMoney|TestAnOwnerSetsWherePicturesAreKept|TestAnOwnerSetsWhereBackupsGo|TestPriceWasIsOfTheSameBranch|TestAnOwnerWordsMessages|TestBulkWithinBranches|TestFilesOfBranchesHoldNoOthers)$'
units=$(mktemp)
# Failed tests are counted too.
web_units() {
  local code=0
  (cd web && npm test --silent -- --reporter=default --reporter=json --outputFile=../var/vitest.json) || code=$?
  node scripts/counts.mjs vitest var/vitest.json || code=1
  return "$code"
}
stage "web units" web_units >"$units" 2>&1 &
beside=$!
stage "race detector" env CGO_ENABLED=1 node scripts/gotest.mjs "Go with the race detector" -race -short -timeout 30m -skip "$alone" ./...
wait "$beside" || status=1
cat "$units"
rm -f "$units"
stage "journeys in Chromium" scripts/journeys.sh
stage "journeys in Firefox and WebKit" scripts/engines.sh

cat "$WEKALA_FAILURES"
printf '\nThe whole took %d s.\n' $((SECONDS - began))
awk '{ p += $1; f += $2; s += $3; $1 = $2 = $3 = ""; } END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$WEKALA_COUNTS"
exit $status
