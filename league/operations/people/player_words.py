"""Search words of players: the only writer of PlayerWord.

Every change of a name, an alias or the visibility of a player calls `store`. A trigram index would
need an extension of PostgreSQL, and SQLite has nothing like it.
"""

from collections.abc import Collection, Iterable, Iterator

from django.db import transaction

from league.models import Player, PlayerWord
from league.names import stored_words

BATCH = 2000


def store(players: Collection[Player]) -> None:
    """Replace the stored words of players by the words of their present names. The caller holds the
    transaction in which the names change."""
    PlayerWord.objects.filter(player__in=players).delete()
    PlayerWord.objects.bulk_create(
        [
            PlayerWord(player=player, word=word, is_public=is_public)
            for player in players
            for word, is_public in words_of(player).items()
        ],
        batch_size=BATCH,
    )


def words_of(player: Player) -> dict[bytes, bool]:
    """Return the words of a player, each with whether the public reads it: the words of the full
    name, and of the alias if that is shown."""
    public, others = (stored_words(player.found_by(public=public)) for public in (True, False))
    return {word: word in public for word in sorted(public | others)}


def rebuild() -> int:
    """Rebuild the words of all players; return the number of players whose words were wrong."""
    differing = 0
    for players in _batches():
        wrong = _differing(players)
        differing += len(wrong)
        with transaction.atomic():
            store(Player.objects.select_for_update(no_key=True).filter(pk__in=wrong))
    return differing


def check() -> list[int]:
    """Return the ids of the players whose stored words do not match their names."""
    return [player for players in _batches() for player in _differing(players)]


def _batches() -> Iterator[list[Player]]:
    last = 0
    while players := list(Player.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = players[-1].pk
        yield players


def _differing(players: Iterable[Player]) -> list[int]:
    stored: dict[int, dict[bytes, bool]] = {player.pk: {} for player in players}
    rows = PlayerWord.objects.filter(player__in=players)
    for player, word, is_public in rows.values_list("player", "word", "is_public"):
        stored[player][bytes(word)] = is_public
    return [player.pk for player in players if stored[player.pk] != words_of(player)]
