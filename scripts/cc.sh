#!/usr/bin/env bash
# Prints the path of a C compiler, which Go's race detector needs (the program
# itself is built without one). Installs it through the package manager where
# that is allowed; CC names another one.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

# find_compiler builds a program that needs the C library's headers: a compiler
# without them is no use.
find_compiler() {
  local c
  for c in "${CC:-}" cc gcc clang; do
    [ -n "$c" ] || continue
    if c=$(command -v "$c" 2>/dev/null) &&
      printf '#include <stdlib.h>\n#include <pthread.h>\nint main(void) { return 0; }\n' | "$c" -x c -o /dev/null - >/dev/null 2>&1; then
      echo "$c"
      return
    fi
  done
  return 1
}

if ! find_compiler; then
  case $(manager) in
    apt-get) install "A C compiler" gcc libc6-dev ;;
    dnf | zypper) install "A C compiler" gcc glibc-devel ;;
    apk) install "A C compiler" gcc musl-dev ;;
    pacman) install "A C compiler" gcc ;;
    *) install "A C compiler" ;;
  esac
  find_compiler || die "No working C compiler was found. Install one, or set CC to its path."
fi
