#!/usr/bin/env bash
# The core journeys and measurements in Chromium, Firefox and WebKit alike, in Arabic
# on a phone's width and in English on a desktop's. An engine that is missing
# fails the run.
# Usage: scripts/engines.sh [playwright arguments…], as --project 'webkit-*'
set -euo pipefail
cd "$(dirname "$0")/.."
CHROMIUM=${CHROMIUM:-$(scripts/chromium.sh)}
FIREFOX=$(scripts/firefox.sh)
found=$(scripts/webkit.sh)
{
  read -r WEBKIT_DRIVER
  read -r WEBKIT_BROWSER
  read -r XVFB
} <<<"$found"
# Named after a language, it lets WebKit request that language.
for C_LOCALE in /usr/lib/locale/C.utf8 /usr/lib/locale/C.UTF-8; do [ ! -d "$C_LOCALE" ] || break; done
export C_LOCALE CHROMIUM FIREFOX WEBKIT_DRIVER WEBKIT_BROWSER XVFB
WEKALA_E2E_CONFIG=e2e/engines/playwright.config.ts exec scripts/journeys.sh "$@"
