"""A player in numbers, as on the page of the player: results, opponents, records, achievements."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers

from api.games.shapes import EVIDENCE, GameOutput
from api.http import entity_tags, paging
from api.http.fields import local
from api.http.filters import id_of
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.seasons.leagues import NamedLeague, named_league
from api.standings.standings import NamedSeason
from games import GAMES
from league import permissions
from league.errors import invalid
from league.models import Player
from league.operations.standings import (
    achievement_words,
    achievements,
    careers,
    club_history,
    player_statistics,
)
from league.operations.standings.achievements import Achievement, CareerFacts
from league.operations.standings.careers import Meeting, PlayedMatch
from league.operations.standings.player_statistics import Duel, DuelTotals
from league.operations.tournaments import final_ranking
from league.permissions import Action
from scoring.models import Standing
from scoring.pure.units import format_points

BEATEN = "Mean share of beaten players, in per cent."
PLAYED_AT = "When the session started, in the time zone of the club."
OPPONENT = id_of(
    "`id` of another player of the club. Returns only this one, with `by_game` and `matches`.", "pk"
)


class PlayedMatchOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    game = GameOutput()
    season = serializers.IntegerField()
    session = serializers.IntegerField()
    played_at = serializers.DateTimeField(help_text=PLAYED_AT)
    place = serializers.IntegerField()
    players = serializers.IntegerField(help_text="Number of players at the table.")
    score = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="Seat of the player, from 1.")
    evidence = serializers.ChoiceField(EVIDENCE)


class HistoryMatchOutput(PlayedMatchOutput):
    provisional = serializers.BooleanField(help_text="If true, the result is not final.")


class TotalsOutput(serializers.Serializer[Any]):
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    beaten = serializers.IntegerField(help_text=BEATEN)


class GameTotalsOutput(TotalsOutput):
    game = GameOutput()


class SeatTotalsOutput(TotalsOutput):
    seat = serializers.IntegerField(help_text="Seat at the beginning of the match, from 1.")


class PartnerTotalsOutput(serializers.Serializer[Any]):
    """Rounds that two players played as partners."""

    partner = SeatedOutput()
    game = GameOutput()
    played = serializers.IntegerField(help_text="Number of rounds.")
    wins = serializers.IntegerField()
    beaten = serializers.IntegerField(help_text="Mean share of beaten sides, in per cent.")


class TableSizeOutput(serializers.Serializer[Any]):
    players = serializers.IntegerField(help_text="Number of players at the table.")
    places = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="How often each place was taken, from the first.",
    )


class SeasonPlaceOutput(serializers.Serializer[Any]):
    season = NamedSeason()
    league = NamedLeague(allow_null=True, help_text="`null`: the standings of the season itself.")
    place = serializers.IntegerField()
    points = serializers.CharField(help_text="Points with two decimals, rounded half to even.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()


class HistoryOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    seasons = SeasonPlaceOutput(
        many=True, help_text="Rows in standings over all games, the latest season first."
    )
    by_game = GameTotalsOutput(many=True, help_text="Most played first.")
    by_table_size = TableSizeOutput(many=True)
    by_seat = SeatTotalsOutput(many=True)
    by_partner = PartnerTotalsOutput(many=True, help_text="Most rounds first.")
    matches = HistoryMatchOutput(many=True, help_text="Matches that are over, oldest first.")


class DuelTotalsOutput(serializers.Serializer[Any]):
    game = GameOutput()
    met = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    equal = serializers.IntegerField()
    mean_difference = serializers.CharField(
        help_text="Mean difference of the scores, with one decimal."
    )


class DuelOutput(serializers.Serializer[Any]):
    """Lists of two have the value of the player first, the one of the opponent second."""

    match = serializers.IntegerField()
    game = GameOutput()
    played_at = serializers.DateTimeField(help_text=PLAYED_AT)
    players = serializers.IntegerField(help_text="Number of players at the table.")
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    rounds_together = serializers.IntegerField(help_text="Rounds that they played as partners.")


class OpponentOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    met = serializers.IntegerField(help_text="Number of matches at the same table.")
    ahead = serializers.IntegerField(help_text="Matches in which the player was placed higher.")
    behind = serializers.IntegerField(help_text="Matches in which the opponent was placed higher.")
    equal = serializers.IntegerField(help_text="Matches in which both shared a place.")
    by_game = DuelTotalsOutput(many=True, required=False, help_text="Only with `player`.")
    matches = DuelOutput(many=True, required=False, help_text="Only with `player`; oldest first.")


class HeadToHeadOutput(ListOutput):
    old_names = {"opponents": "results"}
    player = SeatedOutput()
    results = OpponentOutput(many=True, help_text="Most frequent opponents first.")


class RecordsOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    highest = PlayedMatchOutput(many=True, help_text="Match with the highest score of each game.")
    longest_run = PlayedMatchOutput(
        many=True, help_text="Matches of the longest series of wins; of equal ones the latest."
    )
    largest_win = PlayedMatchOutput(
        allow_null=True, help_text="Win at the table with the most players."
    )


class AchievementOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Such as `first_win`. New codes may be added.")
    title = serializers.CharField()
    detail = serializers.CharField()
    number = serializers.IntegerField(
        help_text="Number of matches, wins, points, games or sessions that it is for."
    )
    game = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField(help_text="When it was reached, in the time zone of the club.")
    match = serializers.IntegerField(allow_null=True, help_text="Match that proves it.")
    session = serializers.IntegerField(
        allow_null=True, help_text="Session that proves it, if no single match does."
    )


class AchievementsOutput(ListOutput):
    old_names = {"achievements": "results"}
    player = SeatedOutput()
    hidden = serializers.BooleanField(
        help_text="If true, the player hides the achievements, and none are listed."
    )
    results = AchievementOutput(many=True)


class PlayerPage(Resource):
    # no docstring: the description of the API would show it for each subclass
    is_public = True
    tagged = True

    def page(self, request: ApiRequest, player: int) -> HttpResponseBase:
        player_row = permissions.find_player(request.user, player, Action.READ)
        content = {"player": _named(player_row), **self.write(request, player_row)}
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    def write(self, request: ApiRequest, player: Player) -> dict[str, Any]:
        raise NotImplementedError


class History(PlayerPage):
    @extend_schema(summary="Get the results of a player", responses=HistoryOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        return self.page(request, player)

    def write(self, request: ApiRequest, player: Player) -> dict[str, Any]:
        results = careers.played_matches(player)
        provisional = careers.provisional_matches(player)
        rows = final_ranking.with_final_places(careers.standings_over_all_games(player))
        return {
            "played": len(results),
            "wins": sum(result.place == 1 for result in results),
            "seasons": [_season_place(row) for row in rows],
            "by_game": [
                {
                    "game": line.name,
                    "played": line.played,
                    "wins": line.wins,
                    "beaten": line.beaten,
                }
                for line in careers.by_game(results)
            ],
            "by_table_size": [
                {"players": size, "places": list(places)}
                for size, places in careers.by_size(results).items()
            ],
            "by_seat": [line._asdict() for line in player_statistics.by_seat(results)],
            "by_partner": [
                {
                    "partner": _named(line.player),
                    "game": line.game,
                    "played": line.played,
                    "wins": line.wins,
                    "beaten": line.beaten,
                }
                for line in player_statistics.by_partner(player)
            ],
            "matches": [
                {**match, "provisional": match["match"] in provisional}
                for match in _matches(results, player)
            ],
        }


class HeadToHead(PlayerPage):
    filters = {"opponent": OPPONENT}
    queries = {"GET": ["opponent"]}

    @extend_schema(
        summary="Compare a player with opponents",
        parameters=[OpenApiParameter("opponent", int, description=OPPONENT.words)],
        responses=HeadToHeadOutput,
    )
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        return self.page(request, player)

    def write(self, request: ApiRequest, player: Player) -> dict[str, Any]:
        other = paging.filter_values(request).get("opponent")
        if other is not None:
            return HeadToHeadOutput.of({"results": [_duels(player, _opponent(player, other))]})
        results = careers.played_matches(player)
        lines = [
            {
                "player": _named(line.player),
                "met": line.met,
                "ahead": line.ahead,
                "behind": line.behind,
                "equal": line.met - line.ahead - line.behind,
            }
            for line in careers.opponents(results, careers.meetings(player, results))
        ]
        return HeadToHeadOutput.of({"results": lines})


class Records(PlayerPage):
    @extend_schema(summary="Get the records of a player", responses=RecordsOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        return self.page(request, player)

    def write(self, request: ApiRequest, player: Player) -> dict[str, Any]:
        best = careers.highlights(careers.played_matches(player))
        return {
            "highest": _matches(best.highest, player),
            "longest_run": _matches(best.run, player),
            "largest_win": best.largest and _match(best.largest, player),
        }


class Achievements(PlayerPage):
    @extend_schema(summary="Get the achievements of a player", responses=AchievementsOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        return self.page(request, player)

    def write(self, request: ApiRequest, player: Player) -> dict[str, Any]:
        if not achievement_words.are_shown(player, member=bool(request.user)):
            return AchievementsOutput.of({"hidden": True, "results": []})
        results = careers.played_matches(player)
        facts = _facts(player, results, careers.meetings(player, results))
        listed = achievements.achievements(facts)
        lines = [_achievement(each, player) for each in listed]
        return AchievementsOutput.of({"hidden": False, "results": lines})


def _facts(player: Player, results: Sequence[PlayedMatch], met: Sequence[Meeting]) -> CareerFacts:
    scores = club_history.scores(player.club, {result.game for result in results})
    sessions = club_history.sessions(player.club)
    return CareerFacts(results, met, sessions, scores, list(GAMES))


def _opponent(player: Player, pk: int) -> Player:
    """Return another player of the club; raise Invalid if there is none."""
    others = Player.shown.filter(club=player.club_id).exclude(pk=player.pk)
    opponent: Player | None = others.filter(pk=pk).first()
    if opponent is None:
        raise invalid("unknown_player", "opponent", _("The club has no such player."))
    return opponent


def _duels(player: Player, opponent: Player) -> dict[str, Any]:
    duels = player_statistics.duels(player, opponent)
    total, *by_game = player_statistics.duel_totals(duels)
    return {
        "player": _named(opponent),
        **_numbers(total),
        "by_game": [{"game": line.game, **_numbers(line), **_mean(line)} for line in by_game],
        "matches": [_duel(duel, player) for duel in duels],
    }


def _numbers(line: DuelTotals) -> dict[str, int]:
    return {"met": line.met, "ahead": line.ahead, "behind": line.behind, "equal": line.equal}


def _mean(line: DuelTotals) -> dict[str, str]:
    sign = "-" if line.tenths < 0 else ""
    return {"mean_difference": f"{sign}{abs(line.tenths) // 10}.{abs(line.tenths) % 10}"}


def _duel(duel: Duel, player: Player) -> dict[str, Any]:
    return {
        "match": duel.match,
        "game": duel.game,
        "played_at": local(duel.at, player.club.timezone),
        "players": duel.players,
        "places": list(duel.places),
        "scores": list(duel.scores),
        "rounds_together": duel.rounds_together,
    }


def _season_place(row: Standing) -> dict[str, Any]:
    season = row.table.season
    return {
        "season": {"id": season.pk, "name": season.name},
        "league": named_league(row.table.league).get("league"),
        "place": row.place,
        "points": format_points(row.points),
        "played": row.played,
        "wins": row.wins,
    }


def _matches(results: Iterable[PlayedMatch], player: Player) -> list[dict[str, Any]]:
    return [_match(result, player) for result in results]


def _match(result: PlayedMatch, player: Player) -> dict[str, Any]:
    return {
        "match": result.match,
        "game": result.game,
        "season": result.season,
        "session": result.session,
        "played_at": local(result.at, player.club.timezone),
        "place": result.place,
        "players": result.players,
        "score": result.score,
        "seat": result.seat + 1,
        "evidence": result.evidence,
    }


def _achievement(achievement: Achievement, player: Player) -> dict[str, Any]:
    title, detail = achievement_words.words(achievement)
    return {
        "code": achievement.code,
        "title": title,
        "detail": detail,
        "number": achievement.number,
        "game": achievement.game or None,
        "at": local(achievement.at, player.club.timezone),
        "match": achievement.match,
        "session": achievement.session,
    }


def _named(player: Player) -> dict[str, Any]:
    return {"id": player.pk, "name": player.name}
