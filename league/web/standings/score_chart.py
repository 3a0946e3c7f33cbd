"""The scores of a club in each game as charts, with the latest of a player among them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import game_name
from league.operations.standings.careers import PlayedMatch
from league.operations.support import wording
from league.web.support import charts
from league.web.support.charts import Bin, Figure, Heading

LATEST = 10


def score_figures(
    results: Sequence[PlayedMatch], scores: Mapping[str, Mapping[int, int]], name: str
) -> list[Figure]:
    """Return a chart for each game of these results, the most played first; `name` is the
    player's."""
    by_game: dict[str, list[int]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result.score)
    games = sorted(by_game, key=lambda game: (-len(by_game[game]), game))
    return [_figure(game, scores[game], by_game[game][-LATEST:], name) for game in games]


def _figure(game: str, counts: Mapping[int, int], latest: Sequence[int], name: str) -> Figure:
    bins = charts.bins_of(counts, latest)
    return Figure(
        f"scores-{game}",
        game_name(game),
        _summary(counts, latest, name),
        _("results"),
        _("%(game)s: choose a range of scores") % {"game": game_name(game)},
        charts.bar_chart(
            bins,
            [_heading(score_bin) for score_bin in bins],
            [_entries(score_bin, name) for score_bin in bins],
        ),
    )


def _heading(bin_: Bin) -> Heading:
    least, most = wording.signless(bin_.least), wording.signless(bin_.most)
    if bin_.least == bin_.most:
        return Heading(_("Score %(score)s") % {"score": least}, least)
    return Heading(_("Scores from %(least)s to %(most)s") % {"least": least, "most": most}, least)


def _entries(bin_: Bin, name: str) -> list[tuple[str, str]]:
    return [
        (_("the club’s results:"), str(bin_.times)),
        (_("among %(name)s’s last 10:") % {"name": name}, str(bin_.marked)),
    ]


def _summary(counts: Mapping[int, int], latest: Sequence[int], name: str) -> str:
    """Return in a sentence the position of the latest scores among the club's scores."""
    below = sum(count for score, count in counts.items() if score < sum(latest) / len(latest))
    return ngettext(
        "%(name)s’s last score is %(mean)s, higher than %(share)s%% of the club’s results.",
        "%(name)s’s last %(count)s scores average %(mean)s, higher than %(share)s%% of "
        "the club’s results.",
        len(latest),
    ) % {
        "count": len(latest),
        "name": name,
        "mean": wording.signless(round(sum(latest) / len(latest))),
        "share": 100 * below // sum(counts.values()),
    }
