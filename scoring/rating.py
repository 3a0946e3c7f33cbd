"""The only writer of ratings (RatingBook, RatedSeason, Rating): what is shown of the encounters.

Matches are rated in the order of their evenings (when they began, then by id) and of their ids. A
refresh looks for the first match whose encounters began or ceased to hold since the version shown:
corrected, entered late, voided, or moved with its evening. What came before it stands in the
histories; from there on all is rated again. `check` rates everything, and both arrive at identical
rows.
"""

import json
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

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
    """Where a match stands among all of its club; the first three of its line in a history."""

    at: float
    session: int
    match: int


class MatchEncounters(NamedTuple):
    """The encounters of one match."""

    moment: MatchPosition
    game: str
    encounters: list[Encounter]


START = MatchPosition(float("-inf"), 0, 0)


@dataclass(frozen=True)
class RatingDifference:
    """A row that is not as the encounters want it; None where there is or should be none."""

    player: PlayerId
    game: str
    stored: StoredRating | None
    expected: StoredRating | None


def refresh(club_id: int, *, anew: bool = False) -> bool:
    """Bring the ratings of a club up to its encounters; True when there was something to do.

    `anew` rates everything from the first encounter on, whatever is stored.
    """
    start = time.monotonic()
    with transaction.atomic():
        book = _locked(club_id)
        if book is None:
            return False
        behind = _behind(club_id)
        is_new = anew or book.algorithm != ALGORITHM
        if not behind and not is_new:
            return False
        since = {} if is_new else _first_changes(behind)
        _show(behind)
        found = _everything(club_id) if is_new else _from(club_id, since)
        _write(found)
        book.algorithm, book.version = ALGORITHM, book.version + 1
        book.computed_at = timezone.now()
        book.milliseconds = round(1000 * (time.monotonic() - start))
        book.save(update_fields=["algorithm", "version", "computed_at", "milliseconds"])
    return True


def check(club_id: int) -> list[RatingDifference]:
    """Return where the stored ratings are not those of the encounters they claim to show.

    Nothing is written and nobody waits: all is read as it was at one moment.
    """
    with snapshot():
        book = RatingBook.objects.filter(pk=club_id).first()
        if book is None or book.algorithm != ALGORITHM:
            return []  # the next refresh rates everything anew anyway
        return _everything(club_id)


def stale_clubs() -> list[int]:
    """The clubs whose ratings do not show all encounters yet."""
    clubs = set(_unshown().values_list("season__club", flat=True))
    clubs.update(RatingBook.objects.exclude(algorithm=ALGORITHM).values_list("club", flat=True))
    return sorted(clubs)


def is_stale(club_id: int) -> bool:
    return _unshown().filter(season__club=club_id).exists()


def _unshown() -> "QuerySet[Ledger]":
    shown = Q(season__rated__version__gte=F("encounters_version"))
    return Ledger.objects.filter(encounters_version__gt=0).exclude(shown)


def _locked(club_id: int) -> RatingBook | None:
    """Who holds this row rates; the ledger goes on meanwhile."""
    books = RatingBook.objects.select_for_update().filter(pk=club_id)
    book = books.first()
    club: Any = RatingBook._meta.get_field("club").related_model
    if book is None and club.objects.filter(pk=club_id).exists():
        RatingBook.objects.get_or_create(club_id=club_id)
        book = books.get()
    return book


def _behind(club_id: int) -> dict[int, tuple[int, int]]:
    """Season → (version shown, version to be shown)."""
    found = _unshown().filter(season__club=club_id)
    return {
        season: (shown or 0, version)
        for season, shown, version in found.values_list(
            "season_id", "season__rated__version", "version"
        )
    }


def _first_changes(behind: Mapping[int, tuple[int, int]]) -> dict[str, MatchPosition]:
    """Game → the first of its matches that is to be rated again; of overall the first of all."""
    first: dict[str, MatchPosition] = {}
    for season, (shown, version) in behind.items():
        changed = StoredEncounter.objects.changed(shown, version).filter(season=season)
        columns = ("game", "played_at", "session_id", "match_id")
        for game, played_at, session, match in changed.order_by().values_list(*columns):
            moment = MatchPosition(played_at.timestamp(), session, match)
            for each in (game, OVERALL):
                first[each] = min(moment, first.get(each, moment))
    return first


def _show(behind: Mapping[int, tuple[int, int]]) -> None:
    """From here on the encounters of these versions are read."""
    RatedSeason.objects.bulk_create(
        [RatedSeason(season_id=season, version=now) for season, (_, now) in behind.items()],
        update_conflicts=True,
        unique_fields=["season"],
        update_fields=["version"],
    )


