"""The table once more, straight from the words of the default scheme, as slowly as they read."""

from fractions import Fraction
from random import Random

import pytest

from scoring import standings
from scoring.facts import Fact, PlayerId
from scoring.schemes import Scheme


def a_season(seed, matches, people):
    rng, facts = Random(seed), []
    for match in range(matches):
        size = rng.choice([2, 2, 2, 3, 4, 8])  # small tables make many ties
        seated = rng.sample(range(1, people + 1), min(size, people))
        marks = [rng.randint(0, 4) for _ in seated]
        for player, mark in zip(seated, marks, strict=True):
            place = 1 + sum(other > mark for other in marks)
            facts.append(Fact(match, match // 3, PlayerId(player), place, len(seated)))
    return facts


def points_of(fact, facts):
    """Tied seats share the mean of the places they cover; place p earns 60·(n−p)/(n−1)."""
    table = [other for other in facts if other.match == fact.match]
    sharing = sum(other.place == fact.place for other in table)
    covered = range(fact.place, fact.place + sharing)
    each = [Fraction(60 * (len(table) - place), len(table) - 1) for place in covered]
    return sum(each, Fraction(0)) / sharing


def wins_of(player, tied, facts):
    return sum(fact.player == player and fact.place == 1 for fact in facts)


def mini_table_of(player, tied, facts):
    total = Fraction(0)
    for mine in (fact for fact in facts if fact.player == player):
        for other in facts:
            if other.match == mine.match and other.player in tied and other.player != player:
                total += 1 if mine.place < other.place else 0
                total += Fraction(1, 2) if mine.place == other.place else 0
    return total


def best_evening_of(player, tied, facts):
    evenings = {fact.session for fact in facts if fact.player == player}
    return max(
        sum(points_of(f, facts) for f in facts if f.player == player and f.session == evening)
        for evening in evenings
    )


def groups_of(players, value):
    values = {player: value(player) for player in players}
    return [
        [player for player in players if values[player] == this]
        for this in sorted(set(values.values()), reverse=True)
    ]


def oracle(facts):
    """player → (place, points)."""
    players = {fact.player for fact in facts}
    sums = {
        player: sum((points_of(f, facts) for f in facts if f.player == player), Fraction(0))
        for player in players
    }
    groups = groups_of(players, sums.get)
    for value in (wins_of, mini_table_of, best_evening_of):
        groups = [
            part
            for group in groups
            for part in groups_of(group, lambda player: value(player, group, facts))  # noqa: B023
        ]
    table, place = {}, 1
    for group in groups:
        table |= {player: (place, sums[player]) for player in group}
        place += len(group)
    return table


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("matches", "people"), [(4, 6), (8, 9), (14, 12), (30, 12)])
def test_the_table_is_what_the_words_say(seed, matches, people):
    facts = a_season(seed, matches, people)
    rows = standings.compute(facts, Scheme())
    assert {row.player: (row.place, row.points) for row in rows} == oracle(facts)
