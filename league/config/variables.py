"""The table of all settings: what the start checks, docs/settings.md and .env.example say of them.

`python -m tools.settings_page` writes both documents from it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import environ

from league.config.variable_kinds import (
    DATABASE,
    FLAG,
    MAIL,
    MAILBOX,
    PRIVATE_KEY,
    RATE_LIMIT,
    REDIS,
    REPORTS,
    SERVER,
    WEB,
    Counts,
    Hosts,
    Kind,
    Number,
    Whole,
    Words,
    one_of,
)

DAYS = Whole(1, 36_500)
NOT_GIVEN = environ.Env.NOTSET


class Environment(environ.Env):  # type: ignore[misc]  # the package has no types
    """Reads settings; an empty one counts as not set, except where text may be empty."""

    def get_value(self, var: Any, cast: Any = None, default: Any = NOT_GIVEN, **more: Any) -> Any:
        if cast is not str and default is not NOT_GIVEN and self.ENVIRON.get(var) == "":
            return default
        return super().get_value(var, cast, default, **more)


class Variable(NamedTuple):
    """A variable of the environment; `default` and `meaning` are Markdown."""

    name: str
    kind: Kind
    default: str
    example: str
    meaning: str


def names() -> set[str]:
    """Return the names of all settings."""
    return {variable.name for variable in VARIABLES}


def faults(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each variable with an invalid value; an empty one counts as not set."""
    for variable in VARIABLES:
        text = environment.get(variable.name, "")
        if text and not variable.kind.accepts(text):
            actual = f", not {text!r}" if variable.kind.is_shown else ""
            example = f" Example: {variable.example}" if variable.example else ""
            yield f"{variable.name} must be {variable.kind.expected}{actual}.{example}"


