"""A club whose matches end after one round."""

from tests import make

QUICK = {"target": 1}


def new_club():
    """Return the players of a new club with a season, by name."""
    season = make.season(make.club())
    return {player.name: player for player in make.players(season.club)}


def play(people, day, scores, game="neurotrio"):
    """Play a match of one round with these scores by name, in seat order."""
    season = next(iter(people.values())).club.seasons.get()
    seated = [people[name] for name in scores]
    match = make.match(make.session(season, day=day), seated, game, QUICK)
    return make.played(match, list(scores.values()))
