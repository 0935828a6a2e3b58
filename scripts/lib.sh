# shellcheck shell=bash
# What the scripts that look for a program share: install it through the
# system's package manager when we may, say plainly what to type when not.

say() { printf '%s\n' "$*" >&2; }

# die LINE... prints each line and ends the script.
die() {
  printf "%s\n" "$@" >&2
  exit 1
}

# roomy reports whether memory has room for what tests write. On PostgreSQL each test has a database of hundreds of
# files, and making those can take a disk most of a second, even when nothing waits for the disk.
roomy() {
  local free available
  free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
  [ -w /dev/shm ] && [ "${free:-0}" -ge 4000000 ] && [ "${available:-0}" -ge 8000000 ]
}

# room makes a folder for what tests write, in memory where there is room, and
# prints it.
room() {
  if roomy; then mktemp -d -p /dev/shm; else mktemp -d; fi
}

# manager prints the system's package manager, nothing when it is unknown.
manager() {
  local m
  for m in apt-get dnf apk pacman zypper brew; do
    if command -v "$m" >/dev/null 2>&1; then
      echo "$m"
      return
    fi
  done
}

# command_for MANAGER PACKAGE... prints the line that installs the packages.
command_for() {
  local m=$1
  shift
  case $m in
    apt-get) echo "apt-get install -y --no-install-recommends $*" ;;
    dnf) echo "dnf install -y $*" ;;
    apk) echo "apk add $*" ;;
    pacman) echo "pacman -S --noconfirm $*" ;;
    zypper) echo "zypper --non-interactive install $*" ;;
    brew) echo "brew install $*" ;;
  esac
}

# install WHAT PACKAGE... installs as root, and otherwise prints the command
# and fails. The packages' names are those of the manager found.
install() {
  local what=$1 m line
  shift
  m=$(manager)
  if [ -z "$m" ] || [ $# -eq 0 ]; then
    die "$what is missing, and this script does not know how to install it here. Install it and run this again."
  fi
  line=$(command_for "$m" "$@")
  if [ "$(id -u)" -ne 0 ] || [ "$m" = brew ]; then
    [ "$m" = brew ] || line="sudo $line"
    die "$what is missing. Install it with:" "  $line"
  fi
  say "Installing $what: $line"
  # The package manager's output goes to standard error: callers read our output.
  if [ "$m" = apt-get ]; then
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    $line >&2 || { apt-get update >&2 && $line >&2; } || die "Installing $what failed."
  else
    # shellcheck disable=SC2086
    $line >&2 || die "Installing $what failed."
  fi
}
