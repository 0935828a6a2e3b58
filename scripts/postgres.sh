#!/usr/bin/env bash
# A PostgreSQL server for tests and measurements, in its own folder, on a free port of the loopback address.
#
#   postgres.sh start [--dir DIR] [--durable] [--idle SECONDS] [--parent PID]
#   postgres.sh url   [--dir DIR]
#   postgres.sh stop  [--dir DIR]
#
# start prints the server's address. A server that already runs in the folder is used again. Without --durable it does
# not wait for the disk, which is right for tests that do not concern durability, and its folder is in memory if there
# is room and none is named. With --idle it stops after so many seconds without a connection, with --parent when that
# process ends. As root the server runs as an unprivileged user. The script searches for PostgreSQL 15 or later, and
# installs it through the package manager where that is allowed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

oldest=15

usage() { die "usage: postgres.sh start|url|stop [--dir DIR] [--durable] [--idle SECONDS] [--parent PID]"; }

action=${1:-}
[ $# -gt 0 ] && shift
dir= durable= idle=0 parent=
while [ $# -gt 0 ]; do
  case $1 in
    --dir) dir=${2:?} && shift ;;
    --durable) durable=yes ;;
    --idle) idle=${2:?} && shift ;;
    --parent) parent=${2:?} && shift ;;
    *) usage ;;
  esac
  shift
done
if [ -z "$dir" ]; then
  name=wekala-postgres-$(id -u)${durable:+-durable}
  dir=${TMPDIR:-/tmp}/$name
  if [ -z "$durable" ] && { [ -e "/dev/shm/$name" ] || roomy; }; then
    dir=/dev/shm/$name
  fi
fi
case $dir in /*) ;; *) dir=$PWD/$dir ;; esac

# version_of BINDIR prints the major version, 0 when the server is incomplete.
version_of() {
  local v
  if [ -x "$1/postgres" ] && [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] && [ -x "$1/psql" ]; then
    v=$("$1/postgres" --version 2>/dev/null | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
  fi
  echo "${v:-0}"
}

# find_server sets bin to the newest server's programs.
find_server() {
  local best=0 v b
  bin=
  for b in $(dirname "$(command -v postgres 2>/dev/null || echo /none/postgres)") \
    /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/libexec/postgresql* /usr/local/pgsql/bin \
    /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin /usr/bin; do
    v=$(version_of "$b")
    if [ "$v" -ge "$oldest" ] && [ "$v" -gt "$best" ]; then
      best=$v bin=$b
    fi
  done
  [ -n "$bin" ]
}

install_server() {
  local conf=/etc/postgresql-common/createcluster.conf
  case $(manager) in
    apt-get)
      # Debian would start a cluster immediately, which is not wanted.
      if [ "$(id -u)" -eq 0 ] && [ ! -e "$conf" ]; then
        install "PostgreSQL" postgresql-common
        sed -i -E 's/^#?create_main_cluster.*/create_main_cluster = false/' "$conf"
      fi
      install "PostgreSQL" postgresql
      ;;
    dnf) install "PostgreSQL" postgresql-server postgresql ;;
    apk) install "PostgreSQL" postgresql postgresql-client icu-data-full ;;
    pacman) install "PostgreSQL" postgresql ;;
    zypper) install "PostgreSQL" postgresql-server postgresql ;;
    brew) install "PostgreSQL" postgresql@17 ;;
    *) install "PostgreSQL $oldest or later" ;;
  esac
  find_server || die "PostgreSQL $oldest or later was not found; the package manager has an older one. See https://www.postgresql.org/download/"
}

# server runs a command as the user the server belongs to.
server() {
  if [ "$(id -u)" -ne 0 ]; then
    "$@"
  elif command -v runuser >/dev/null 2>&1; then
    runuser -u "$owner" -- "$@"
  else
    su "$owner" -s /bin/sh -c "$(printf '%q ' "$@")"
  fi
}

owner_of_server() { stat -c %U "$dir/data" 2>/dev/null || id -un; }

lock() {
  local waited=0
  until mkdir "$dir.lock" 2>/dev/null; do
    # The previous holder of the lock may have been killed.
    if [ -e "$dir.lock/pid" ] && ! kill -0 "$(cat "$dir.lock/pid")" 2>/dev/null; then
      rm -rf "$dir.lock"
      continue
    fi
    waited=$((waited + 1))
    [ "$waited" -lt 1800 ] || die "Somebody else holds $dir.lock for three minutes; remove it if that is not so."
    sleep 0.1
  done
  echo "$BASHPID" >"$dir.lock/pid"
  trap 'rm -rf "$dir.lock"' EXIT
}

unlock() {
  rm -rf "$dir.lock"
  trap - EXIT
}

# running asks the port, because a killed server's number may live on for a
# while.
running() {
  local port
  [ -O "$dir" ] && [ -s "$dir/url" ] && [ -s "$dir/data/postmaster.pid" ] || return 1
  port=$(sed -E 's,^.*:([0-9]+)/.*,\1,' "$dir/url")
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null
}

stop_server() {
  if [ -e "$dir/data/postmaster.pid" ]; then
    (cd / && server "$bin/pg_ctl" stop -D "$dir/data" -m immediate -t 30 >/dev/null 2>&1) || true
  fi
  rm -rf "$dir"
}

