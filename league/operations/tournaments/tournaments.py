"""Tournaments: seasons that are played by a plan (decision 27). The only writer of Tournament."""

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import GAMES
from league.errors import Conflict, Fault, Stale, invalid, raise_faults
from league.models import (
    Club,
    Format,
    IncidentKind,
    Match,
    Session,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.matches import matches
from league.operations.people.seating_needs import MOST_TABLES
from league.operations.seasons import house_rules, seasons
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.session_log import QueueSettings
from league.operations.support import versions
from league.operations.support.countdowns import MOST_MINUTES
from league.operations.support.locks import lock_row
from league.operations.tournaments import audit_log
from problems.seats import LEAST_SEATS, MOST_SEATS
from seating.rules import Rule

MOST_SITTINGS = 100
MOST_FINALISTS = 500
MOST_GO_ON = 4
LONGEST_SEED = 64
FIXED_ONCE_DRAWN = ("game", "options", "format")
SETTINGS = (
    "game", "options", "format", "sittings_planned", "least", "most", "preferred", "rules",
    "go_on", "finalists", "consolation", "minutes", "step_free_tables",
)  # fmt: skip
LEAST_MATCHES_OF_ARENA = 3  # for a place among the first, unless the organiser changes it
RANKED_FORMATS = frozenset({Format.SWISS, Format.SNAKE, Format.INTERVAL, Format.KING})


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    starts_at: datetime,
    game: str,
    place: str | None = None,
    scheme: Mapping[str, Any] | None = None,
    seed: str = "",
    by: User | None = None,
    **settings: Any,
) -> Tournament:
    """Create a tournament with its season and its first session. `settings` has keys of SETTINGS;
    sizes that are missing or 0 default to the game's."""
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A draw word may have at most 64 characters."))
    tournament = Tournament(game=game, seed=seed or secrets.token_hex(4))
    rules = house_rules.for_new_tournament(game, settings.get("options", {}))
    _apply(tournament, {"format": Format.SOCIAL, **settings, "options": rules})
    with club_log.as_one_act():
        season = seasons.create(
            club,
            name=name,
            starts_on=starts_at.astimezone(ZoneInfo(club.timezone)).date(),
            games=[game],
            scheme=_scheme_for(tournament.format) if scheme is None else scheme,
            by=by,
        )
        session = seasons.open_session(season, starts_at=starts_at, place=place)
    tournament.season = season
    tournament.save()
    _set_queue(tournament, session)
    after = {**_log_values(tournament), "starts_at": starts_at, "place": Words(session.place)}
    audit_log.record(tournament, IncidentKind.CREATE, by, after=after)
    return tournament


def _scheme_for(tournament_format: str) -> Mapping[str, Any] | None:
    """Return the scheme of a new tournament. Where standings decide who meets next, sitting out
    must not cost the place: it is worth the own mean. In an arena, where players play as much as
    they like, playing more often must not be worth more than playing better."""
    if tournament_format == Format.ARENA:
        return {"aggregate": "mean", "minimum_matches": LEAST_MATCHES_OF_ARENA}
    return {"sit_out": "own_mean"} if tournament_format in RANKED_FORMATS else None


def read_settings(settings: Mapping[str, Any]) -> Tournament:
    """Return an unsaved tournament with these settings, checked."""
    tournament = Tournament(game=settings["game"])
    _apply(tournament, settings)
    return tournament


