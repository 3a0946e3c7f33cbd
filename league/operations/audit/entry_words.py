"""Entries of the log of a club in words. People appear with their present full names, as organisers
read them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games import game_name
from league.models import (
    ActionKind,
    AuditEntry,
    AuditKind,
    Club,
    ClubAward,
    ClubVisibility,
    DisputeOutcome,
    Entrant,
    Ladder,
    League,
    Match,
    Membership,
    Player,
    Scope,
    Season,
    Session,
    SignUpAnswer,
    SignUpSettings,
    SignUpSheet,
    SittingState,
    SubstitutionEffect,
    Tournament,
    User,
    Visibility,
    WishKind,
)
from league.models.teams import TEAM_RULES
from league.operations.audit import chain, entry_names, searches
from league.operations.audit.entry_names import EntryNames
from league.operations.support import labels, wording
from scoring.pure.statistics import STATISTICS

MOST_NAMES = 12
NOTHING = "–"
DAY = "j F Y"
MODELS = (
    *(ClubAward, Entrant, Tournament, Ladder, League, SignUpSettings, SignUpSheet),
    *(Membership, Season, Player, Club),
)
FIELDS = [field for model in MODELS for field in model._meta.fields]  # of one name, the last counts
LABELS: Mapping[str, Any] = {
    **{field.name: field.verbose_name for field in FIELDS},
    "accent_colour": gettext_lazy("second colour"),
    "acts": gettext_lazy("actions"),
    "answer": gettext_lazy("answer"),
    "answers": gettext_lazy("answers"),
    "cancelled": gettext_lazy("cancelled"),
    "code_renewed": gettext_lazy("new code"),
    "confirm_after_hours": gettext_lazy("confirmed after (hours)"),
    "confirmation": gettext_lazy("who confirms"),
    "consolation": gettext_lazy("places below the final"),
    "contact": gettext_lazy("contact"),
    "description": gettext_lazy("description"),
    "divisions": gettext_lazy("divisions"),
    "dry_run": gettext_lazy("preview only"),
    "effect": gettext_lazy("result counts for"),
    "enabled": gettext_lazy("enabled"),
    "events": gettext_lazy("events"),
    "extra_minutes": gettext_lazy("extra minutes"),
    "finalists": gettext_lazy("finalists"),
    "follow_delay": gettext_lazy("delay for spectators (minutes)"),
    "weight": gettext_lazy("weight (per cent)"),
    "from_round": gettext_lazy("from round"),
    "game": gettext_lazy("game"),
    "go_on": gettext_lazy("qualified players"),
    "has_place": gettext_lazy("has a place"),
    "host": gettext_lazy("server"),
    "import": gettext_lazy("content"),
    "is_closed": gettext_lazy("sign-up closed"),
    "kind": gettext_lazy("type"),
    "still_open": gettext_lazy("still open"),
    "main_colour": gettext_lazy("main colour"),
    "matches": gettext_lazy("matches"),
    "meeting_place": gettext_lazy("meeting place"),
    "meeting_time": gettext_lazy("meeting time"),
    "messages": gettext_lazy("messages"),
    "minimum": gettext_lazy("minimum to finish"),
    "minutes": gettext_lazy("minutes"),
    "night": gettext_lazy("league night"),
    "note": gettext_lazy("note"),
    "members": gettext_lazy("members"),
    "order": gettext_lazy("order"),
    "outcome": gettext_lazy("decision"),
    "period": gettext_lazy("period"),
    "place": pgettext_lazy("where", "place"),
    "player": gettext_lazy("player"),
    "players": gettext_lazy("players"),
    "points": gettext_lazy("points"),
    "postponed_to": gettext_lazy("new date"),
    "preferred": gettext_lazy("preferred sizes"),
    "prefix": gettext_lazy("begins with"),
    "rank": gettext_lazy("seeding"),
    "reason": gettext_lazy("reason"),
    "round_scores": gettext_lazy("round"),
    "scheme": gettext_lazy("scheme"),
    "scope": gettext_lazy("rights"),
    "scores": gettext_lazy("result"),
    "seats": gettext_lazy("seats"),
    "seed": gettext_lazy("draw word"),
    "since": gettext_lazy("since"),
    "sit_out": gettext_lazy("sitting out"),
    "sittings_planned": gettext_lazy("planned rounds"),
    "slug": gettext_lazy("address"),
    "starts_at": gettext_lazy("start"),
    "state": gettext_lazy("state"),
    "step_free": gettext_lazy("step-free"),
    "table": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "rule": gettext_lazy("a team gets"),
    "best": gettext_lazy("members that count"),
    "days": gettext_lazy("from and until"),
    "version": gettext_lazy("version"),
    "correction_policy": gettext_lazy("corrections"),
    "corrections_close_after": gettext_lazy("days until corrections close"),
    "player_visibility": gettext_lazy("names of new players"),
}
CHOICES: Mapping[str, Mapping[str, Any]] = {
    **{field.name: dict(field.choices) for field in FIELDS if field.choices},
    "answer": dict(SignUpAnswer.choices),
    "effect": dict(SubstitutionEffect.choices),
    "import": {
        "players": gettext_lazy("players"),
        "season": gettext_lazy("results"),
        "records": gettext_lazy("match records"),
        "plays": gettext_lazy("plays of another program"),
    },
    "kind": dict(WishKind.choices),
    "outcome": dict(DisputeOutcome.choices),
    "rule": dict(TEAM_RULES),
    "scope": dict(Scope.choices),
    "state": dict(SittingState.choices),
    "visibility": dict([*Visibility.choices, *ClubVisibility.choices]),
}
SITTING_TITLES: Mapping[str, Any] = {
    AuditKind.TOURNAMENT_DRAW: gettext_lazy("Round %(n)s drawn"),
    AuditKind.TOURNAMENT_DISCARD: gettext_lazy("Draw of round %(n)s discarded"),
    AuditKind.TOURNAMENT_SWAP: gettext_lazy("Seats of round %(n)s changed by hand"),
    AuditKind.TOURNAMENT_CHECK: gettext_lazy("Round %(n)s checked"),
    AuditKind.TOURNAMENT_UNCHECK: gettext_lazy("Round %(n)s returned to draft"),
    AuditKind.TOURNAMENT_PUBLISH: gettext_lazy("Round %(n)s published"),
    AuditKind.TOURNAMENT_WITHDRAW: gettext_lazy("Round %(n)s withdrawn"),
    AuditKind.TOURNAMENT_SHOW_SCREENS: gettext_lazy("Round %(n)s shown on the screens"),
    AuditKind.TOURNAMENT_HIDE_SCREENS: gettext_lazy("Round %(n)s removed from the screens"),
    AuditKind.TOURNAMENT_SHOW_PUBLIC: gettext_lazy("Round %(n)s shown to the public"),
    AuditKind.TOURNAMENT_HIDE_PUBLIC: gettext_lazy("Round %(n)s hidden from the public"),
    AuditKind.TOURNAMENT_START: gettext_lazy("Clock of round %(n)s started"),
    AuditKind.TOURNAMENT_UNSTART: gettext_lazy("Clock start of round %(n)s undone"),
    AuditKind.TOURNAMENT_PAUSE: gettext_lazy("Clock of round %(n)s stopped"),
    AuditKind.TOURNAMENT_GO_ON: gettext_lazy("Clock of round %(n)s resumed"),
    AuditKind.TOURNAMENT_EXTRA_TIME: gettext_lazy("Extra time in round %(n)s"),
    AuditKind.TOURNAMENT_LOCK: gettext_lazy("Round %(n)s locked"),
    AuditKind.TOURNAMENT_UNLOCK: gettext_lazy("Round %(n)s unlocked"),
}
MOMENTS = {"starts_at", "postponed_to", "since", "closes_at"}
DAYS = {"starts_on", "ends_on", "joined_since", "counts_from"}


class LoggedChange(NamedTuple):
    """A value before and after an act, in words; without `before` it is new, without `after` it is
    gone."""

    field: str
    title: str
    before: str
    after: str


class LoggedObject(NamedTuple):
    """A thing that an entry is about: its kind, id and name. A player who was taken out has an
    empty kind, and no page; one who was deleted or erased has the id 0."""

    kind: str
    pk: int
    name: str


@dataclass(frozen=True)
class EntryWords:
    """An entry in words. `account` did it; None for an anonymous act or a deleted account.
    `undone_at` is when it was undone at its evening.
    `accounts` are the other ones that the entry is about, `players` the first players, and `more`
    is the number of further players; `player_ids` has all players that still exist."""

    entry: AuditEntry
    account: User | None
    accounts: Sequence[User | None]
    about: Sequence[LoggedObject]
    players: Sequence[LoggedObject]
    player_ids: Sequence[int]
    more: int
    changes: Sequence[LoggedChange]
    undone_at: datetime | None

    @property
    def title(self) -> str:
        return title(self.entry.kind, self.entry.subject.get("sitting"))

    @property
    def can_undo(self) -> bool:
        """Return whether this is an action of an evening that stands, and its evening exists."""
        is_action = "action" in self.entry.undo_data and self.undone_at is None
        return is_action and any(thing.kind == "session" for thing in self.about)

    @property
    def by(self) -> str:
        """Return who did it; an empty text for an act without a name."""
        if table := self.entry.subject.get("phone_of_table"):
            return labels.phone_of_table(table)
        return account_name(self.account) if self.entry.by else ""

    @property
    def account_names(self) -> list[str]:
        return [account_name(account) for account in self.accounts]


@dataclass(frozen=True)
class LogNames:
    """The names and texts to which entries refer, and the objects by kind and id."""

    people: EntryNames
    objects: Mapping[str, Mapping[int, str]]

    def player(self, digest: str) -> str:
        known_player = self.people.players.get(digest)
        return _("a deleted player") if known_player is None else known_player.name

    def logged_player(self, digest: str) -> LoggedObject:
        player = self.people.players.get(digest)
        has_page = player is not None and player.struck_at is None
        pk = 0 if player is None else player.pk
        return LoggedObject("player" if has_page else "", pk, self.player(digest))

    def players(self, digests: Sequence[str]) -> str:
        return ", ".join(map(self.player, digests))


def in_words(entries: Sequence[AuditEntry]) -> list[EntryWords]:
    """Return the entries in words; a few queries for all of them."""
    names = _load_names(entries)
    undone_by = _undone_by(entries)
    return [_in_words(entry, names, undone_by.get(entry.pk)) for entry in entries]


def title(kind: str, sitting: int | None) -> str:
    """Return the act as the beginning of a sentence; the round of a tournament with its
    number."""
    if sitting is not None and names_sitting(kind):
        return str(SITTING_TITLES[kind]) % {"n": sitting}
    return capfirst(AuditEntry(kind=kind).kind_label)


def names_sitting(kind: str) -> bool:
    """Return whether the title of such an entry says which round of a tournament it is about."""
    return kind in SITTING_TITLES


def account_name(account: User | None) -> str:
    return _("a deleted account") if account is None else str(account)


def _undone_by(entries: Sequence[AuditEntry]) -> dict[int, AuditEntry]:
    """Return the entries that undid any of these, by the ids of the undone ones."""
    sessions = {entry.subject["session"] for entry in entries if entry.undo_data.get("action")}
    about = searches.about_sessions(sessions)
    undone_by = searches.undone_by(AuditEntry.objects.filter(about)) if sessions else {}
    return {entry.pk: undone_by[entry.number] for entry in entries if entry.number in undone_by}


def _in_words(entry: AuditEntry, names: LogNames, undone_by: AuditEntry | None) -> EntryWords:
    subject = entry.subject
    players = [*subject.get("players", ()), *subject.get("watching", ())]
    account = names.people.accounts.get(entry.by)
    others = (names.people.accounts.get(digest) for digest in subject.get("accounts", ()))
    return EntryWords(
        entry=entry,
        account=account,
        accounts=[other for other in others if other is None or other != account],
        about=list(_objects(entry, names)),
        players=[names.logged_player(digest) for digest in players[:MOST_NAMES]],
        player_ids=[
            names.people.players[digest].pk for digest in players if digest in names.people.players
        ],
        more=max(0, len(players) - MOST_NAMES),
        changes=list(_changes(entry, names)),
        undone_at=undone_by.at if undone_by else None,
    )


def _objects(entry: AuditEntry, names: LogNames) -> Iterator[LoggedObject]:
    """Yield the things that the entry is about and that exist, the smallest first."""
    for kind, ids in _object_ids(entry).items():
        for pk in ids[:MOST_NAMES]:
            if name := names.objects[kind].get(pk):
                yield LoggedObject(kind, pk, name + _place(entry, kind))


def _place(entry: AuditEntry, kind: str) -> str:
    """Return which round of a tournament or of a match this is about; empty without any, and where
    the title says it."""
    subject = entry.subject
    if kind == "tournament" and "sitting" in subject and not names_sitting(entry.kind):
        return ", " + _("tournament round %(n)s") % {"n": subject["sitting"]}
    if kind == "match" and "round" in subject:
        return ", " + _("round %(n)s") % {"n": subject["round"]}
    return ""


def _object_ids(entry: AuditEntry) -> dict[str, list[int]]:
    subject = entry.subject
    single = {
        kind: [subject[kind]]
        for kind in ("tournament", "ladder", "session", "award", "league", "season")
        if kind in subject
    }
    if "tournament" in single:
        single.pop("season", None)  # the same thing
    return {"match": subject.get("matches", []), **single}


def _changes(entry: AuditEntry, names: LogNames) -> Iterator[LoggedChange]:
    before, after = entry.before, entry.after
    for field in dict.fromkeys([*before, *after]):
        old, new = before.get(field), after.get(field)
        if isinstance(old, dict) and isinstance(new, dict) and not chain.is_text(old):
            keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
            old, new = ({key: version.get(key) for key in keys} for version in (old, new))
        one, other = (_value(field, value, names) for value in (old, new))
        if one or other:
            title = str(LABELS.get(field, field))
            new_words = other or NOTHING if after else ""
            yield LoggedChange(field, title, one if before else "", new_words)


def _value(field: str, value: Any, names: LogNames) -> str:
    """Return a value in words; an empty text for nothing."""
    if chain.is_text(value):
        return names.people.text(value)
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field in CHOICES:
        return str(CHOICES[field].get(value, value))
    if field in WRITERS:
        return WRITERS[field](value, names)
    if isinstance(value, dict):
        return _pairs((LABELS.get(key, key), inner) for key, inner in value.items())
    return _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, dict):
        return _pairs(value.items())
    return NOTHING if value is None else wording.signless(value)


def _pairs(items: Iterable[tuple[object, Any]]) -> str:
    return ", ".join(labels.pair(key, _plain(item)) for key, item in items)


def _moment(value: Any, names: LogNames) -> str:
    at = timezone.localtime(datetime.fromisoformat(value))
    return wording.date(at, "j F Y, H:i")


def _day(value: Any, names: LogNames) -> str:
    return wording.date(date.fromisoformat(value), DAY)


def _by_seat(value: Any, names: LogNames) -> str:
    return " · ".join(f"{names.player(seat[0])} {wording.signless(seat[1])}" for seat in value)


def _of_tables(value: Any, names: LogNames) -> str:
    return " / ".join(map(names.players, value))


def _of_players(value: Any, names: LogNames) -> str:
    return names.players(value)


def _games(value: Any, names: LogNames) -> str:
    return ", ".join(map(game_name, [value] if isinstance(value, str) else value))


def _acts(value: Any, names: LogNames) -> str:
    """Return the kinds of the entries of an evening's log that were undone or done again."""
    return ", ".join(str(ACTS.get(kind, kind)) for kind in value)


