"""Tournaments: seasons that are played by a plan; the only writer of Tournament."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, Fault, Stale, invalid, refuse
from league.models import (
    Club,
    Format,
    IncidentKind,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.operations.matches import matches
from league.operations.seasons import seasons
from league.operations.sessions import seating_proposals
from league.operations.support import versions
from league.operations.tournaments import audit_log
from seating.request import LEAST_SEATS, MOST_SEATS
from seating.rules import Rule

MOST_SITTINGS = 100
MOST_MINUTES = 1440
MOST_FINALISTS = 500
MOST_GO_ON = 4
MOST_TABLES = 500
LONGEST_SEED = 64
FIXED_ONCE_DRAWN = ("game", "options", "format")
SETTINGS = (
    "game", "options", "format", "sittings_planned", "least", "most", "preferred", "rules",
    "go_on", "finalists", "minutes", "step_free_tables",
)  # fmt: skip


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    starts_at: datetime,
    game: str,
    place: str = "",
    scheme: Mapping[str, Any] | None = None,
    seed: str = "",
    by: User | None = None,
    **settings: Any,
) -> Tournament:
    """With its season and its first evening. `settings` are those of SETTINGS; sizes that are left
    out or 0 are those of the game."""
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A seed has at most 64 characters."))
    tournament = Tournament(game=game, seed=seed or secrets.token_hex(4))
    _set(tournament, {"format": Format.SOCIAL, **settings})
    season = seasons.create(
        club,
        name=name,
        starts_on=starts_at.astimezone(ZoneInfo(club.timezone)).date(),
        games=[game],
        scheme=scheme,
        by=by,
    )
    seasons.open_session(season, starts_at=starts_at, place=place)
    tournament.season = season
    tournament.save()
    audit_log.note(tournament, IncidentKind.CREATE, by)
    return tournament


def read_settings(settings: Mapping[str, Any]) -> Tournament:
    """A tournament of these settings that is not stored yet."""
    tournament = Tournament(game=settings["game"])
    _set(tournament, settings)
    return tournament


@transaction.atomic
def change(
    tournament: Tournament,
    *,
    by: User | None = None,
    seen_version: int | None = None,
    **changes: Any,
) -> Tournament:
    """Only what is named changes. Game, house rules and format stay once a sitting is drawn."""
    found = take_turn(tournament)
    if seen_version is not None and seen_version != found.version:
        raise Stale(_("This has changed since you looked at it: get it again."))
    versions.bump_edition(found.season.club_id)
    if found.sittings.exists():
        refuse(_faults_once_drawn(found, changes))
    name = changes.pop("name", None)
    if name is not None:
        found.season = seasons.update(found.season, name=name, by=by)
    if "game" in changes and changes["game"] != found.game:
        _check_game(changes["game"])
        found.season = seasons.update(found.season, games=[changes["game"]], by=by)
    _set(found, changes)
    found.version += 1
    found.save()
    audit_log.note(found, IncidentKind.CHANGE, by)
    return found


@transaction.atomic
def close(tournament: Tournament, *, by: User | None) -> Tournament:
    """Nothing more is drawn and nobody comes or goes; conflict while a sitting is not over."""
    found = take_turn(tournament)
    running = [each.number for each in found.sittings.all() if not is_complete(each)]
    if running:
        words = _("These sittings are not complete: %(numbers)s.")
        raise Conflict(words % {"numbers": ", ".join(map(str, running))})
    _stamp(found, timezone.now())
    audit_log.note(found, IncidentKind.CLOSE, by)
    return found


@transaction.atomic
def reopen(tournament: Tournament, *, by: User | None) -> Tournament:
    found = take_turn(tournament, closed=True)
    if found.closed_at is None:
        raise Conflict(_("This tournament is open already."))
    _stamp(found, None)
    audit_log.note(found, IncidentKind.REOPEN, by)
    return found


def take_turn(tournament: Tournament, *, closed: bool = False) -> Tournament:
    """As it is now, ours until the transaction ends, before all other locks of what is done in it.
    Conflict once it is closed, unless that may be."""
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("season__club")
    found = rows.get(pk=tournament.pk)
    if found.closed_at is not None and not closed:
        raise Conflict(_("This tournament is closed."))
    return found


def is_complete(sitting: Sitting) -> bool:
    """Its tables are set, and each has its result or was stopped."""
    if sitting.published_at is None:
        return False
    return not SittingTable.objects.filter(
        sitting=sitting, match__over=False, match__stopped_at=None
    ).exists()


def last_shown(tournament: Tournament) -> int:
    """The number of the last sitting that is published; 0 before the first."""
    shown = tournament.sittings.filter(published_at__isnull=False)
    return shown.order_by("-number").values_list("number", flat=True).first() or 0


def _stamp(tournament: Tournament, at: datetime | None) -> None:
    versions.bump_edition(tournament.season.club_id)
    tournament.closed_at, tournament.version = at, tournament.version + 1
    tournament.save(update_fields=["closed_at", "version"])


def _set(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Take the settings over, checked together."""
    unknown = set(changes) - set(SETTINGS)
    assert not unknown, unknown
    for field, value in changes.items():
        setattr(tournament, field, value)
    _check_game(tournament.game)
    seats = GAMES[tournament.game].seats
    tournament.least = tournament.least or max(seats.start, LEAST_SEATS)
    tournament.most = tournament.most or min(seats.stop - 1, MOST_SEATS)
    if not tournament.preferred:
        liked = range(tournament.least, tournament.most + 1)
        usual = [size for size in seating_proposals.usual(tournament.game) if size in liked]
        tournament.preferred = usual
    refuse(
        [
            *_faults_of_sizes(tournament),
            *_faults_of_format(tournament),
            *_faults_of_counts(tournament),
            *faults_of_rules(tournament.rules),
        ]
    )
    _check_options(tournament)


