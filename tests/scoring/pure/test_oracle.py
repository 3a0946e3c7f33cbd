"""The table once more, straight from the words of the schemes, as slowly as they read."""

from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from random import Random

import pytest

from problems.seats import SEATS
from scoring.pure import standings
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import UNIT
from tests.scoring.seasons import a_scheme, a_season, weighted

FEWER_IS_BETTER = {"sit_outs"}


def table_of(fact, history):
    return [other for other in history.facts if other.match == fact.match]


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers, Fraction(0)) / len(numbers)


def shared_places(fact, history):
    """Return the places that the players who share this place cover."""
    sharing = sum(other.place == fact.place for other in table_of(fact, history))
    return range(fact.place, fact.place + sharing)


def points_of(fact, history, scheme):
    points = points_of_seat(fact, history, scheme)
    share = Fraction(scheme.kept_per_month or 100, 100) ** fact.months_ago
    weight = Fraction(round(fact.weight * round(10_000 * share) / Fraction(100)), 10_000)
    if weight == 1 or scheme.aggregate == "mean":
        return points
    return Fraction(round(100 * points * weight), 100)  # fractions are rounded half to even


def points_of_seat(fact, history, scheme):
    seats = table_of(fact, history)
    size = len(seats)
    if scheme.points == "place_fraction":
        of_places = [
            Fraction(scheme.scale * (size - p), size - 1) for p in shared_places(fact, history)
        ]
        return mean(of_places)
    if scheme.points == "place_points":
        return mean(listed_points(p, size, scheme) for p in shared_places(fact, history))
    if scheme.points == "raw":
        return Fraction(fact.score)
    if scheme.points == "capped_margin":
        margin = fact.score - mean(o.score for o in seats if o.player != fact.player)
        return sorted([margin, Fraction(-scheme.cap), Fraction(scheme.cap)])[1]
    if scheme.points == "z_score":
        average = mean(other.score for other in seats)
        variance = mean((other.score - average) ** 2 for other in seats)
        if not variance:
            return Fraction(0)
        with localcontext(prec=60):
            deviation = (Decimal(variance.numerator) / variance.denominator).sqrt()
            distance = 100 * scheme.scale * (fact.score - average)
            hundredths = Decimal(distance.numerator) / distance.denominator / deviation
            return Fraction(int(hundredths.to_integral_value(ROUND_HALF_EVEN)), 100)
    share = Fraction(fact.score * scheme.scale, fact.target or 100)
    return Fraction(round(share * 100), 100)  # fractions are rounded half to even


def listed_points(place, size, scheme):
    """Without a list for this size, the list for eight players counts, and its last points for all
    who come after them."""
    if str(size) in scheme.place_points:
        return scheme.place_points[str(size)][place - 1]
    return scheme.place_points["8"][min(place, 8) - 1]


def facts_of(player, history):
    return [fact for fact in history.facts if fact.player == player]


def session_points_of(player, history, scheme):
    """Return the points of each evening that the player attended."""
    own = facts_of(player, history)
    return [
        sum(points_of(fact, history, scheme) for fact in own if fact.session_index == session_index)
        for session_index in {fact.session_index for fact in own}
    ]


def season_of(player, history, scheme):
    """Return the points in the table: the best evenings or the mean of all matches, attendance and
    penalties."""
    evenings = sorted(session_points_of(player, history, scheme))
    attendance = scheme.attendance * len(evenings)
    for _ in range(scheme.drop_worst):
        if len(evenings) > 1:
            del evenings[0]
    while scheme.best_evenings is not None and len(evenings) > scheme.best_evenings:
        del evenings[0]
    penalties = sum(p.points for p in history.penalties if p.player == player)
    earned = sum(evenings, Fraction(0))
    if scheme.aggregate == "mean":
        earned = Fraction(round(100 * earned / len(facts_of(player, history))), 100)
    return earned + attendance + points_for_sit_outs(player, history, scheme) - penalties


def points_for_sit_outs(player, history, scheme):
    """Return the points of rounds in which the player sat out, from the words of the scheme."""
    times = sum(sit_out.player == player for sit_out in history.sit_outs)
    results = [points_of(fact, history, scheme) for fact in facts_of(player, history)]
    wins = {"place_fraction": scheme.scale, "target": scheme.scale}
    if scheme.place_points:
        wins["place_points"] = scheme.place_points["4"][0]
    win = wins.get(scheme.points)
    if scheme.sit_out == "nothing":
        return 0
    if scheme.sit_out == "win" and win is not None:
        return times * win
    mean = Fraction(round(100 * sum(results, Fraction(0)) / len(results)), 100)
    return times * (mean if win is None else max(mean, Fraction(win, 2)))


def is_qualified(player, history, scheme):
    own = facts_of(player, history)
    attended = {fact.session_index for fact in own}
    return len(attended) >= scheme.minimum_evenings and len(own) >= scheme.minimum_matches


def wins_of(player, tied, history, scheme):
    return sum(fact.place == 1 for fact in facts_of(player, history))


