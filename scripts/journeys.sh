#!/usr/bin/env bash
# Journeys in a real browser against the built program with its demo shop, each
# in Arabic and English, on a phone and on a desktop.
# Usage: scripts/journeys.sh [playwright arguments…]
# WEKALA_E2E_CONFIG names other journeys, in other browsers: scripts/engines.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh
CHROMIUM=${CHROMIUM:-$(scripts/chromium.sh)}
export CHROMIUM
NODE_PATH=$PWD/web/node_modules
export NODE_PATH
data=$(room)
: >"$data/log"
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$data"
}
trap cleanup EXIT

# The browsers' profiles too.
export TMPDIR=$data/tmp
mkdir "$TMPDIR"
bin/wekala serve --demo --listen 127.0.0.1:0 --data-dir "$data" --database "${WEKALA_E2E_DATABASE:-sqlite:$data/wekala.db}" >"$data/log" 2>&1 &
server=$!
for _ in $(seq 300); do
  WEKALA_URL=$(sed -n 's/.*\(http:\/\/127\.0\.0\.1:[0-9]*\).*/\1/p' "$data/log" | head -1)
  if [ -n "$WEKALA_URL" ] && node -e "fetch('$WEKALA_URL/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then
    break
  fi
  kill -0 "$server" 2>/dev/null || { cat "$data/log"; exit 1; }
  sleep 0.2
done
export WEKALA_URL
mkdir -p var
WEKALA_STAFF=$(sed -n 's/.*console sign-in: *//p' "$data/log" | head -1)
export WEKALA_STAFF
code=0
PLAYWRIGHT_JSON_OUTPUT_NAME=$PWD/var/playwright.json \
  web/node_modules/.bin/playwright test -c "${WEKALA_E2E_CONFIG:-e2e/playwright.config.ts}" "$@" || code=$?
node scripts/counts.mjs playwright var/playwright.json || code=1
[ "$code" = 0 ] || tail -50 "$data/log"
exit "$code"