VARIABLES = [
    Variable(
        "MANCHE_DATA",
        Words(),
        "`data` in Manche's folder; `~/.local/share/manche` if it was "
        "[installed](on-your-computer.md#as-a-program)",
        "./data",
        "folder of the database file, the secret key and the collected static files",
    ),
    Variable(
        "DATABASE_URL",
        DATABASE,
        "a file in `MANCHE_DATA`",
        "postgresql://user:password@host:5432/name",
        "PostgreSQL, as `postgresql://user:password@host:5432/name`",
    ),
    Variable(
        "DATABASE_REPLICA_URL",
        DATABASE,
        "everything is read from `DATABASE_URL`",
        "postgresql://user:password@replica:5432/name",
        "a streaming replica of it, from which people who are not signed in read public "
        "pages. Migrations and the worker never use it",
    ),
    Variable(
        "DATABASE_REPLICA_LAG",
        Number(0, 3600),
        "`3`",
        "3",
        "seconds that the replica may lag; after that it is not used",
    ),
    Variable(
        "DATABASE_POOLED",
        FLAG,
        "`0`",
        "0",
        "`1` if a PgBouncer in between pools by transaction: no statement is prepared, and no"
        " cursor outlives its transaction. `manage.py check --database default` notices a "
        "pooler",
    ),
    Variable(
        "REDIS_URL",
        REDIS,
        "worker inside the web process",
        "redis://127.0.0.1:6379/0",
        "Redis 6.2 or newer, as `redis://host:6379/0`, or with [TLS and a "
        "password](scaling.md#2-valkey-or-redis-with-a-password-and-tls); worker and beat "
        "then run beside web",
    ),
    Variable(
        "REDIS_PREFIX",
        Words(),
        "`manche:`",
        "manche:",
        "prefix of the worker's keys, in case several programs share one Redis",
    ),
    Variable(
        "SECRET_KEY",
        Words(secret=True),
        "created once, in `MANCHE_DATA`",
        "",
        "at least 50 random letters and digits; changing it ends all sign-ins",
    ),
    Variable(
        "ALLOWED_HOSTS",
        Hosts(),
        "this computer, and its private addresses without `REDIS_URL`",
        "127.0.0.1,localhost,[::1]",
        "names and addresses under which people reach Manche, separated by commas without "
        "spaces; `*` is refused",
    ),
    Variable(
        "HTTPS",
        FLAG,
        "`0`",
        "0",
        "`1` behind a proxy that uses HTTPS and sets `X-Forwarded-Proto`: secure cookies, "
        "redirects, HSTS",
    ),
    Variable(
        "NUM_PROXIES",
        Whole(0, 20),
        "`0`",
        "0",
        "number of proxies in front of Manche, so that the limit per address applies to the "
        "visitor's address and not to the proxy's",
    ),
    Variable(
        "MANCHE_LANGUAGE",
        one_of("en", "fr", "de"),
        "`en`; commands follow the terminal",
        "fr",
        "the [language of the server](#language-of-the-server): of its commands, its alerts, and "
        "its pages for browsers that ask for no language it has",
    ),
    Variable(
        "DEMO",
        FLAG,
        "`1`; `0` with `REDIS_URL`",
        "1",
        "`0`: an empty server starts with the setup page, not with the demo",
    ),
    Variable(
        "MANCHE_OWNER_EMAIL",
        MAILBOX,
        "the setup page asks for it",
        "olga@league.example",
        "the owner that `prepare` creates on a server [without "
        "accounts](on-a-server.md#without-a-person-at-the-keyboard)",
    ),
    Variable(
        "MANCHE_OWNER_PASSWORD",
        Words(secret=True),
        "a link to choose one",
        "",
        "the first password of this owner",
    ),
    Variable(
        "SIGNUP",
        one_of("invitation", "open"),
        "`invitation`",
        "invitation",
        "`open`: anyone can create an account; `invitation`: only invited people",
    ),
    Variable(
        "BASE_URL",
        WEB,
        "`https://`, the first of `ALLOWED_HOSTS` and `BASE_PATH`, with `HTTPS`",
        "https://league.example",
        "the address of Manche: links in e-mails begin with it",
    ),
    Variable(
        "BASE_PATH",
        Words(),
        "the path of `BASE_URL`",
        "/league",
        "the path below which people reach Manche, [`/league`](on-a-server.md#below-a-path)",
    ),
    Variable(
        "EMAIL_URL",
        MAIL,
        "no e-mail",
        "smtp+tls://user:password@smtp.example.org:587",
        "the mail server, see [Mail](#mail)",
    ),
    Variable(
        "EMAIL_FROM",
        MAILBOX,
        "`manche@` and the host of `BASE_URL`",
        "Les Ardoises <club@league.example>",
        "the sender of e-mails, such as `Les Ardoises <club@example.org>`",
    ),
    Variable(
        "OPENID_URL",
        WEB,
        "no other service",
        "https://id.example",
        "the provider for [signing in through another "
        "service](#signing-in-through-another-service)",
    ),
    Variable(
        "OPENID_NAME",
        Words(),
        "`OpenID Connect`",
        "Town hall",
        "its name on the button",
    ),
    Variable(
        "OPENID_CLIENT_ID",
        Words(),
        "needed with `OPENID_URL`",
        "manche",
        "the id of this server at the provider",
    ),
    Variable(
        "OPENID_CLIENT_SECRET",
        Words(secret=True),
        "needed with `OPENID_URL`",
        "",
        "the secret shared with the provider",
    ),
    Variable(
        "DEBUG",
        FLAG,
        "`0`",
        "0",
        "`1` shows settings in error pages: never use it where others can reach the server; "
        "refused with `DATABASE_URL`",
    ),
    Variable(
        "SECURITY_CONTACT",
        REPORTS,
        "the address of `EMAIL_FROM`; without `EMAIL_URL` no such file",
        "security@league.example",
        "where people report a weakness of this server: `/.well-known/security.txt` names it",
    ),
    Variable(
        "LOG_LEVEL",
        one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"),
        "`WARNING`",
        "WARNING",
        "`INFO` or `DEBUG` write more",
    ),
    Variable(
        "LOG_FORMAT",
        one_of("text", "json"),
        "`text`",
        "text",
        "`json`: one JSON object per line, see [Metrics, logs and "
        "traces](watch.md#metrics-logs-and-traces)",
    ),
    Variable(
        "METRICS_TOKEN",
        Words(secret=True),
        "no `/metrics`",
        "",
        "the token for `/metrics`, a long random value",
    ),
    Variable(
        "SENTRY_DSN",
        WEB,
        "no reports",
        "https://key@sentry.example.org/1",
        "where errors are sent",
    ),
    Variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        WEB,
        "no traces",
        "http://127.0.0.1:4318",
        "where traces are sent, by OTLP over HTTP",
    ),
    Variable(
        "MANCHE_IMPORT_MIB",
        Whole(1, 1024),
        "`8`",
        "8",
        "largest file of players or past results that is accepted; behind the proxy of "
        "`docker`, change `max_size` in its `Caddyfile` too",
    ),
    Variable(
        "MANCHE_ARCHIVE_MIB",
        Whole(1, 65_536),
        "`64`",
        "64",
        "largest archive of a club that is accepted; behind the proxy of `docker`, change "
        "`max_size` in its `Caddyfile` too",
    ),
    Variable(
        "BACKUP_DIR",
        Words(),
        "`data/backups`; with `REDIS_URL` none",
        "data/backups",
        "the folder of the daily [backups](backup-update-move.md)",
    ),
    Variable(
        "BACKUP_PASSPHRASE",
        Words(secret=True),
        "",
        "",
        "encrypts backups; without it, anyone who has the file can read them",
    ),
    Variable(
        "BACKUP_KEEP",
        Counts(3),
        "`7,4,6`",
        "7,4,6",
        "for how many days, weeks and months the newest backup is kept",
    ),
    Variable(
        "CERTIFICATE_ADDRESS",
        SERVER,
        "no check",
        "league.example:443",
        "`league.example.org:443`: the certificate that [monitoring](watch.md#watching-it) checks",
    ),
    Variable(
        "ALARM_WEBHOOK_URL",
        WEB,
        "e-mail only",
        "https://ntfy.sh/a-name-that-nobody-guesses",
        "an address that gets each [alert](watch.md#watching-it) as plain text by POST, such as "
        "`https://ntfy.sh/NAME`; it may be in your own network",
    ),
    Variable(
        "BACKUP_S3_URL",
        WEB,
        "no store",
        "https://s3.example.org/bucket/manche",
        "address, bucket and folder of a "
        "[store](backup-update-move.md#in-a-store-elsewhere) for copies of encrypted "
        "backups, such as `https://s3.example.org/bucket/manche`; its path begins with the bucket",
    ),
    Variable(
        "BACKUP_S3_KEY",
        Words(),
        "needed with `BACKUP_S3_URL`",
        "manche",
        "the access key of this server at the store",
    ),
    Variable(
        "BACKUP_S3_SECRET",
        Words(secret=True),
        "needed with `BACKUP_S3_URL`",
        "",
        "the secret of this key; it is never sent",
    ),
    Variable(
        "BACKUP_S3_REGION",
        Words(),
        "`us-east-1`",
        "us-east-1",
        "the region of the store",
    ),
    Variable(
        "RETENTION_SIGN_INS_DAYS",
        DAYS,
        "`30`",
        "30",
        "days for which a sign-in that has ended stays recorded ([privacy.md](privacy.md))",
    ),
    Variable(
        "RETENTION_INVITATIONS_DAYS",
        DAYS,
        "`90`",
        "90",
        "days for which an invitation is kept after it was answered, was revoked or has expired",
    ),
    Variable(
        "RETENTION_TOKENS_DAYS",
        DAYS,
        "`90`",
        "90",
        "days for which an API token or the code of a table is kept after it was revoked or "
        "has expired",
    ),
    Variable(
        "RETENTION_MAIL_DAYS",
        DAYS,
        "`30`",
        "30",
        "days for which the log lists an e-mail that was sent or has failed; its text is "
        "deleted immediately",
    ),
    Variable(
        "RETENTION_WEBHOOKS_DAYS",
        DAYS,
        "`30`",
        "30",
        "days for which events can be sent again to webhooks",
    ),
    Variable(
        "RETENTION_MESSAGES_DAYS",
        DAYS,
        "`90`",
        "90",
        "days for which people find their [messages](#messages-to-people) behind the bell",
    ),
    Variable(
        "RETENTION_JOB_FILES_DAYS",
        DAYS,
        "`7`",
        "7",
        "days for which files of imports, archives and personal data are kept",
    ),
    Variable(
        "RETENTION_JOBS_DAYS",
        DAYS,
        "`365`",
        "365",
        "days for which imports and other jobs are listed; an import can be undone for 30 of "
        "them at most",
    ),
    Variable(
        "RETENTION_SIGN_UPS_DAYS",
        DAYS,
        "`365`",
        "365",
        "days for which answers to sign-ups are kept after the evening or the tournament",
    ),
    Variable(
        "RETENTION_IDEMPOTENCY_KEYS_DAYS",
        DAYS,
        "`2`",
        "2",
        "days for which a response is repeated for the same `Idempotency-Key`",
    ),
    Variable(
        "VAPID_PRIVATE_KEY",
        PRIVATE_KEY,
        "created once, in the database",
        "",
        "the key that identifies this server to push services: a P-256 private key in "
        "base64url. With a new key, [notifications](#messages-to-people) stop on all devices "
        "and must be turned on again",
    ),
    Variable(
        "WEBHOOKS_ALLOW_PRIVATE",
        FLAG,
        "`0`",
        "0",
        "`1` lets [webhooks](webhooks.md) call addresses of this machine and its network, on "
        "any port and without HTTPS; only where you trust every admin of a club",
    ),
    Variable(
        "THROTTLE_TOKEN",
        RATE_LIMIT,
        "`6000/min`",
        "6000/min",
        "API requests per token; `/s`, `/min`, `/h` or `/d`",
    ),
    Variable(
        "THROTTLE_ADDRESS",
        RATE_LIMIT,
        "`600/min`",
        "600/min",
        "API requests without a token, per address",
    ),
]