def mini_table_of(player, tied, history, scheme, sizes=range(99)):
    total = Fraction(0)
    for own in facts_of(player, history):
        for other in table_of(own, history):
            if other.player in tied and other.player != player and own.players in sizes:
                total += 1 if own.place < other.place else 0
                total += Fraction(1, 2) if own.place == other.place else 0
    return total


def has_met_one(player, tied, size, history):
    return any(
        other.player in tied and other.player != player
        for own in facts_of(player, history)
        if own.players == size
        for other in table_of(own, history)
    )


def head_to_head_of(player, tied, history, scheme):
    sizes = [
        n
        for n in SEATS
        if all(has_met_one(other_player, tied, n, history) for other_player in tied)
    ]
    return mini_table_of(player, tied, history, scheme, sizes)


def best_evening_of(player, tied, history, scheme):
    return max(session_points_of(player, history, scheme))


def last_result_of(player, tied, history, scheme):
    latest = facts_of(player, history)[0]
    for fact in facts_of(player, history):
        if (fact.session_index, fact.match) > (latest.session_index, latest.match):
            latest = fact
    return points_of(latest, history, scheme)


def strength_of(player, tied, history, scheme):
    opponents = [
        other.player
        for own in facts_of(player, history)
        for other in table_of(own, history)
        if other.player != player
    ]
    exact = mean(season_of(other, history, scheme) for other in opponents)
    return Fraction(round(exact * 100), 100)


def second_places_of(player, tied, history, scheme):
    return len([fact for fact in facts_of(player, history) if fact.place == 2])


def sit_outs_of(player, tied, history, scheme):
    return sum(sit_out.player == player for sit_out in history.sit_outs)


def lots_of(player, tied, history, scheme):
    players_behind = 0
    for draw in history.draws:
        if all(other_player in draw.players for other_player in tied):
            players_behind = len(draw.players) - 1 - draw.players.index(player)
    return players_behind


VALUE = {
    "wins": wins_of,
    "mini_table": mini_table_of,
    "head_to_head": head_to_head_of,
    "best_evening": best_evening_of,
    "last_result": last_result_of,
    "strength": strength_of,
    "second_places": second_places_of,
    "sit_outs": sit_outs_of,
    "lots": lots_of,
}


def groups_of(players, value, *, fewest=False):
    values = {player: value(player) for player in players}
    return [
        [player for player in players if values[player] == this]
        for this in sorted(set(values.values()), reverse=not fewest)
    ]


def oracle(history, scheme):
    """Return player → (place, points, the tie-breaks that were looked at)."""
    players = {fact.player for fact in history.facts}
    used_values = {player: dict.fromkeys(scheme.tiebreaks) for player in players}

    def season(player):
        return is_qualified(player, history, scheme), season_of(player, history, scheme)

    groups = groups_of(players, season)
    for code in scheme.tiebreaks:
        finer_groups = []
        for group in groups:
            if len(group) == 1:
                finer_groups.append(group)
                continue
            for player in group:
                used_values[player][code] = VALUE[code](player, group, history, scheme)
            values = {player: used_values[player][code] for player in group}
            finer_groups += groups_of(group, values.get, fewest=code in FEWER_IS_BETTER)
        groups = finer_groups
    table, place = {}, 1
    for group in groups:
        table |= {player: (place, season(player)[1], used_values[player]) for player in group}
        place += len(group)
    return table


def exact_rows(rows):
    """Return the rows with units as exact points."""
    return {
        row.player: (
            row.place,
            Fraction(row.points, UNIT),
            {
                code: None if value is None else Fraction(value, UNIT)
                for code, value in row.tiebreaks.items()
            },
        )
        for row in rows
    }


@pytest.mark.parametrize(("matches", "people"), [(4, 6), (8, 9), (14, 12), (30, 12)])
def test_the_default_table_is_what_the_words_say(matches, people):
    for seed in range(25):
        history = a_season(Random(seed), matches=matches, people=people)
        assert exact_rows(standings.compute(history, Scheme())) == oracle(history, Scheme()), seed


@pytest.mark.parametrize(("matches", "people"), [(3, 4), (8, 8), (20, 10)])
def test_tables_of_all_schemes_are_what_the_words_say(matches, people):
    for seed in range(100):
        rng = Random(f"{seed} {matches}")
        history, scheme = weighted(a_season(rng, matches=matches, people=people)), a_scheme(rng)
        if scheme.aggregate == "sum":
            scheme = replace(scheme, kept_per_month=rng.choice([None, 90, 50, 1]))
        assert exact_rows(standings.compute(history, scheme)) == oracle(history, scheme), seed


@pytest.mark.parametrize("code", TIEBREAKS)
def test_each_tie_break_alone_is_what_the_words_say(code):
    """Many equal points: a single evening counts, with places of two or three sizes."""
    for seed in range(40):
        rng = Random(f"{seed} {code}")
        history = a_season(rng, matches=rng.randint(4, 14), people=9)
        scheme = Scheme(tiebreaks=(code,), best_evenings=1)
        assert exact_rows(standings.compute(history, scheme)) == oracle(history, scheme), seed
