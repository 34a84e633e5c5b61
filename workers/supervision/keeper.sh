#!/bin/sh
# Makes a folder, and removes it once nobody uses it any more, also if all who used it were killed.
#   keeper.sh FOLDER
# Standard input: a pipe whose writing end the users hold.  Prints "made" when the folder is there.
folder=$1
# Nobody but the end of its users ends it, not even a reader who is gone.
trap '' TERM INT HUP PIPE
mkdir -m 700 -- "$folder" || exit 1
echo made
exec >/dev/null 2>&1
read -r _
# A network file system may need several attempts.
tries=100
until rm -rf -- "$folder" && [ ! -e "$folder" ] || [ "$tries" -eq 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
done
