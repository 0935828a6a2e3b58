#!/bin/sh
# Builds what is published, in dist/: the program for each system, a Debian package and the parts of a container image
# for each Linux, and the checksums of all. Needs the built web files and no network.
#   release.sh VERSION [SYSTEM/ARCH …]
set -eu
version=$1
shift
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
cd "$(dirname "$0")/.."
# Migrations that a shop has run must not change any more.
newest=$(ls migrations/*.sql | tail -1)
newest=${newest##*/}
if [ ! -f "internal/app/testdata/frozen/${newest%%_*}/migrations.sha256" ]; then
  echo "$newest is not frozen: run make freeze and commit what it makes" >&2
  exit 1
fi
rm -rf dist
mkdir -p dist
for target in "$@"; do
  os=${target%/*} arch=${target#*/} ending=
  [ "$os" = windows ] && ending=.exe
  out="dist/wekala-$version-$os-$arch$ending"
  echo "$out"
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -ldflags "-s -w -X wekala/internal/app.Version=$version" -o "$out" ./cmd/wekala
  if [ "$os" = linux ]; then
    scripts/deb.sh "$out" "$arch" "$version" "dist/wekala_${version}_$arch.deb"
    # A container is built of this folder alone: docker build -f deploy/Containerfile dist/container-ARCH
    mkdir -p "dist/container-$arch/data"
    ln "$out" "dist/container-$arch/wekala"
    for authorities in /etc/ssl/certs/ca-certificates.crt /etc/ssl/cert.pem; do
      if [ -f "$authorities" ]; then
        cp "$authorities" "dist/container-$arch/ca-certificates.crt"
        break
      fi
    done
  fi
done
(cd dist && sha256sum wekala-* wekala_* >SHA256SUMS)
