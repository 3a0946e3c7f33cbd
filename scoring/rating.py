"""The only writer of ratings (RatingBook, RatedSeason, Rating), computed from the encounters.

Matches are rated in the order of their sessions (by start, then by id) and of their ids. A refresh
finds the first match whose encounters began or ceased to hold since the stored version: corrected,
entered late, voided, or moved with its session. The histories have what came before it; from there
on all is rated again. `check` rates everything, and both arrive at identical rows.
"""

import json
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from database.snapshot import snapshot
from scoring.models import Encounter as StoredEncounter
from scoring.models import Ledger, RatedSeason, RatingBook
from scoring.models import Rating as StoredRating
from scoring.pure import ratings
from scoring.pure.encounters import Encounter
from scoring.pure.facts import PlayerId
from scoring.pure.ratings import ALGORITHM, Rating

OVERALL = ""
BATCH = 500
COLUMNS = ("mu", "sigma", "played", "last_played_at", "history")
SHOWN_ENCOUNTERS = Q(since__lte=F("season__rated__version")) & (
    Q(until__isnull=True) | Q(until__gt=F("season__rated__version"))
)

HistoryLine: TypeAlias = list[Any]  # of a history, see the model


class MatchPosition(NamedTuple):
    """The position of a match among all of its club; the first three numbers of its line in a
    history."""

    began_at: float
    session: int
    match: int


class MatchEncounters(NamedTuple):
    """The encounters of one match."""

    position: MatchPosition
    game: str
    encounters: list[Encounter]


START = MatchPosition(float("-inf"), 0, 0)


@dataclass(frozen=True)
class RatingDifference:
    """A row that differs from what the encounters give; None if there is or should be none."""

    player: PlayerId
    game: str
    stored: StoredRating | None
    expected: StoredRating | None


def refresh(club_id: int, *, anew: bool = False) -> bool:
    """Bring the ratings of a club up to its encounters; return True if there was something to do.

    By default only ratings after the first changed encounter are recomputed; with the flag set, all
    are recomputed from the first encounter on, and the stored ones are ignored.
    """
    start = time.monotonic()
    with transaction.atomic():
        book = _locked_book(club_id)
        if book is None:
            return False
        stale_seasons = _stale_seasons(club_id)
        rates_anew = anew or book.algorithm != ALGORITHM
        if not stale_seasons and not rates_anew:
            return False
        since = {} if rates_anew else _first_changes(stale_seasons)
        _store_versions(stale_seasons)
        differences = _all_differences(club_id) if rates_anew else _differences_from(club_id, since)
        _write(differences)
        book.algorithm, book.version = ALGORITHM, book.version + 1
        book.computed_at = timezone.now()
        book.milliseconds = round(1000 * (time.monotonic() - start))
        book.save(update_fields=["algorithm", "version", "computed_at", "milliseconds"])
    return True


def check(club_id: int) -> list[RatingDifference]:
    """Return the stored ratings that differ from the encounters they claim to show.

    Nothing is written or locked: all is read from one snapshot.
    """
    with snapshot():
        book = RatingBook.objects.filter(pk=club_id).first()
        if book is None or book.algorithm != ALGORITHM:
            return []  # the next refresh recomputes all ratings anyway
        return _all_differences(club_id)


def forget_player(club_id: int, player_id: int) -> None:
    """Delete the ratings of a player who has no encounters any more."""
    _locked_book(club_id)
    StoredRating.objects.filter(player=player_id).delete()


def stale_clubs() -> list[int]:
    """Return the clubs whose ratings do not show all encounters yet."""
    clubs = set(_stale_ledgers().values_list("season__club", flat=True))
    clubs.update(RatingBook.objects.exclude(algorithm=ALGORITHM).values_list("club", flat=True))
    return sorted(clubs)


def is_stale(club_id: int) -> bool:
    """Return whether the ratings of a club do not show all encounters yet."""
    return _stale_ledgers().filter(season__club=club_id).exists()


def _stale_ledgers() -> "QuerySet[Ledger]":
    is_shown = Q(season__rated__version__gte=F("encounters_version"))
    return Ledger.objects.filter(encounters_version__gt=0).exclude(is_shown)


def _locked_book(club_id: int) -> RatingBook | None:
    """Return the ratings of a club, locked for rating while the ledger can grow; None if there is
    no such club."""
    books = RatingBook.objects.select_for_update().filter(pk=club_id)
    book = books.first()
    if book is None and _club_exists(club_id):
        RatingBook.objects.get_or_create(club_id=club_id)
        book = books.get()
    return book


def _club_exists(club_id: int) -> bool:
    try:
        return bool(RatingBook(club_id=club_id).club)
    except ObjectDoesNotExist:
        return False


def _stale_seasons(club_id: int) -> dict[int, tuple[int, int]]:
    """Return season → (stored version, version to rate)."""
    ledgers = _stale_ledgers().filter(season__club=club_id)
    return {
        season: (shown_version or 0, version)
        for season, shown_version, version in ledgers.values_list(
            "season_id", "season__rated__version", "version"
        )
    }


def _first_changes(stale_seasons: Mapping[int, tuple[int, int]]) -> dict[str, MatchPosition]:
    """Return game → the first of its matches to rate again; for the overall ratings, the first of
    all."""
    first: dict[str, MatchPosition] = {}
    for season, (shown_version, version) in stale_seasons.items():
        changed = StoredEncounter.objects.changed(shown_version, version).filter(season=season)
        columns = ("game", "played_at", "session_id", "match_id")
        for game, played_at, session, match in changed.order_by().values_list(*columns):
            position = MatchPosition(played_at.timestamp(), session, match)
            for scope in (game, OVERALL):
                first[scope] = min(position, first.get(scope, position))
    return first


