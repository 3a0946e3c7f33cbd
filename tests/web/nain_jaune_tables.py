"""Tables of Nain Jaune for the tests of its pages."""

from random import Random

from games import record
from tests import make
from tests.games.nain_jaune_notation import final

NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Fay", "Gus", "Hal"]
# E4, with 50 chips: 28, 23 and 39 from 30 become -2, -7 and +9
E4_ROUND = final("QS 4H", "KD 9C KS", "", taken="7D=0 10D=1 JC=0")


def table(players=3, names=NAMES, **options):
    session = make.session(make.season(make.club()))
    seated = make.players(session.season.club, names[:players])
    return make.match(session, seated, "nain_jaune", options)


def page(client, match, language="en"):
    return client.get(f"/{language}/matches/{match.pk}/").content.decode()


def make_second(**options):
    club = make.club(name="Encore")
    seated = make.players(club, NAMES[:3])
    return make.match(make.session(make.season(club)), seated, "nain_jaune", options)


def entry(match, number=1):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def played(names, evidence, house, seed=7):
    return record.play("nain_jaune", Random(seed), names, evidence, options=house)["rounds"]