# init_cluster compares text as Egyptians do, so that a query that leans on the
# database's order fails a test instead of a customer.
init_cluster() {
  local locale
  for locale in ar-EG und; do
    if server "$bin/initdb" -D "$dir/data" -U wekala -A scram-sha-256 --pwfile "$dir/data.password" -E UTF8 --locale=C \
      --locale-provider=icu --icu-locale="$locale" --no-sync >"$dir/initdb.log" 2>&1; then
      return
    fi
    rm -rf "$dir/data"
    make_private "$dir/data"
  done
  cat "$dir/initdb.log" >&2
  die "initdb failed."
}

make_private() {
  mkdir -m 700 "$1"
  [ "$(id -u)" -ne 0 ] || chown "$owner" "$1"
}

settings() {
  cat <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
max_wal_size = 2GB
timezone = 'UTC'
log_min_messages = warning
jit = off
CONF
  if [ -z "$durable" ]; then
    printf '%s\n' 'fsync = off' 'synchronous_commit = off' 'full_page_writes = off'
  fi
}

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

start_server() {
  local attempt port password
  owner=$(id -un)
  if [ "$(id -u)" -eq 0 ]; then
    owner=nobody
    ! id postgres >/dev/null 2>&1 || owner=postgres
  fi
  mkdir -m 711 "$dir" || die "$dir belongs to somebody else; give another folder with --dir."
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  (umask 077 && echo "$password" >"$dir/data.password")
  [ "$(id -u)" -ne 0 ] || chown "$owner" "$dir/data.password"
  make_private "$dir/data"
  cd / # the server's user may not enter the folder we were called from
  init_cluster
  rm -f "$dir/data.password"
  settings | server tee -a "$dir/data/postgresql.conf" >/dev/null
  for attempt in 1 2 3 4 5 6 7 8; do
    port=$(free_port)
    if server "$bin/pg_ctl" start -D "$dir/data" -w -t 60 -l "$dir/data/server.log" -o "-p $port" </dev/null >"$dir/start.log" 2>&1; then
      (umask 077 && echo "postgres://wekala:$password@127.0.0.1:$port/postgres?sslmode=disable" >"$dir/url")
      touch "$dir/used" "$dir/seen"
      return
    fi
  done
  cat "$dir/start.log" "$dir/data/server.log" >&2 || true
  die "PostgreSQL did not start."
}

# used reports whether there is a connection, or the address was requested lately.
used() {
  local n url
  if [ "$dir/used" -nt "$dir/seen" ]; then
    touch -r "$dir/used" "$dir/seen"
    return 0
  fi
  url=$(cat "$dir/url")
  # The password stays out of the list of processes.
  n=$(PGPASSWORD=$(echo "$url" | sed -E 's,^.*://wekala:([^@]*)@.*,\1,') \
    "$bin/psql" -XAtq "$(echo "$url" | sed -E 's,:[^:@]*@,@,')" -c \
    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()" 2>/dev/null) || n=0
  [ "${n:-0}" -gt 0 ]
}

# watch stops the server when its time has come, so that none is left behind.
watch() {
  local quiet=0
  while sleep 2; do
    running || return 0
    if [ -n "$parent" ] && ! kill -0 "$parent" 2>/dev/null; then
      break
    fi
    if [ "$idle" -gt 0 ]; then
      if used; then
        quiet=0
      else
        quiet=$((quiet + 2))
      fi
      if [ "$quiet" -ge "$idle" ]; then
        lock
        if [ "$dir/used" -nt "$dir/seen" ]; then
          unlock
          quiet=0
          continue
        fi
        stop_server
        return 0
      fi
    fi
  done
  lock
  stop_server
}

# start_watch starts the watcher in a separate session: ending a test run often ends its whole group of processes, and
# the watcher must outlive that.
start_watch() {
  local alone=
  ! command -v setsid >/dev/null 2>&1 || alone=setsid
  $alone bash "$here/postgres.sh" watch --dir "$dir" --idle "$idle" ${parent:+--parent "$parent"} </dev/null >/dev/null 2>&1 &
}

case $action in
  start)
    find_server || install_server
    lock
    if ! running; then
      [ ! -e "$dir" ] || [ -O "$dir" ] || die "$dir belongs to somebody else; give another folder with --dir."
      owner=$(owner_of_server)
      [ ! -e "$dir" ] || stop_server
      start_server
      [ "$idle" -eq 0 ] && [ -z "$parent" ] || start_watch
    fi
    touch "$dir/used"
    cat "$dir/url"
    ;;
  url)
    running || die "No server runs in $dir."
    touch "$dir/used"
    cat "$dir/url"
    ;;
  stop)
    [ -e "$dir" ] || exit 0
    [ -O "$dir" ] || die "$dir belongs to somebody else."
    find_server || die "PostgreSQL's programs are gone."
    lock
    owner=$(owner_of_server)
    stop_server
    ;;
  watch) # started by start
    find_server
    owner=$(owner_of_server)
    trap '' HUP INT
    watch
    ;;
  *) usage ;;
esac
