# What the entry point of postgres:17 does with the variables that compose.yaml sets.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  umask 077
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  pg_ctl --wait --options "-c listen_addresses=''" start
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --wait --mode fast stop
fi
exec "$@"
