#!/bin/sh
# Runs a command that ends when its owner ends, even by SIGKILL.
#   guard.sh GRACE COMMAND [ARGUMENT ...]
# GRACE: seconds between asking the command to stop and killing its process group.
# Standard input: a pipe whose writing end only the owner holds.
grace=$1
shift
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
orphaned=
trap 'kill -TERM "$child" 2>/dev/null' TERM INT HUP
trap 'orphaned=yes' USR1
(
    trap '' TERM INT HUP
    # Returns when the owner is gone.
    read -r _ <&3
    kill -USR1 $$
    kill -TERM "$child" 2>/dev/null
    tries=$((grace * 10))
    while kill -0 "$child" 2>/dev/null && [ "$tries" -gt 0 ]; do
        sleep 0.1
        tries=$((tries - 1))
    done
    kill -KILL 0
) &
watcher=$!
wait "$child"
status=$?
# A trapped signal ends the wait early; go on until the command is really gone.
while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    status=$?
done
if [ -n "$orphaned" ]; then wait "$watcher"; else kill -KILL "$watcher" 2>/dev/null; fi
exit "$status"
