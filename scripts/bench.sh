#!/usr/bin/env bash
# Measures the built program and its limits on SQLite and on a durable PostgreSQL, and prints a table of ratios.
# Arguments are passed to bench (see -help):
#   scripts/bench.sh -products 100000 -only search
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'scripts/postgres.sh stop --dir "$dir/pg" >/dev/null 2>&1; rm -rf "$dir"' EXIT
chmod 755 "$dir"
url=$(scripts/postgres.sh start --dir "$dir/pg" --durable --parent $$)
go build -o "$dir/bench" ./bench
WEKALA_BENCH_POSTGRES=$url "$dir/bench" "$@"
