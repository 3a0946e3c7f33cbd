"""Leagues over the evenings of a season: creation, changes, deletion.

A league stores no results. Its tables count the facts of the season that its rules choose.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import (
    AuditKind,
    League,
    LeagueMember,
    MemberRule,
    PlaceRule,
    Player,
    Season,
    Session,
    User,
)
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.people import league_members
from league.operations.seasons import league_tables, seasons
from league.operations.support import versions
from league.operations.support.locks import lock_row, lock_to_delete
from scoring import ledger
from scoring.models import Draw
from scoring.pure.schemes import Scheme

MOST_LEAGUES = 50  # of a season
MEMBERSHIP = ("member_rule", "place_rule", "joined_since")
RULES = (*MEMBERSHIP, "games", "starts_on", "ends_on")


@transaction.atomic
def create(
    season: Season,
    *,
    name: str,
    games: Sequence[str] = (),
    starts_on: date | None = None,
    ends_on: date | None = None,
    member_rule: str = MemberRule.ALL,
    place_rule: str = PlaceRule.TABLE,
    joined_since: date | None = None,
    players: Sequence[int] = (),
    scheme: Mapping[str, Any] | None = None,
    by: User | None = None,
) -> League:
    """Create a league with its tables, which count the results so far. `players` are members
    besides the players of the rule."""
    versions.bump_edition(season.club_id)
    season = lock_row(Season.objects.select_related("club"), season.pk)
    _require_ordinary(season)
    if season.leagues.count() >= MOST_LEAGUES:
        words = _("A season can have at most %(most)s leagues. Delete one first.")
        raise Conflict(words % {"most": MOST_LEAGUES})
    league = League(
        season=season,
        name=clean_name(name),
        games=list(games),
        starts_on=starts_on,
        ends_on=ends_on,
        member_rule=member_rule,
        place_rule=place_rule,
        joined_since=joined_since,
    )
    parsed_scheme = seasons.parse_scheme(scheme or {})
    _check(league)
    chosen = _check_players(league, players)
    _save(league)
    _open(league, _members(league, chosen), parsed_scheme, by)
    _log(league, AuditKind.LEAGUE_CREATED, by, {})
    return league


@transaction.atomic
def restore(
    season: Season,
    *,
    players: Sequence[int],
    scheme: Mapping[str, Any],
    by: User | None,
    **rules: Any,
) -> League:
    """Create a league as another server had it, with exactly these members: perhaps none, after
    the only listed player was removed as added by mistake."""
    _require_ordinary(season)
    league = League(season=season, **rules)
    league.name = clean_name(league.name)
    _check(league)
    if players:
        _check_players(league, players)
    _save(league)
    _open(league, players, seasons.parse_scheme(scheme), by)
    return league


def _open(league: League, members: Sequence[int], scheme: Scheme, by: User | None) -> None:
    league_members.set_members(league, members)
    league_tables.open_tables(league, scheme, by_id=by.pk if by else None)


@transaction.atomic
def update(league: League, *, by: User | None = None, **changes: Any) -> League:
    """Change the named settings only. `players` replaces all members except the players of
    the rule."""
    versions.bump_edition(league.season.club_id)
    season = lock_row(Season.objects.select_related("club"), league.season_id)
    league = lock_row(League.objects.all(), league.pk)
    league.season = season
    before = _log_values(league)
    scheme, players = changes.pop("scheme", None), changes.pop("players", None)
    parsed_scheme = (
        league_tables.current_scheme(league) if scheme is None else seasons.parse_scheme(scheme)
    )
    if "name" in changes:
        changes["name"] = clean_name(changes["name"])
    if changes.get("member_rule", MemberRule.JOINED) != MemberRule.JOINED:
        changes.setdefault("joined_since", None)
    for field, value in changes.items():
        setattr(league, field, value)
    _check(league)
    _require_drawn_games(league)
    league_tables.require_awarded_games(league, league.all_games)
    club_log.lock_end(season.club_id)
    _save(league)
    are_others = _change_members(
        league, players, has_new_rule=bool(changes.keys() & {"member_rule", "joined_since"})
    )
    if parsed_scheme.spelled_out() != _stored_scheme(league) or "games" in changes:
        league_tables.open_tables(league, parsed_scheme, by_id=by.pk if by else None)
    elif are_others or changes.keys() & {*RULES}:
        ledger.recount_league(season.pk, league.pk)
    _log(league, AuditKind.LEAGUE_CHANGED, by, before)
    return league


@transaction.atomic
def delete(league: League, *, by: User | None) -> None:
    """Delete a league with its tables; results and the season's own standings stay."""
    versions.bump_edition(league.season.club_id)
    club_log.lock_end(league.season.club_id)
    league = lock_to_delete(League.objects.select_related("season"), league.pk)
    before = {"name": Words(league.name)}
    season = league.season
    league.delete()
    subject = {"season": season.pk}
    club_log.record(season.club_id, AuditKind.LEAGUE_DELETED, by=by, subject=subject, before=before)