def _everything(club_id: int) -> list[RatingDifference]:
    """All games and players, from all encounters."""
    met = _met(club_id, START)
    stored = _by_game(StoredRating.objects.filter(club=club_id))
    games = {OVERALL, *stored, *(each.game for each in met)}
    return [
        difference
        for game in sorted(games)
        for difference in _rate(club_id, game, START, met, stored[game])
    ]


def _from(club_id: int, since: Mapping[str, MatchPosition]) -> list[RatingDifference]:
    """Each of these games from its first change on."""
    if not since:
        return []
    met = _met(club_id, since[OVERALL])
    players = _players(met)
    found = []
    for game, first in since.items():
        last_played = Q(last_played_at__gte=datetime.fromtimestamp(first.at, UTC))
        rows = StoredRating.objects.filter(
            last_played | Q(player__in=players), club=club_id, game=game
        )
        found += _rate(club_id, game, first, met, _by_game(rows)[game])
    return found


def _met(club_id: int, first: MatchPosition) -> list[MatchEncounters]:
    """The matches of a club in time, from one on."""
    stored = StoredEncounter.objects.filter(SHOWN_ENCOUNTERS, season__club=club_id)
    if first != START:
        stored = stored.filter(played_at__gte=datetime.fromtimestamp(first.at, UTC))
    columns = ("played_at", "session_id", "match_id", "game")
    rows = list(
        stored.order_by("played_at", "session_id", "match_id", "number").values_list(
            *columns, Cast("sides", TextField()), Cast("ranks", TextField())
        )
    )
    sides, ranks = (_decoded([row[column] for row in rows]) for column in (4, 5))
    found: list[MatchEncounters] = []
    for (played_at, session, match, game, *_), *encounter in zip(rows, sides, ranks, strict=True):
        moment = MatchPosition(played_at.timestamp(), session, match)
        if not found or found[-1].moment != moment:
            found.append(MatchEncounters(moment, game, []))
        found[-1].encounters.append(Encounter(*encounter))
    return [each for each in found if each.moment >= first]


def _decoded(written: Sequence[str]) -> list[Any]:
    """Thousands of small JSON texts, quicker as one."""
    found: list[Any] = json.loads(f"[{','.join(written)}]")
    return found


def _players(met: Iterable[MatchEncounters]) -> set[int]:
    return {
        player
        for each in met
        for encounter in each.encounters
        for side in encounter.sides
        for player in side
    }


def _by_game(rows: Iterable[StoredRating]) -> defaultdict[str, dict[PlayerId, StoredRating]]:
    found: defaultdict[str, dict[PlayerId, StoredRating]] = defaultdict(dict)
    for row in rows:
        found[row.game][PlayerId(row.player_id)] = row
    return found


def _rate(
    club_id: int,
    game: str,
    first: MatchPosition,
    met: Iterable[MatchEncounters],
    stored: Mapping[PlayerId, StoredRating],
) -> list[RatingDifference]:
    """The rows of one game, rated again from `first` on; `stored` are those it can concern."""
    histories = defaultdict(list, {player: _until(row, first) for player, row in stored.items()})
    before = {player: Rating(*lines[-1][3:]) for player, lines in histories.items() if lines}
    again = [each for each in met if each.moment >= first and game in (OVERALL, each.game)]
    after = ratings.replay((each.encounters for each in again), before)
    for each, changes in zip(again, after, strict=True):
        for player, rating in changes.items():
            histories[player].append([*each.moment, *rating])
    rows = {player: _row(club_id, game, player, lines) for player, lines in histories.items()}
    return [
        RatingDifference(player, game, stored.get(player), row)
        for player, row in rows.items()
        if _content(stored.get(player)) != _content(row)
    ]


def _until(row: StoredRating, first: MatchPosition) -> list[HistoryLine]:
    """The lines before a match."""
    return list(row.history[: bisect_left(row.history, [*first])])


def _row(club_id: int, game: str, player: PlayerId, lines: Sequence[HistoryLine]) -> StoredRating | None:
    """None for who has met nobody."""
    if not lines:
        return None
    at, _, _, mu, sigma = lines[-1]
    return StoredRating(
        club_id=club_id,
        game=game,
        player_id=player,
        mu=mu,
        sigma=sigma,
        played=len(lines),
        last_played_at=datetime.fromtimestamp(at, UTC),
        history=lines,
    )


def _content(row: StoredRating | None) -> object:
    return row and tuple(getattr(row, name) for name in COLUMNS)


def _write(differences: Collection[RatingDifference]) -> None:
    """Only the rows that differ."""
    StoredRating.objects.bulk_create(
        [each.expected for each in differences if each.expected],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["club", *COLUMNS],
    )
    gone = [each.stored.pk for each in differences if each.stored and not each.expected]
    if gone:
        StoredRating.objects.filter(pk__in=gone).delete()
