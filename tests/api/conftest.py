"""The cast: Alice owns the club, Olga organises, Bob scores, Petra plays, Charlie is a stranger."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache

from api.http import throttles
from league.models import Club, Match, Player, Role, Season, Session, User
from tests import make
from tests.api.caller import Caller, caller
from tests.made_once import made_once


@dataclass
class World:
    owner: User
    organiser: User
    scorer: User
    player: User
    stranger: User
    club: Club
    players: list[Player]
    season: Season
    session: Session
    match: Match


@pytest.fixture(autouse=True, scope="session")
def _static_folder():
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()
    throttles.forget()


@pytest.fixture
def world(db) -> World:
    return built_once()


@pytest.fixture
def alice(world) -> Caller:
    return caller(world.owner)


@pytest.fixture
def bob(world) -> Caller:
    return caller(world.scorer)


def build() -> World:
    owner = make.user("alice@example.org")
    club = make.club(owner)
    stranger = make.user("charlie@example.org")
    make.club(stranger, name="Les Autres")
    players = make.players(club)
    season = make.season(club)
    session = make.session(season)
    return World(
        owner=owner,
        organiser=make.member(club, Role.ORGANISER, "olga@example.org"),
        scorer=make.member(club, Role.SCORER, "bob@example.org"),
        player=make.member(club, Role.PLAYER, "petra@example.org"),
        stranger=stranger,
        club=club,
        players=players,
        season=season,
        session=session,
        match=make.match(session, players[:3]),
    )


built_once = made_once(build)
