#!/usr/bin/env bash
# Prints the path of an nginx for the test of pages behind a caching proxy. It uses an installed one, else it unpacks
# the distribution's package into a folder: installing it would start a server on port 80.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

if command -v nginx 2>/dev/null; then exit; fi
if [ -x /usr/sbin/nginx ]; then
  echo /usr/sbin/nginx
  exit
fi
[ "$(manager)" = apt-get ] || die "nginx is missing, and this script knows only how to fetch Debian's."
dir=${TMPDIR:-/tmp}/wekala-nginx-$(id -u)
mkdir -p "$dir"
# Two tests that begin together fetch it once.
exec 9>"$dir/lock"
flock 9
if [ ! -x "$dir/usr/sbin/nginx" ]; then
  (
    cd "$dir"
    apt-get download nginx >&2 || { apt-get update >&2 && apt-get download nginx >&2; }
    dpkg-deb -x nginx_*.deb . && rm nginx_*.deb
  ) || die "nginx could not be fetched."
fi
if ! "$dir/usr/sbin/nginx" -V >/dev/null 2>&1; then
  (
    cd "$dir"
    # Named by the release of the system.
    for library in libpcre2-8-0 libssl3t64 libssl3; do apt-get download "$library" >&2 || true; done
    for package in *.deb; do dpkg-deb -x "$package" . && rm "$package"; done
  ) || die "nginx's libraries could not be fetched."
  # Its libraries are next to it if the system has none.
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s/usr/sbin/nginx "$@"\n' "$(dirname "$(find "$dir/usr/lib" "$dir/lib" -name 'libpcre2-8.so*' 2>/dev/null | head -1)")" "$dir" >"$dir/nginx"
  chmod +x "$dir/nginx"
  echo "$dir/nginx"
  exit
fi
echo "$dir/usr/sbin/nginx"