def _statistic(value: Any, names: LogNames) -> str:
    """Return the label of what counts for an award."""
    return STATISTICS[value].label.say(get_language() or "en", {}) if value in STATISTICS else value


ACTS: Mapping[str, Any] = {
    **{kind.value.split(".")[1]: kind.label for kind in AuditKind if kind.startswith("session.")},
    ActionKind.POSTPONE: AuditKind.RESULT_POSTPONE.label,
    ActionKind.PLAY_ON: AuditKind.RESULT_PLAY_ON.label,
    ActionKind.SUBSTITUTE: AuditKind.RESULT_STAND_IN.label,
    "round": gettext_lazy("round entered"),
    "correction": AuditKind.RESULT_CORRECTED.label,
}
WRITERS: Mapping[str, Callable[[Any, LogNames], str]] = {
    **dict.fromkeys(MOMENTS, _moment),
    **dict.fromkeys(DAYS, _day),
    **dict.fromkeys(chain.BY_SEAT, _by_seat),
    **dict.fromkeys(chain.OF_TABLES, _of_tables),
    **dict.fromkeys(chain.OF_PLAYERS, _of_players),
    **dict.fromkeys(("game", "games"), _games),
    "acts": _acts,
    "statistic": _statistic,
    "player": lambda value, names: names.player(value),
}


