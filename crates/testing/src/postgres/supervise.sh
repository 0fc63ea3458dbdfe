#!/bin/sh
# Runs one PostgreSQL server for as long as tests use it, then removes what is left of it.
#
#   supervise.sh DIRECTORY REMOVE LINGER COMMAND...
#
# Every test process holds a shared lock on DIRECTORY/users.lock while it lives; the kernel releases it
# however the process ends. When nobody has held it for LINGER seconds, the server is stopped and REMOVE is
# deleted, under the exclusive lock, so that nobody can come in between. DIRECTORY/supervisor.lock is held
# by this process alone: it is the sign that the server runs. The server is our own child, and COMMAND asks
# the kernel to end it with us: no process is ever looked up by a number out of a file.
directory=$1 remove=$2 linger=$3
shift 3

exec 8>>"$directory/supervisor.lock"
flock --exclusive --nonblock 8 || exit 75
exec 9>>"$directory/users.lock"

"$@" 8>&- 9>&- &
server=$!

watch='
while :; do
    flock --exclusive 9
    uses=$(stat --format %s "$1/users.lock")
    flock --unlock 9
    sleep "$2"
    if flock --exclusive --nonblock 9; then
        [ "$uses" = "$(stat --format %s "$1/users.lock")" ] && kill -TERM "$3" && exit
        flock --unlock 9
    fi
done'
setpriv --pdeathsig KILL sh -c "$watch" watch "$directory" "$linger" $$ 8>&- &
watcher=$!

# SIGQUIT: stop at once, without a last checkpoint; the files are about to be deleted.
trap 'kill -QUIT "$server"' TERM INT HUP
wait "$server"
trap '' TERM INT HUP
wait "$server" 2>/dev/null

# A server that ended by itself leaves its users to fail and the next one to start anew.
kill -KILL "$watcher" 2>/dev/null
rm -rf "$remove"
