#!/usr/bin/env bash
# Prints three lines for the journeys in WebKit: WebKitWebDriver, its MiniBrowser,
# and Xvfb, the screen that nobody sees. Installs them through the package manager
# where that is allowed; WEBKIT_DRIVER, WEBKIT_BROWSER and XVFB name others.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

driver() { command -v "${WEBKIT_DRIVER:-WebKitWebDriver}"; }
screen() { command -v "${XVFB:-Xvfb}"; }
# Of the libraries that the driver can drive, the GTK 3 one: its bar can be made as narrow as a phone.
browser() {
  local c
  for c in "${WEBKIT_BROWSER:-}" /usr/lib/*/webkit2gtk-4.1/MiniBrowser /usr/lib*/webkit2gtk-4.1/MiniBrowser \
    /usr/libexec/webkit2gtk-4.1/MiniBrowser; do
    if [ -n "$c" ] && [ -x "$c" ]; then
      echo "$c"
      return
    fi
  done
  return 1
}
all() { driver >/dev/null && browser >/dev/null && screen >/dev/null; }

if ! all; then
  case $(manager) in
    apt-get) install "WebKit with its driver and a screen" webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb ;;
    *) install "WebKit with its driver (WebKitWebDriver and MiniBrowser of WebKitGTK 4.1) and Xvfb" ;;
  esac
fi
all || die "WebKitWebDriver, MiniBrowser (WebKitGTK 4.1) or Xvfb was not found. Install them, or set WEBKIT_DRIVER, WEBKIT_BROWSER and XVFB to their paths."
driver
browser
screen