def _load_names(entries: Sequence[AuditEntry]) -> LogNames:
    ids: dict[str, set[int]] = {kind: set() for kind in OBJECTS}
    for entry in entries:
        for kind, object_ids in _object_ids(entry).items():
            ids[kind].update(object_ids)
    objects = {kind: OBJECTS[kind](object_ids) for kind, object_ids in ids.items()}
    return LogNames(entry_names.load(entries), objects)


def _matches(ids: Iterable[int]) -> dict[int, str]:
    rows = Match.objects.filter(pk__in=ids).values_list("pk", "game")
    words = _("match %(number)s, %(game)s")
    return {pk: words % {"number": pk, "game": game_name(game)} for pk, game in rows}


def _sessions(ids: Iterable[int]) -> dict[int, str]:
    rows = Session.objects.filter(pk__in=ids).values_list("pk", "starts_at")
    words = _("evening of %(date)s")
    return {pk: words % {"date": wording.date(timezone.localtime(at), DAY)} for pk, at in rows}


def _tournaments(ids: Iterable[int]) -> dict[int, str]:
    return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "season__name"))


OBJECTS: Mapping[str, Callable[[Iterable[int]], Mapping[int, str]]] = {
    "match": _matches,
    "session": _sessions,
    "tournament": _tournaments,
    "season": lambda ids: dict(Season.objects.filter(pk__in=ids).values_list("pk", "name")),
    "league": lambda ids: dict(League.objects.filter(pk__in=ids).values_list("pk", "name")),
    "award": lambda ids: dict(ClubAward.objects.filter(pk__in=ids).values_list("pk", "name")),
    "ladder": lambda ids: dict(Ladder.objects.filter(pk__in=ids).values_list("pk", "name")),
}
