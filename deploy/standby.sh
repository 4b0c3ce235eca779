#!/bin/sh
# standby.sh SECONDS [DATABASE]: repeatedly downloads the copy of a site that runs on another server, as pulled.db beside
# the future database. Starts nothing, and does not write to the copy.
database=${2:-/data/conference.db}
pulled=$(dirname "$database")/pulled.db
seen=
while sleep "$1"; do
  # Lists the copy's changes without downloading them.
  there=$(litestream wal "$database" | cksum)
  if [ "$there" != "$seen" ]; then
    rm -f "$pulled".next*
    if litestream restore -o "$pulled.next" "$database" && mv "$pulled.next" "$pulled"; then
      seen=$there
      echo "$(date -u +%FT%TZ) pulled"
    fi
  fi
done