@transaction.atomic
def change(
    tournament: Tournament,
    *,
    by: User | None = None,
    seen_version: int | None = None,
    **changes: Any,
) -> Tournament:
    """Change the named settings only. Game, house rules and format are fixed once a sitting is
    drawn, or an arena has a table. Another format drops the seats of a file."""
    locked = lock_tournament(tournament)
    if seen_version is not None and seen_version != locked.version:
        raise Stale(
            _(
                "Somebody has changed it since you opened it: load it again, then repeat "
                "your change."
            )
        )
    versions.bump_edition(locked.season.club_id)
    if has_begun(locked):
        raise_faults(_fixed_faults(locked, changes))
    before, was_arena = _log_values(locked), locked.is_arena
    name = changes.pop("name", None)
    with club_log.as_one_act():
        if name is not None:
            locked.season = seasons.update(locked.season, name=name, by=by)
        if "game" in changes and changes["game"] != locked.game:
            _check_game(changes["game"])
            locked.season = seasons.update(locked.season, games=[changes["game"]], by=by)
    game = changes.get("game", locked.game)
    if "options" in changes or game != locked.game:
        changes["options"] = house_rules.for_new_tournament(game, changes.get("options", {}))
    _apply(locked, changes)
    locked.version += 1
    locked.save()
    if was_arena != locked.is_arena or (locked.is_arena and "game" in changes):
        for session in locked.season.sessions.all():
            _set_queue(locked, session)
    before, after = club_log.differences(before, _log_values(locked))
    audit_log.record(locked, IncidentKind.CHANGE, by, before=before, after=after)
    return locked


@transaction.atomic
def close(tournament: Tournament, *, by: User | None) -> Tournament:
    """Close the tournament: no more draws, arrivals and departures. Raise Conflict while a sitting
    is not complete, or a table of an arena plays."""
    locked = lock_tournament(tournament)
    running = [sitting.number for sitting in locked.sittings.all() if not is_complete(sitting)]
    if running:
        words = _(
            "These rounds are not complete: %(numbers)s. Finish them first, or discard those that "
            "are not published."
        )
        raise Conflict(words % {"numbers": ", ".join(map(str, running))})
    if locked.is_arena:
        _refuse_open_tables(locked)
    _save_closed_at(locked, timezone.now())
    audit_log.record(locked, IncidentKind.CLOSE, by)
    return locked


@transaction.atomic
def reopen(tournament: Tournament, *, by: User | None) -> Tournament:
    """Open a closed tournament again."""
    locked = lock_tournament(tournament, closed=True)
    if locked.closed_at is None:
        raise Conflict(_("This tournament is already open."))
    _save_closed_at(locked, None)
    audit_log.record(locked, IncidentKind.REOPEN, by)
    return locked


def lock_tournament(tournament: Tournament, *, closed: bool = False) -> Tournament:
    """Return the tournament, locked until the transaction ends; take this lock before all others in
    it, also before the club's. It is a NO KEY lock, as transactions that open a sign-up or announce
    something for the tournament have locked the club. Raise Conflict if it is closed, unless
    `closed` allows it."""
    locked = lock_row(Tournament.objects.select_related("season__club"), tournament.pk)
    if locked.closed_at is not None and not closed:
        raise Conflict(_("This tournament is closed. Reopen it first."))
    return locked


def has_begun(tournament: Tournament) -> bool:
    """Return whether a sitting is drawn, or a table of an arena was seated."""
    if tournament.is_arena:
        return Match.objects.filter(session__season=tournament.season).exists()
    return tournament.sittings.exists()


def require_rounds(tournament: Tournament) -> None:
    """Raise Conflict in an arena: there, who is here is known by its evening."""
    if tournament.is_arena:
        words = _("In an arena, use “Manage evening” to check players in and out.")
        raise Conflict(words, [Fault("arena", "", words).to_json()])


def is_complete(sitting: Sitting) -> bool:
    """Return whether the sitting is published and each table has its result or was stopped."""
    if sitting.published_at is None:
        return False
    return not SittingTable.objects.filter(
        sitting=sitting, match__over=False, match__stopped_at=None
    ).exists()


def last_published_number(tournament: Tournament) -> int:
    """Return the number of the last published sitting; 0 before the first."""
    published = tournament.sittings.filter(published_at__isnull=False)
    return published.order_by("-number").values_list("number", flat=True).first() or 0


