#!/usr/bin/env bash
# Prints the path of a Firefox for the journeys. Installs it through the package
# manager where that is allowed; FIREFOX names another one.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

find_browser() {
  local c
  for c in "${FIREFOX:-}" firefox-esr firefox "/Applications/Firefox.app/Contents/MacOS/firefox"; do
    [ -n "$c" ] || continue
    # A browser that does not report its version is a package's placeholder.
    if c=$(command -v "$c" 2>/dev/null) && "$c" --version >/dev/null 2>&1; then
      echo "$c"
      return
    fi
  done
  return 1
}

if ! find_browser >/dev/null; then
  case $(manager) in
    # Ubuntu's own package is a snap, which tests cannot drive.
    apt-get) install Firefox firefox-esr ;;
    dnf | apk | pacman) install Firefox firefox ;;
    zypper) install Firefox MozillaFirefox ;;
    brew) install Firefox --cask firefox ;;
    *) install Firefox ;;
  esac
fi
find_browser || die "No Firefox was found. Install one, or set FIREFOX to its path."
