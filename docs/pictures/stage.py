"""Adds to a freshly loaded demo what the pictures show besides: an evening under way. Once, before
the pictures are taken: python -m docs.pictures.stage
"""

import os
import random
from datetime import UTC, datetime

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
django.setup()

from games.base import Evidence  # noqa: E402
from league.demo import demo_club  # noqa: E402
from league.models import Club, Player, User  # noqa: E402
from league.operations.matches import matches  # noqa: E402
from league.operations.seasons import seasons  # noqa: E402
from league.operations.sessions import session_log  # noqa: E402

STARTS_AT = datetime(2026, 11, 13, 19, 30, tzinfo=UTC)
ROUNDS = {"neurotrio": 3, "triominos": 2, "njet": 4, "nain_jaune": 1}  # so far
SEATS, HERE = 4, 18


def main() -> None:
    """Seat a table of each game; a few players wait."""
    rng = random.Random(7)
    club = Club.objects.get(name=demo_club.CLUB_NAME)
    by = User.objects.get(email=demo_club.DEMO_EMAIL)
    season = club.seasons.get(name="Saison 2026-2027")
    tonight = seasons.open_session(season, starts_at=STARTS_AT, place="Café des Arcades")
    people = rng.sample(list(club.players.order_by("pk")), HERE)
    session_log.check_in(tonight, [player.pk for player in people], by=by)
    for game, rounds in ROUNDS.items():
        seated: list[Player] = [people.pop() for _seat in range(SEATS)]
        match = matches.create(tonight, game=game, players=[player.pk for player in seated])
        demo_club.play(match, [player.name for player in seated], Evidence.FINAL, by, rng, rounds)


if __name__ == "__main__":
    main()