def _store_versions(stale_seasons: Mapping[int, tuple[int, int]]) -> None:
    """Store the versions of the encounters that are read from here on."""
    RatedSeason.objects.bulk_create(
        [
            RatedSeason(season_id=season, version=version)
            for season, (_, version) in stale_seasons.items()
        ],
        update_conflicts=True,
        unique_fields=["season"],
        update_fields=["version"],
    )


def _all_differences(club_id: int) -> list[RatingDifference]:
    """Return the differences of all games and players, from all encounters."""
    matches = _match_encounters(club_id, START)
    stored = _by_game(StoredRating.objects.filter(club=club_id))
    games = {OVERALL, *stored, *(match.game for match in matches)}
    return [
        difference
        for game in sorted(games)
        for difference in _rate_game(club_id, game, START, matches, stored[game])
    ]


def _differences_from(club_id: int, since: Mapping[str, MatchPosition]) -> list[RatingDifference]:
    """Return the differences of each of these games from its first change on."""
    if not since:
        return []
    matches = _match_encounters(club_id, since[OVERALL])
    players = _players(matches)
    differences = []
    for game, first in since.items():
        last_played = Q(last_played_at__gte=datetime.fromtimestamp(first.began_at, UTC))
        rows = StoredRating.objects.filter(
            last_played | Q(player__in=players), club=club_id, game=game
        )
        differences += _rate_game(club_id, game, first, matches, _by_game(rows)[game])
    return differences


def _match_encounters(club_id: int, first: MatchPosition) -> list[MatchEncounters]:
    """Return the matches of a club in order of time, from one on."""
    stored = StoredEncounter.objects.filter(SHOWN_ENCOUNTERS, season__club=club_id)
    if first != START:
        stored = stored.filter(played_at__gte=datetime.fromtimestamp(first.began_at, UTC))
    columns = ("played_at", "session_id", "match_id", "game")
    rows = list(
        stored.order_by("played_at", "session_id", "match_id", "number").values_list(
            *columns, Cast("sides", TextField()), Cast("ranks", TextField())
        )
    )
    sides, ranks = (_decode_all([row[column] for row in rows]) for column in (4, 5))
    matches: list[MatchEncounters] = []
    for (played_at, session, match, game, *_), *encounter in zip(rows, sides, ranks, strict=True):
        position = MatchPosition(played_at.timestamp(), session, match)
        if not matches or matches[-1].position != position:
            matches.append(MatchEncounters(position, game, []))
        matches[-1].encounters.append(Encounter(*encounter))
    return [match for match in matches if match.position >= first]


def _decode_all(texts: Sequence[str]) -> list[Any]:
    """Decode thousands of small JSON texts as one, which is quicker."""
    values: list[Any] = json.loads(f"[{','.join(texts)}]")
    return values


def _players(matches: Iterable[MatchEncounters]) -> set[int]:
    return {
        player
        for match in matches
        for encounter in match.encounters
        for side in encounter.sides
        for player in side
    }


def _by_game(rows: Iterable[StoredRating]) -> defaultdict[str, dict[PlayerId, StoredRating]]:
    by_game: defaultdict[str, dict[PlayerId, StoredRating]] = defaultdict(dict)
    for row in rows:
        by_game[row.game][PlayerId(row.player_id)] = row
    return by_game


def _rate_game(
    club_id: int,
    game: str,
    first: MatchPosition,
    matches: Iterable[MatchEncounters],
    stored: Mapping[PlayerId, StoredRating],
) -> list[RatingDifference]:
    """Return the differences of one game, rated again from `first` on; `stored` are the rows it can
    concern."""
    histories = defaultdict(
        list, {player: _lines_before(row, first) for player, row in stored.items()}
    )
    before = {player: Rating(*lines[-1][3:]) for player, lines in histories.items() if lines}
    rated_matches = [
        match for match in matches if match.position >= first and game in (OVERALL, match.game)
    ]
    after = ratings.replay((rated_match.encounters for rated_match in rated_matches), before)
    for rated_match, changes in zip(rated_matches, after, strict=True):
        for player, rating in changes.items():
            histories[player].append([*rated_match.position, *rating])
    rows = {player: _row(club_id, game, player, lines) for player, lines in histories.items()}
    return [
        RatingDifference(player, game, stored.get(player), row)
        for player, row in rows.items()
        if _content(stored.get(player)) != _content(row)
    ]


def _lines_before(row: StoredRating, first: MatchPosition) -> list[HistoryLine]:
    """Return the lines before a match."""
    return list(row.history[: bisect_left(row.history, [*first])])


def _row(
    club_id: int, game: str, player: PlayerId, lines: Sequence[HistoryLine]
) -> StoredRating | None:
    """Return a row, or None for a player without encounters."""
    if not lines:
        return None
    began_at, _, _, mu, sigma = lines[-1]
    return StoredRating(
        club_id=club_id,
        game=game,
        player_id=player,
        mu=mu,
        sigma=sigma,
        played=len(lines),
        last_played_at=datetime.fromtimestamp(began_at, UTC),
        history=lines,
    )


def _content(row: StoredRating | None) -> object:
    return row and tuple(getattr(row, name) for name in COLUMNS)


def _write(differences: Collection[RatingDifference]) -> None:
    """Write only the rows that differ."""
    StoredRating.objects.bulk_create(
        [difference.expected for difference in differences if difference.expected],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["club", *COLUMNS],
    )
    absent = [
        difference.stored.pk
        for difference in differences
        if difference.stored and not difference.expected
    ]
    if absent:
        StoredRating.objects.filter(pk__in=absent).delete()
