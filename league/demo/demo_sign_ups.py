"""The sign-ups of the demo club: the next Fridays, the first one full, with a waiting list and a
guest on it."""

import random
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.demo.demo_club import DemoClub
from league.models import Session, SignUpAccess
from league.operations.seasons.session_series import Series
from league.operations.signups import access, series, sheets, sign_ups

EVENINGS = 3
FRIDAY = 4
STARTS_AT = time(20, 30)
PLACES = 12
YES, MAYBE, NO = 14, 3, 2  # players; two of those who come wait for a place, and so does the guest
GUEST = "Anatole Guérin"


def load(demo: DemoClub, *, seed: int, now: datetime) -> list[Session]:
    """Open the evenings and let players answer. Callers hold a transaction."""
    access.change(demo.club, access=SignUpAccess.CODE, by=demo.organiser)
    first = _next_friday(now.astimezone(ZoneInfo(demo.club.timezone)))
    sessions = series.open_series(
        demo.season,
        Series(first, 1, first.date() + timedelta(weeks=EVENINGS - 1)),
        place="Café des Arcades",
        closes_hours_before=3,
        capacity=PLACES,
        guests_allowed=1,
        by=demo.organiser,
    )
    _answer(demo, sessions[0], random.Random(f"sign-ups {seed}"), now)
    return sessions


def _answer(demo: DemoClub, session: Session, rng: random.Random, now: datetime) -> None:
    sheet = sheets.find(session)
    players = rng.sample(list(demo.club.players.order_by("pk")), YES + MAYBE + NO)
    answers = ["yes"] * YES + ["maybe"] * MAYBE + ["no"] * NO
    for player, answer in zip(players, answers, strict=True):
        games = rng.choice([[], rng.sample(demo.season.games, 2)]) if answer != "no" else []
        sign_ups.record_answer(sheet, player.pk, answer, games=games, by=demo.organiser, now=now)
    sign_ups.bring_guest(sheet, players[0].pk, name=GUEST, by=demo.organiser, now=now)


def _next_friday(now: datetime) -> datetime:
    """Return the start of an evening on the next Friday that is not today."""
    day = now.date() + timedelta(days=(FRIDAY - now.weekday() - 1) % 7 + 1)
    return datetime.combine(day, STARTS_AT, now.tzinfo)
