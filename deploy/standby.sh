#!/bin/sh
# standby.sh SECONDS [DATABASE]: brings the copy of a site that runs on another machine here, again and again, as pulled.db
# beside where the database will be. It starts nothing, and writes nothing to the copy.
database=${2:-/data/conference.db}
pulled=$(dirname "$database")/pulled.db
seen=
while sleep "$1"; do
  # Where nothing was added there is nothing to fetch.
  there=$(litestream wal "$database" | cksum)
  if [ "$there" != "$seen" ]; then
    rm -f "$pulled".next*
    if litestream restore -o "$pulled.next" "$database" && mv "$pulled.next" "$pulled"; then
      seen=$there
      echo "$(date -u +%FT%TZ) pulled"
    fi
  fi
done
