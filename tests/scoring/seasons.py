"""Random seasons and schemes, reproducible from the seed."""

from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.schemes import LARGE_SIZES, POINTS, SIZES, Scheme
from scoring.pure.tiebreaks import TIEBREAKS


def a_season(rng, *, matches, people) -> SeasonFacts:
    """Return a random season; small tables and few different scores make many ties."""
    everybody = [PlayerId(number) for number in range(1, people + 1)]
    facts = []
    for match in range(matches):
        size = min(rng.choice([2, 2, 2, 3, 4, 8, 9, 12]), people)
        facts += a_match(rng, match, match // 3, rng.sample(everybody, size))
    rng.shuffle(facts)
    return SeasonFacts(
        facts,
        [
            Penalty(1, 1, rng.choice(everybody), rng.choice([0, 1, 30, 60]), "late")
            for _ in range(rng.randint(0, 2))
        ],
        [SitOut(1, 1, rng.choice(everybody)) for _ in range(rng.randint(0, people))],
        [
            TiebreakDraw(tuple(rng.sample(everybody, rng.randint(2, people))))
            for _ in range(rng.randint(0, 5))
        ],
    )


def a_match(rng, match, session_index, players) -> list[Fact]:
    scores = [rng.randint(-2, 4) * 7 for _ in players]
    target = rng.choice([None, 50, 50, 48])
    return [
        Fact(
            match,
            1000 - session_index,
            session_index,
            player,
            place=1 + sum(other > score for other in scores),
            players=len(players),
            sharing=scores.count(score),
            score=score,
            total=sum(scores),
            target=target,
            seat=seat,
            squares=sum(score**2 for score in scores),
        )
        for seat, (player, score) in enumerate(zip(players, scores, strict=True))
    ]


def weighted(history: SeasonFacts) -> SeasonFacts:
    """Return a season whose evenings have different weights, and are weeks apart."""
    last = max(fact.session_index for fact in history.facts)
    return history._replace(
        facts=[
            fact._replace(
                weight=(200, 100, 50, 33)[fact.session_index % 4],
                months_ago=(last - fact.session_index + 1) // 2,
            )
            for fact in history.facts
        ]
    )


def a_scheme(rng) -> Scheme:
    """Return a random scheme; every choice is open, and so is the order of tie-breaks."""
    only_with_sum = {
        "best_evenings": rng.choice([None, None, 1, 2, 5]),
        "drop_worst": rng.choice([0, 0, 1, 3]),
        "sit_out": rng.choice(["nothing", "own_mean", "win"]),
    }
    aggregate = rng.choice(["sum", "sum", "mean"])
    return Scheme(
        aggregate=aggregate,
        points=rng.choice(list(POINTS)),
        scale=rng.choice([1, 60, 100]),
        tiebreaks=tuple(rng.sample(list(TIEBREAKS), rng.randint(0, len(TIEBREAKS)))),
        place_points=rng.choice(
            [
                None,
                *(
                    {size: tuple(range(10, 10 - int(size), -1)) for size in sizes}
                    for sizes in (SIZES, (*SIZES, *LARGE_SIZES))
                ),
            ]
        ),
        cap=rng.choice([None, 1, 10]),
        minimum_evenings=rng.choice([0, 0, 1, 2, 3]),
        attendance=rng.choice([0, 0, 1, 30]),
        minimum_matches=rng.choice([0, 0, 1, 3, 5]),
        **(only_with_sum if aggregate == "sum" else {}),
    )
