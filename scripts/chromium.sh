#!/usr/bin/env bash
# Prints the path of a Chromium for the journeys, and makes sure that it can
# draw Arabic. Installs through the package manager where that is allowed;
# CHROMIUM names another browser.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

find_browser() {
  local c
  for c in "${CHROMIUM:-}" /usr/bin/chromium chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Chromium.app/Contents/MacOS/Chromium" \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    [ -n "$c" ] || continue
    # A browser that does not report its version is a package's placeholder.
    if c=$(command -v "$c" 2>/dev/null) && "$c" --version >/dev/null 2>&1; then
      echo "$c"
      return
    fi
  done
  return 1
}

# Without a font that has Arabic letters the journeys would show boxes. The shop ships its own; this is for characters
# that it lacks.
arabic_font() {
  [ "$(uname)" = Darwin ] || ! command -v fc-list >/dev/null 2>&1 || [ -n "$(fc-list ':lang=ar' family 2>/dev/null)" ]
}

if ! find_browser >/dev/null; then
  case $(manager) in
    apt-get | apk | pacman | zypper | dnf) install Chromium chromium ;;
    brew) install Chromium --cask chromium ;;
    *) install Chromium ;;
  esac
fi
if ! arabic_font; then
  case $(manager) in
    apt-get) install "A font with Arabic letters" fonts-noto-core ;;
    dnf) install "A font with Arabic letters" google-noto-naskh-arabic-fonts ;;
    apk) install "A font with Arabic letters" font-noto-arabic ;;
    pacman | zypper) install "A font with Arabic letters" noto-fonts ;;
    *) say "No font with Arabic letters was found; pictures of pages will lack them." ;;
  esac
fi
find_browser || die "No Chromium was found. Install one, or set CHROMIUM to its path."
