"""A ladder with two divisions, its matches and its next period."""

from datetime import date

from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodWishes
from league.operations.ladders.ladders import NewDivision, PeriodDates
from tests import make

NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"]
AUTUMN = PeriodDates("Automne 2026", date(2026, 9, 1), date(2026, 12, 31))
SPRING = PeriodDates("Printemps 2027", date(2027, 1, 1))
RULES = {"up": 1, "down": 1, "least": 2, "most": 4}


def a_ladder(club, *levels, name="Championnat", rules=RULES, **more):
    return ladders.create(
        club,
        name=name,
        dates=AUTUMN,
        levels=[NewDivision(players) for players in levels],
        rules=rules,
        **{"by": None, **more},
    )


def ids(rows):
    return [row.pk for row in rows]


def players(ladder, names):
    players_by_name = {player.name: player for player in ladder.club.players.all()}
    return [players_by_name[name] for name in names]


def play(ladder, level, *results, day=1):
    """Play matches of that division, each over in one round. A result is, for example,
    `("Ada", 30), ("Bruno", 3)`."""
    division = divisions.current_period(ladder).divisions.get(level=level)
    session = make.session(division.season, day=day)
    for result in results:
        seated = players(ladder, [name for name, _score in result])
        match = make.match(session, seated, options={"target": 1})
        make.played(match, [score for _name, score in result])


def play_all(ladder):
    """Play a match in both divisions, in which the order of the names is that of the places."""
    play(ladder, 1, [("Ada", 22), ("Bruno", 9), ("Chloé", 5)])
    play(ladder, 2, [("Dov", 22), ("Eva", 9), ("Finn", 5)])


def next_period(ladder, **more):
    arguments = {"number": 2, "dates": SPRING, "wishes": PeriodWishes(), "by": None, **more}
    return ladders.open_next_period(ladder, **arguments)


def people(period):
    return [
        [member.player.name for member in division.members.all()]
        for division in period.divisions.all()
    ]


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def remarks(ladder, wishes=None):
    return [
        (remark.code, remark.level) for remark in divisions.preview_period(ladder, wishes).remarks
    ]
