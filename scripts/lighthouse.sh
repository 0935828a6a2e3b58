#!/usr/bin/env bash
# Lighthouse, mobile: home, listing, branch and product in both languages
# against the built program with its demo shop. Not part of the tests: figures
# depend on the machine. Usage: scripts/lighthouse.sh [runs] [page…]
set -euo pipefail
cd "$(dirname "$0")/.."
CHROMIUM=${CHROMIUM:-$(scripts/chromium.sh)}
export CHROMIUM
data=$(mktemp -d)
: >"$data/log"
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$data"
}
trap cleanup EXIT

bin/wekala serve --demo --listen 127.0.0.1:0 --data-dir "$data" --database "sqlite:$data/wekala.db" >"$data/log" 2>&1 &
server=$!
url=
for _ in $(seq 300); do
  url=$(sed -n 's/.*\(http:\/\/127\.0\.0\.1:[0-9]*\).*/\1/p' "$data/log" | head -1)
  if [ -n "$url" ] && node -e "fetch('$url/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then
    break
  fi
  kill -0 "$server" 2>/dev/null || { cat "$data/log"; exit 1; }
  sleep 0.2
done
node e2e/lighthouse.mjs "$url" "$@"
