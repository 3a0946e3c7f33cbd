"""Where the players of a reader sit now, and why; or why they sit out."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from league.models import Audience, Match, Player, Season, Seat, Session
from league.operations.matches import match_results, names_at_tables
from league.operations.seating import own_reasons
from league.operations.tournaments.play import publication
from league.web.support import seating_words
from league.web.support.seating_words import TableWhy


class OwnSeat(NamedTuple):
    """A table at which a player sits; `is_reader` says whether the player is the reader."""

    player: Player
    is_reader: bool
    number: int
    match: Match

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1

    @property
    def others(self) -> list[Seat]:
        """The seats of the others at the table, in playing order."""
        return [seat for seat in self.match.seats.all() if seat.player != self.player]

    @property
    def why(self) -> TableWhy:
        """Why the player sits with these others, computed where a page shows it."""
        return seating_words.table_why(self.match, self.match.seats.all(), self.player)


class OwnSitOut(NamedTuple):
    """A player who sits out while the tables of the same seating play; `why` are sentences."""

    player: Player
    is_reader: bool
    why: Sequence[str]


OwnPlace: TypeAlias = OwnSeat | OwnSitOut


def own_seats(
    where: Session | Season, players: Collection[Player], reader: Collection[int]
) -> list[OwnPlace]:
    """Return the running tables of these players at a session, or in a whole tournament, if their
    seats are published, and who of them sits out meanwhile."""
    if not players:
        return []
    seats = _seats(where, players, reader)
    seated = {seat.player for seat in seats}
    others = [player for player in players if player not in seated]
    return [*seats, *_sit_outs(where, others, reader)]


def _sit_outs(
    where: Session | Season, players: Collection[Player], reader: Collection[int]
) -> list[OwnSitOut]:
    if not players:
        return []
    season = where if isinstance(where, Season) else where.season
    lines = (
        own_reasons.sit_outs_of_tournament(season.pk, players)
        if isinstance(where, Season) or season.tournament_or_none is not None
        else own_reasons.sit_outs_of_session(where, players)
    )
    return [
        OwnSitOut(line.player, line.player.pk in reader, seating_words.own_sit_out_words(line))
        for line in lines
    ]


def _seats(
    where: Session | Season, players: Collection[Player], reader: Collection[int]
) -> list[OwnSeat]:
    place = {"session": where} if isinstance(where, Session) else {"session__season": where}
    rows = Match.objects.filter(
        publication.visible_to(Audience.PLAYERS), seats__player__in=players, over=False, **place
    ).distinct()
    matches = names_at_tables.loaded(match_results.with_relations(rows))
    running = [match for match in matches if not (match.ended or match.is_postponed)]
    seats = []
    for match in sorted(running, key=lambda row: row.pk):
        seated = {seat.player_id for seat in match.seats.all()}
        seats += [
            OwnSeat(player, player.pk in reader, match.table, match)
            for player in players
            if player.pk in seated
        ]
    return seats
