"""Teams drawn for one evening from the players who are present. A stored seed makes the draw
repeatable: the same players in the same order, number of teams and seed give the same teams."""

import secrets
from collections.abc import Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import AuditKind, Session, TeamTable, User
from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData, TeamData
from league.operations.sessions import presence
from scoring.models import Rating as StoredRating
from scoring.models import Result
from scoring.pure.ratings import Rating
from scoring.pure.teams import TeamRule

LEAST_TEAMS = 2


@transaction.atomic
def draw(
    session: Session,
    *,
    number: int | None = None,
    size: int | None = None,
    balanced: bool = False,
    rule: str = TeamRule.SUM,
    best: int | None = None,
    by: User | None,
) -> TeamTable:
    """Draw teams from the players who are present without guests: a `number` of teams, or as many
    as give teams of about `size`. Teams drawn before are replaced until a match has a result."""
    table = TeamTable.objects.filter(session=session).select_related("season__club").first()
    if table is None:
        table = teams.create_table(session.season, session=session, rule=rule, best=best, by=by)
    else:
        table = teams.update_table(table, rule=rule, best=best, by=by)
    table = teams.lock_table(table)
    if Result.objects.live().filter(session=session).exists():
        words = _("A match of this evening already has a result, so its teams stay as they are.")
        raise Conflict(words, [Fault("match_has_result", "", words).to_json()])
    players = [player.pk for player in presence.present_players(session) if not player.is_guest]
    count = _number_of_teams(len(players), number, size)
    order = strongest_first(session, players) if balanced else sorted(players)
    seed = secrets.token_hex(8)  # not the organiser's choice, so that they cannot try several
    drawn = share_out(order, count, seed, balanced=balanced)
    return teams.replace_teams(
        table,
        [
            TeamData(
                _("Team %(number)s") % {"number": place}, [MemberData(player) for player in members]
            )
            for place, members in enumerate(drawn, 1)
        ],
        draw={"seed": seed, "teams": count, "balanced": balanced, "players": order},
        kind=AuditKind.TEAMS_DRAWN,
        by=by,
    )


def share_out(players: Sequence[int], count: int, seed: str, *, balanced: bool) -> list[list[int]]:
    """Return teams whose sizes differ by at most one.

    Unbalanced, all players are shuffled and dealt in turn. Balanced, the players, strongest first,
    form pots of as many players as there are teams, and each team gets one player of each pot by
    lot; which teams get a player of the last pot, that may be smaller, is drawn too.

    >>> share_out([1, 2, 3, 4, 5], 2, "ab", balanced=True)
    [[2, 3], [1, 4, 5]]
    """
    lots = Random(seed)
    teams: list[list[int]] = [[] for _team in range(count)]
    if not balanced:
        order = list(players)
        lots.shuffle(order)
        for index, player in enumerate(order):
            teams[index % count].append(player)
        return teams
    for first in range(0, len(players), count):
        numbers = list(range(count))
        lots.shuffle(numbers)
        for number, player in zip(numbers, players[first : first + count], strict=False):
            teams[number].append(player)
    return teams


def strongest_first(session: Session, players: Sequence[int]) -> list[int]:
    """Return the players by their overall rating in the club, unrated ones as newcomers; equals by
    id."""
    rows = StoredRating.objects.filter(club=session.season.club_id, game="", player__in=players)
    shown = {
        player: Rating(mu, sigma).shown
        for player, mu, sigma in rows.order_by().values_list("player", "mu", "sigma")
    }
    newcomer = Rating().shown
    return sorted(players, key=lambda player: (-shown.get(player, newcomer), player))


def _number_of_teams(players: int, number: int | None, size: int | None) -> int:
    """Return how many teams to draw; raise Invalid if these players cannot form them."""
    if (number is None) == (size is None):
        words = _("Give the number of teams, or the size of a team.")
        raise invalid("teams_or_size", "number", words)
    path = "size" if number is None else "number"
    if size is not None and size < 1:
        raise invalid("too_small", path, _("A team has at least one player."))
    count = number if number is not None else max(LEAST_TEAMS, round(players / (size or 1)))
    if count < LEAST_TEAMS or count > teams.MOST_TEAMS:
        words = _("Draw from %(least)s to %(most)s teams.")
        raise invalid(
            "bad_number_of_teams", path, words % {"least": LEAST_TEAMS, "most": teams.MOST_TEAMS}
        )
    if count > players:
        words = _(
            "%(players)s players are present, guests left out: that is too few for %(n)s teams."
        )
        raise invalid("too_few_players", path, words % {"players": players, "n": count})
    return count