def _check_game(game: str) -> None:
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise invalid("unknown_game", "game", _("Known games: %(known)s.") % {"known": known})


def house_rules(tournament: Tournament, players: Sequence[int]) -> dict[str, Any]:
    """The options of a match of these players: the tournament's, with the minimums of their own."""
    options = options_at(tournament, len(players))
    listed = GAMES[tournament.game].seat_option
    if not listed:
        return options
    rows = tournament.entrants.filter(player__in=players).exclude(minimum=None)
    own = {each.player_id: each.minimum for each in rows}
    if own:
        state = matches.start(tournament.game, options, len(players))
        usual: Any = GAMES[tournament.game].write_options(state)[listed]
        options[listed] = [
            own.get(player, each) for player, each in zip(players, usual, strict=True)
        ]
    return options


def options_at(tournament: Tournament, players: int) -> dict[str, Any]:
    """The options at a table of this size. A list for seats is as long as the largest table; the
    smaller ones take its beginning."""
    options, listed = dict(tournament.options), GAMES[tournament.game].seat_option
    whole = options.get(listed)
    if isinstance(whole, list) and len(whole) == tournament.most:
        options[listed] = whole[:players]
    return options


def _check_options(tournament: Tournament) -> None:
    """House rules must be possible at tables of every size."""
    for players in range(tournament.least, tournament.most + 1):
        matches.start(tournament.game, options_at(tournament, players), players)


def _faults_of_sizes(tournament: Tournament) -> list[Fault]:
    seats = GAMES[tournament.game].seats
    least, most = tournament.least, tournament.most
    faults = [
        Fault("bad_number_of_players", path, matches.refuse_seats(tournament.game, size))
        for path, size in (("least", least), ("most", most))
        if size not in seats
    ]
    if least > most:
        words = _("The largest table is smaller than the smallest.")
        faults.append(Fault("sizes_reversed", "most", words))
    words = _("A size from %(least)s to %(most)s is expected.") % {"least": least, "most": most}
    return faults + [
        Fault("bad_size", f"preferred.{index}", words)
        for index, size in enumerate(tournament.preferred)
        if not least <= size <= most
    ]


def _faults_of_format(tournament: Tournament) -> list[Fault]:
    if tournament.format not in Format.values:
        return [Fault("unknown_choice", "format", _("Choose one of the formats."))]
    is_knock_out = tournament.format == Format.KNOCK_OUT
    faults = []
    if is_knock_out and not 1 <= tournament.go_on < tournament.most:
        words = _("In a knock-out somebody goes on from each table, but not everybody.")
        faults.append(Fault("bad_go_on", "go_on", words))
    if not is_knock_out and tournament.go_on:
        words = _("Only in a knock-out do players go on from their tables.")
        faults.append(Fault("bad_go_on", "go_on", words))
    if tournament.finalists and is_knock_out:
        words = _("A knock-out has its own final.")
        faults.append(Fault("bad_finalists", "finalists", words))
    elif tournament.finalists and not tournament.sittings_planned:
        words = _("A final needs to know how many sittings come before it.")
        faults.append(Fault("bad_finalists", "sittings_planned", words))
    elif 0 < tournament.finalists < tournament.least:
        words = _("The final needs at least as many players as the smallest table.")
        faults.append(Fault("bad_finalists", "finalists", words))
    return faults


def _faults_of_counts(tournament: Tournament) -> list[Fault]:
    bounds = {
        "sittings_planned": MOST_SITTINGS,
        "minutes": MOST_MINUTES,
        "finalists": MOST_FINALISTS,
        "go_on": MOST_GO_ON,
    }
    faults = [
        Fault("out_of_range", name, _("0 to %(most)s are expected.") % {"most": most})
        for name, most in bounds.items()
        if not 0 <= getattr(tournament, name) <= most
    ]
    words = _("A number of a table from 1 to %(most)s is expected.") % {"most": MOST_TABLES}
    return faults + [
        Fault("out_of_range", f"step_free_tables.{index}", words)
        for index, number in enumerate(tournament.step_free_tables)
        if not 1 <= number <= MOST_TABLES
    ]


def faults_of_rules(rules: Sequence[str]) -> list[Fault]:
    known = [*map(str, Rule)]
    words = _("Known rules, each once: %(known)s.") % {"known": ", ".join(known)}
    return [
        Fault("unknown_choice", f"rules.{index}", words)
        for index, rule in enumerate(rules)
        if rule not in known or rule in rules[:index]
    ]


def _faults_once_drawn(tournament: Tournament, changes: Mapping[str, Any]) -> list[Fault]:
    words = _("A sitting is drawn already: this stays as it is.")
    return [
        Fault("drawn_already", name, words)
        for name in FIXED_ONCE_DRAWN
        if name in changes and changes[name] != getattr(tournament, name)
    ]
