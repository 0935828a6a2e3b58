#!/bin/sh
# Makes a Debian package of a built program, without any network: deb.sh PROGRAM ARCH VERSION OUT.deb
# With dpkg-deb where it is installed, else with tar and ar, which is all that a package is.
set -eu
program=$1 arch=$2 version=$3 out=$4
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A version begins with a digit and has no dash but before Debian's own part.
version=$(echo "$version" | sed 's/^v//; s/-/+/g')
case $version in [0-9]*) ;; *) version="0~$version" ;; esac

mkdir -p "$work/root/DEBIAN" "$work/root/usr/bin" "$work/root/usr/lib/systemd/system" "$work/root/etc/wekala" "$work/root/usr/share/doc/wekala"
install -m 755 "$program" "$work/root/usr/bin/wekala"
install -m 644 "$root/deploy/wekala.service" "$work/root/usr/lib/systemd/system/wekala.service"
install -m 640 "$root/deploy/wekala.env" "$work/root/etc/wekala/wekala.env"
install -m 644 "$root/docs/operations.md" "$work/root/usr/share/doc/wekala/operations.md"
install -m 644 "$root/deploy/nginx.conf" "$work/root/usr/share/doc/wekala/nginx.conf"
install -m 644 "$root/NOTICE" "$work/root/usr/share/doc/wekala/copyright"
size=$(du -sk "$work/root" | cut -f1)
sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$size/" "$root/deploy/debian/control" >"$work/root/DEBIAN/control"
install -m 644 "$root/deploy/debian/conffiles" "$work/root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "$root/deploy/debian/$script" "$work/root/DEBIAN/$script"; done

if [ "${WEKALA_DEB_BY:-}" != ar ] && command -v dpkg-deb >/dev/null 2>&1; then
  dpkg-deb --root-owner-group -Zgzip --build "$work/root" "$out" >/dev/null
  exit
fi
out=$(cd "$(dirname "$out")" && pwd)/$(basename "$out")
cd "$work"
echo 2.0 >debian-binary
tar -C root/DEBIAN --owner=0 --group=0 --numeric-owner -czf control.tar.gz .
tar -C root --owner=0 --group=0 --numeric-owner --exclude=./DEBIAN -czf data.tar.gz .
rm -f "$out"
ar rc "$out" debian-binary control.tar.gz data.tar.gz