def of_session(session: Session) -> list[League]:
    """Return the leagues of the season between whose days the session is, by name."""
    day = session.starts_at.astimezone(ZoneInfo(session.season.club.timezone)).date()
    begun = Q(starts_on=None) | Q(starts_on__lte=day)
    return list(session.season.leagues.filter(begun, Q(ends_on=None) | Q(ends_on__gte=day)))


def member_ids(league: League) -> list[int]:
    """Return the players who are members, each once; none if all players count."""
    return members_of([league])[league.pk]


def members_of(leagues: Collection[League]) -> Mapping[int, list[int]]:
    """Return the members of leagues, by the ids of these; without players added by mistake."""
    stored = LeagueMember.objects.filter(league__in=leagues, player__struck_at=None)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for league, player in sorted({*stored.values_list("league", "player")}):
        members[league].append(player)
    return members


def _change_members(league: League, players: Sequence[int] | None, *, has_new_rule: bool) -> bool:
    """Store the members; return whether others count now."""
    if players is None and not has_new_rule:
        return False
    chosen = member_ids(league) if players is None else players
    if league.member_rule == MemberRule.ALL and players is None:
        chosen = []
    return league_members.set_members(league, _members(league, _check_players(league, chosen)))


def _members(league: League, chosen: Sequence[int]) -> list[int]:
    """Return the chosen players and the players of the rule."""
    if league.member_rule == MemberRule.ALL:
        return []
    return [*chosen, *league_members.ids_by_rule(league)]


def _require_ordinary(season: Season) -> None:
    """Raise Conflict for the season of a tournament or a ladder, which ranks by rules of its
    own."""
    is_of_ladder = hasattr(season, "division") or hasattr(season, "play_offs_of")
    if season.tournament_or_none is not None or is_of_ladder:
        words = _("A tournament or a division of a ladder has no leagues. Choose another season.")
        raise Conflict(words, [Fault("not_a_plain_season", "", words).to_json()])


def _check(league: League) -> None:
    """Raise Invalid for rules that contradict each other or the season."""
    for index, game in enumerate(league.games):
        if game not in league.season.games:
            words = _("The season does not have this game. Choose one of: %(known)s.")
            words %= {"known": ", ".join(league.season.games)}
            raise invalid("unknown_game", f"games.{index}", words)
    if len(set(league.games)) != len(league.games):
        raise invalid("bad_games", "games", _("Choose each game only once."))
    if league.starts_on and league.ends_on and league.ends_on < league.starts_on:
        words = _("The last day must not be before the first.")
        raise invalid("ends_before_start", "ends_on", words)
    for name, choices in {"member_rule": MemberRule, "place_rule": PlaceRule}.items():
        if getattr(league, name) not in choices.values:
            words = _("Choose one of: %(known)s.") % {"known": ", ".join(choices.values)}
            raise invalid("not_a_choice", name, words)
    if (league.member_rule == MemberRule.JOINED) != (league.joined_since is not None):
        words = (
            _("Choose the day from which players must have joined.")
            if league.joined_since is None
            else _("This day is only for a league of players who joined recently. Leave it out.")
        )
        raise invalid("bad_joined_since", "joined_since", words)


def _check_players(league: League, players: Sequence[int]) -> list[int]:
    """Return the ids of the players; raise Invalid for a player of another club, and for a list
    that is empty or not allowed."""
    if league.member_rule == MemberRule.ALL and players:
        words = _("All players count in this league. Leave the list out, or choose another rule.")
        raise invalid("list_not_allowed", "players", words)
    if league.member_rule == MemberRule.LISTED and not players:
        raise invalid("no_members", "players", _("Choose at least one player."))
    of_club = set(
        Player.shown.filter(club=league.season.club_id, pk__in=players).values_list("pk", flat=True)
    )
    for index, player in enumerate(players):
        if player not in of_club:
            words = _("The club has no such player.")
            raise invalid("unknown_player", f"players.{index}", words)
    return list(players)


def _require_drawn_games(league: League) -> None:
    drawn = Draw.objects.live().filter(table__league=league).exclude(table__game="")
    games = set(drawn.values_list("table__game", flat=True)) - set(league.all_games)
    if games:
        words = _("These games have tie-break draws in this league: %(games)s. Keep them.")
        raise invalid("game_in_use", "games", words % {"games": ", ".join(sorted(games))})


def _stored_scheme(league: League) -> dict[str, Any]:
    return league_tables.current_scheme(league).spelled_out()


def _save(league: League) -> None:
    try:
        with transaction.atomic():
            league.save()
    except IntegrityError:
        raise Conflict(
            _("The season already has a league with this name. Choose another name.")
        ) from None


def _log(league: League, kind: AuditKind, by: User | None, before: Mapping[str, Any]) -> None:
    subject = {"season": league.season_id, "league": league.pk}
    club_log.record_changes(
        league.season.club_id,
        kind,
        by=by,
        subject=subject,
        before=before,
        after=_log_values(league),
    )


def _log_values(league: League) -> dict[str, Any]:
    """Return what the log of the club says of a league, with its scheme."""
    return {
        "name": Words(league.name),
        **{field: getattr(league, field) for field in RULES},
        "members": member_ids(league),
        "scheme": league_tables.current_scheme(league).to_json(),
    }