def _set_queue(tournament: Tournament, session: Session) -> None:
    """Set queue play of an evening: on in an arena, off in other tournaments."""
    settings = QueueSettings()
    if tournament.is_arena:
        settings = QueueSettings(session.queue_since or timezone.now(), tournament.game)
    session_log.set_queue(session, settings)


def _refuse_open_tables(arena: Tournament) -> None:
    open_matches = Match.objects.filter(session__season=arena.season, over=False, stopped_at=None)
    if count := open_matches.count():
        words = ngettext(
            "%(count)s table is still playing: enter its result first, or stop it.",
            "%(count)s tables are still playing: enter their results first, or stop them.",
            count,
        )
        words %= {"count": count}
        raise Conflict(words, [Fault("result_missing", "", words).to_json()])


def _save_closed_at(tournament: Tournament, at: datetime | None) -> None:
    versions.bump_edition(tournament.season.club_id)
    tournament.closed_at, tournament.version = at, tournament.version + 1
    tournament.save(update_fields=["closed_at", "version"])


def _log_values(tournament: Tournament) -> dict[str, Any]:
    """Return what the log of the club says of a tournament."""
    settings = {name: copy(getattr(tournament, name)) for name in SETTINGS}
    return {"name": Words(tournament.season.name), **settings}


def _apply(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Apply the settings and check them together."""
    unknown = set(changes) - set(SETTINGS)
    assert not unknown, unknown
    for field, value in changes.items():
        setattr(tournament, field, value)
    if tournament.format != Format.SCRIPT:
        tournament.script = []
    elif tournament.script:  # the file says how many rounds are planned
        tournament.sittings_planned = len(tournament.script)
    _check_game(tournament.game)
    seats = house_rules.seats(tournament.game, tournament.options)
    tournament.least = tournament.least or max(seats.start, LEAST_SEATS)
    tournament.most = tournament.most or min(seats.stop - 1, MOST_SEATS)
    if not tournament.preferred:
        possible = range(tournament.least, tournament.most + 1)
        usual = [
            size for size in seating_proposals.usual_sizes(tournament.game) if size in possible
        ]
        tournament.preferred = usual
    raise_faults(
        [
            *_size_faults(tournament),
            *_format_faults(tournament),
            *_count_faults(tournament),
            *rule_faults(tournament.rules),
        ]
    )
    _check_options(tournament)


def _check_game(game: str) -> None:
    if game not in GAMES:
        known_games = ", ".join(GAMES)
        raise invalid(
            "unknown_game",
            "game",
            _("Unknown game. Choose one of: %(known)s.") % {"known": known_games},
        )


def match_options(tournament: Tournament, players: Sequence[int]) -> dict[str, Any]:
    """Return the options of a match of these players: the tournament's, with the players' own
    minimums."""
    options = table_options(tournament, len(players))
    seat_option = house_rules.seat_option(tournament.game)
    if not seat_option:
        return options
    rows = tournament.entrants.filter(player__in=players).exclude(minimum=None)
    own_minimums = {entrant.player_id: entrant.minimum for entrant in rows}
    if own_minimums:
        state = house_rules.initial_state(tournament.game, options, len(players))
        usual_minimums: Any = GAMES[tournament.game].write_options(state)[seat_option]
        options[seat_option] = [
            own_minimums.get(player, minimum)
            for player, minimum in zip(players, usual_minimums, strict=True)
        ]
    return options


def table_options(tournament: Tournament, players: int) -> dict[str, Any]:
    """Return the options at a table of this size."""
    game, options, most = tournament.game, tournament.options, tournament.most
    return house_rules.for_table(game, options, players, most)


def _check_options(tournament: Tournament) -> None:
    """Raise Invalid unless the house rules are possible at tables of every size."""
    for players in range(tournament.least, tournament.most + 1):
        house_rules.initial_state(tournament.game, table_options(tournament, players), players)


def _size_faults(tournament: Tournament) -> list[Fault]:
    seats = house_rules.seats(tournament.game, tournament.options)
    least, most = tournament.least, tournament.most
    faults = [
        Fault("bad_number_of_players", path, matches.seats_message(tournament.game, size))
        for path, size in (("least", least), ("most", most))
        if size not in seats
    ]
    if least > most:
        words = _("The largest table cannot be smaller than the smallest table.")
        faults.append(Fault("sizes_reversed", "most", words))
    words = _("Enter a size from %(least)s to %(most)s.") % {"least": least, "most": most}
    return faults + [
        Fault("bad_size", f"preferred.{index}", words)
        for index, size in enumerate(tournament.preferred)
        if not least <= size <= most
    ]


def _format_faults(tournament: Tournament) -> list[Fault]:
    if tournament.format not in Format.values:
        return [Fault("unknown_choice", "format", _("Choose one of the formats."))]
    is_knock_out = tournament.format == Format.KNOCK_OUT
    faults = []
    if is_knock_out and not 1 <= tournament.go_on < tournament.most:
        words = _("In a knock-out, some players must advance from each table, but not all.")
        faults.append(Fault("bad_go_on", "go_on", words))
    if not is_knock_out and tournament.go_on:
        words = _("Players advance from their tables only in a knock-out.")
        faults.append(Fault("bad_go_on", "go_on", words))
    if not is_knock_out and tournament.consolation:
        words = _("Only players eliminated from a knock-out can play on alongside the final.")
        faults.append(Fault("bad_consolation", "consolation", words))
    if tournament.finalists and is_knock_out:
        words = _("A knock-out has its own final.")
        faults.append(Fault("bad_finalists", "finalists", words))
    elif tournament.finalists and not tournament.sittings_planned:
        words = _("For a final, enter how many tournament rounds come before it.")
        faults.append(Fault("bad_finalists", "sittings_planned", words))
    elif 0 < tournament.finalists < tournament.least:
        words = _("The final needs at least as many players as the smallest table.")
        faults.append(Fault("bad_finalists", "finalists", words))
    return faults + _arena_faults(tournament)


def _arena_faults(tournament: Tournament) -> list[Fault]:
    """Return the faults of settings that are about rounds, which an arena does not have."""
    if not tournament.is_arena:
        return []
    words = _("An arena has no rounds: leave this empty or 0.")
    names = ("sittings_planned", "finalists", "rules", "step_free_tables")
    return [Fault("arena", name, words) for name in names if getattr(tournament, name)]


def _count_faults(tournament: Tournament) -> list[Fault]:
    bounds = {
        "sittings_planned": MOST_SITTINGS,
        "minutes": MOST_MINUTES,
        "finalists": MOST_FINALISTS,
        "go_on": MOST_GO_ON,
    }
    faults = [
        Fault("out_of_range", name, _("Enter a number from 0 to %(most)s.") % {"most": most})
        for name, most in bounds.items()
        if not 0 <= getattr(tournament, name) <= most
    ]
    words = _("Enter a table number from 1 to %(most)s.") % {"most": MOST_TABLES}
    return faults + [
        Fault("out_of_range", f"step_free_tables.{index}", words)
        for index, number in enumerate(tournament.step_free_tables)
        if not 1 <= number <= MOST_TABLES
    ]


def rule_faults(rules: Sequence[str]) -> list[Fault]:
    """Return the faults of a list of seating rules."""
    rule_codes = [*map(str, Rule)]
    words = _("Possible rules, each once: %(known)s.") % {"known": ", ".join(rule_codes)}
    return [
        Fault("unknown_choice", f"rules.{index}", words)
        for index, rule in enumerate(rules)
        if rule not in rule_codes or rule in rules[:index]
    ]


def _fixed_faults(tournament: Tournament, changes: Mapping[str, Any]) -> list[Fault]:
    words = _("A round is already drawn, so this can no longer be changed.")
    return [
        Fault("drawn_already", name, words)
        for name in FIXED_ONCE_DRAWN
        if name in changes and changes[name] != getattr(tournament, name)
    ]
