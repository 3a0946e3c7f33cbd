"""The figures of the server at one moment, as `measures` takes them and `checks` judges them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from problems.text import Words


@dataclass(frozen=True)
class Waiting:
    """Number of waiting items, and since when the oldest waits, if both can be read."""

    number: int = 0
    since: datetime | None = None

    def age(self, now: datetime) -> timedelta:
        """Return how long the oldest has waited; nothing for nothing."""
        return now - self.since if self.since is not None else timedelta()


@dataclass(frozen=True)
class Worker:
    """The last sign of life of the worker. `running_for` is the age of the process that looks."""

    cache_answers: bool = True
    swept_at: datetime | None = None
    running_for: timedelta = timedelta()


@dataclass(frozen=True)
class Broker:
    """The tasks that wait for a worker, by queue."""

    answers: bool = True
    queues: Mapping[str, Waiting] = field(default_factory=dict)


@dataclass(frozen=True)
class StaleTable:
    """The standings that are behind for longest."""

    season: str
    game: str  # "": of all games
    since: datetime


@dataclass(frozen=True)
class Mailing:
    """The outbox of mails. `failing` were refused or not answered at least once and wait for the
    next attempt; `overdue_since` is the time at which the first of those due was to be sent."""

    is_configured: bool = False
    waiting: Waiting = Waiting()
    failing: Waiting = Waiting()
    overdue_since: datetime | None = None
    last_sent_at: datetime | None = None
    given_up: int = 0  # within a day


@dataclass(frozen=True)
class Webhooks:
    """The outbox of webhooks; `failing` webhooks have got no message for an hour."""

    waiting: Waiting = Waiting()
    overdue_since: datetime | None = None
    failing: int = 0


@dataclass(frozen=True)
class PeopleMessages:
    """The deliveries of messages to people."""

    waiting: Waiting = Waiting()
    overdue_since: datetime | None = None


@dataclass(frozen=True)
class Disk:
    """The space of the disk that has a folder, in bytes."""

    folder: str
    free: int
    total: int


@dataclass(frozen=True)
class Drill:
    """The last try to restore a backup."""

    file: str
    at: datetime
    ok: bool


@dataclass(frozen=True)
class Upload:
    """Result of the last upload of backups to the store; `stored_at` is the last success."""

    stored_at: datetime | None = None
    error: str = ""


@dataclass(frozen=True)
class Files:
    """Figures that only the process which writes backups can see: their folder, and the disks."""

    measured_at: datetime
    folder: str = ""  # "": no backups are made
    backups: int = 0
    newest_at: datetime | None = None
    drill: Drill | None = None
    upload: Upload | None = None  # None: no store is configured
    disks: tuple[Disk, ...] = ()
    running_for: timedelta = timedelta()

    def to_json(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "measured_at": self.measured_at.isoformat(),
            "newest_at": self.newest_at and self.newest_at.isoformat(),
            "drill": self.drill and {**asdict(self.drill), "at": self.drill.at.isoformat()},
            "upload": self.upload
            and {
                "error": self.upload.error,
                "stored_at": self.upload.stored_at and self.upload.stored_at.isoformat(),
            },
            "running_for": self.running_for.total_seconds(),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Files":
        newest, drill = stored["newest_at"], stored["drill"]
        return cls(
            measured_at=datetime.fromisoformat(stored["measured_at"]),
            folder=stored["folder"],
            backups=stored["backups"],
            newest_at=newest and datetime.fromisoformat(newest),
            drill=drill and Drill(**{**drill, "at": datetime.fromisoformat(drill["at"])}),
            upload=_upload(stored.get("upload")),  # figures of an older version have none
            disks=tuple(Disk(**disk) for disk in stored["disks"]),
            running_for=timedelta(seconds=stored["running_for"]),
        )


def _upload(stored: Mapping[str, Any] | None) -> Upload | None:
    if stored is None:
        return None
    at = stored["stored_at"]
    return Upload(at and datetime.fromisoformat(at), stored["error"])


@dataclass(frozen=True)
class Versions:
    """Running versions. Migrations that are `due` are not applied yet, `unknown` ones come from a
    newer Manche."""

    manche: str
    python: str
    django: str
    database: str  # "PostgreSQL" or "SQLite"
    database_version: str
    due: int = 0
    unknown: int = 0


@dataclass(frozen=True)
class Certificate:
    """The certificate that an address shows. `refusal` says why browsers do not trust it, `error`
    why there was none to see."""

    address: str
    measured_at: datetime
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    refusal: str = ""
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "measured_at": self.measured_at.isoformat(),
            "begins_at": self.begins_at and self.begins_at.isoformat(),
            "ends_at": self.ends_at and self.ends_at.isoformat(),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Certificate":
        begins, ends = stored["begins_at"], stored["ends_at"]
        return cls(
            address=stored["address"],
            measured_at=datetime.fromisoformat(stored["measured_at"]),
            begins_at=begins and datetime.fromisoformat(begins),
            ends_at=ends and datetime.fromisoformat(ends),
            refusal=stored["refusal"],
            error=stored["error"],
        )


@dataclass(frozen=True)
class GameFault:
    """The reason why a game of a package cannot be used, or failed `at` a time."""

    game: str
    reason: Words
    at: datetime | None = None


@dataclass(frozen=True)
class OutsideGames:
    """The games of packages: those installed, those refused, the last failures, and files of rules
    that cannot be used."""

    installed: tuple[str, ...] = ()
    refused: tuple[GameFault, ...] = ()
    failed: tuple[GameFault, ...] = ()
    texts: tuple[GameFault, ...] = ()


@dataclass(frozen=True)
class Figures:
    """All figures of one moment. There is no `broker` where the worker lives in the web process,
    no `standings` while none are behind, and no `files` or `certificate` before the first look."""

    at: datetime
    worker: Worker
    broker: Broker | None
    standings: StaleTable | None
    jobs: Waiting
    mail: Mailing
    webhooks: Webhooks
    files: Files | None
    versions: Versions
    certificate_address: str = ""  # "": no certificate is looked at
    certificate: Certificate | None = None
    messages: PeopleMessages = PeopleMessages()
    games: OutsideGames = OutsideGames()
