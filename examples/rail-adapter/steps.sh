#!/usr/bin/env bash
# Does with an adapter what the variable CRP_STEP says, for `causeway rail check --restart` (rails 18).
#
#   CRP_STEP=START bash steps.sh python3 adapter.py serve --data data --listen 127.0.0.1:9100 …
#
# The arguments are the command that serves, with a --partner for PAID. Beside the folder of its --data are data.pid (the process), data.copy (the
# copy of the store) and data.log (the output). START and STOP are for you; the check does not use them.
set -eu

fail() {
  echo "steps.sh: $1" >&2
  exit 1
}

# Prints the value of an option of the command.
option() {
  local name=$1 last=
  shift
  for word in "$@"; do
    if [ "$last" = "$name" ]; then
      echo "$word"
      return
    fi
    last=$word
  done
  fail "the command has no $name"
}

# Prints how many payments the bank has booked with a reference. One that it has barred has no amount.
count_payments() {
  python3 - "$(option --partner "$@")" "$CRP_REFERENCE" << 'END'
import http.client, json, sys

connection = http.client.HTTPConnection(sys.argv[1], timeout=10)
connection.request("GET", "/book")
book = json.loads(connection.getresponse().read())["payments"]
booked = [payment["reference"] for payment in book if payment["amount"] is not None]
print(booked.count(sys.argv[2]))
END
}

DATA=$(option --data "$@")
LISTEN=$(option --listen "$@")

listens() {
  (exec 3<> "/dev/tcp/${LISTEN%:*}/${LISTEN##*:}") 2> /dev/null
}

# Kills the adapter, as a crash of its machine does.
stop() {
  if [ -f "$DATA.pid" ]; then
    kill -KILL "$(cat "$DATA.pid")" 2> /dev/null || true
    rm "$DATA.pid"
    while listens; do sleep 0.02; done
  fi
}

# Starts the adapter with its output in a file, and waits until it listens.
start() {
  local log=$1
  shift
  if listens; then fail "another process listens at $LISTEN"; fi
  setsid "$@" >> "$log" 2>&1 < /dev/null &
  echo $! > "$DATA.pid"
  until listens; do
    if ! kill -0 "$(cat "$DATA.pid")" 2> /dev/null; then
      rm "$DATA.pid"
      fail "the adapter has ended, see $log"
    fi
    sleep 0.02
  done
}

case "${CRP_STEP:-}" in
  START) start "$DATA.log" "$@" ;;
  STOP) stop ;;
  RESTART)
    stop
    start "$DATA.log" "$@"
    ;;
  COPY)
    stop
    rm -rf "$DATA.copy"
    cp -r "$DATA" "$DATA.copy"
    start "$DATA.log" "$@"
    ;;
  RESTORE)
    stop
    rm -rf "$DATA"
    cp -r "$DATA.copy" "$DATA"
    start "$DATA.log" "$@"
    ;;
  LOCK) # no file can grow beyond a byte, the log neither
    stop
    start /dev/null "$@"
    prlimit --pid "$(cat "$DATA.pid")" --fsize=1
    ;;
  UNLOCK)
    stop
    start "$DATA.log" "$@"
    ;;
  PAID) count_payments "$@" ;;
  *) exit 3 ;;
esac
