"""Ladders travel with their club: periods, divisions, exchanges, play-offs, who came back."""

import json
from datetime import date

import pytest

from league.errors import Invalid
from league.models import Ladder, Period, Player
from league.operations.exchange.archive import file_format
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodWishes
from league.operations.ladders.ladders import PeriodDates
from league.operations.matches import matches
from scoring import projection
from tests import make
from tests.archives import changed, exported, imported, packed, replaced, summed, unpacked
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn", "Gil", "Hana"]
FILE = "ladders.ndjson"


def player_ids(club, *names):
    return [Player.objects.get(club=club, name=name).pk for name in names]


def play(period, level, *result):
    """Play a match of a division that is over in one round; the result lists names and scores."""
    season = period.divisions.get(level=level).season
    seated = player_ids(season.club, *(name for name, _score in result))
    players = [Player.objects.get(pk=pk) for pk in seated]
    session = season.sessions.first() or make.session(season)
    match = make.match(session, players, options={"target": 1})
    make.played(match, [score for _name, score in result])


@pytest.fixture
@made_once
def ladder():
    """Return a ladder of three periods, with lots, a play-off, a period that was forced, and
    somebody who left and came back; there is a second ladder too."""
    make.ladder(other := make.club(name="Autre"), make.players(other, ["X", "Y"]))
    club = make.club()
    people = make.players(club, NAMES)
    new_ladder = make.ladder(
        club,
        people[:4],
        people[4:],
        rules={"up": 1, "down": 1, "play_off": 1, "least": 2, "most": 5},
        by=make.user(),
    )
    make.ladder(club, people[:2], name="Coupe", games=["njet"])
    autumn = divisions.current_period(new_ladder)
    play(autumn, 1, ("Ada", 22), ("Bruno", 9), ("Chloé", 5), ("Dov", 5))
    play(autumn, 2, ("Eva", 22), ("Finn", 9), ("Gil", 5), ("Hana", 3))
    due = divisions.preview_period(new_ladder).plan.play_offs[0].players
    match = ladders.set_play_off(new_ladder, players=due, game="neurotrio", by=None)
    make.played(match, *[[3, 22]] * 3)
    (ada,) = player_ids(club, "Ada")
    spring = ladders.open_next_period(
        new_ladder,
        number=2,
        dates=PeriodDates("Printemps 2027", date(2027, 1, 1), date(2027, 6, 30)),
        wishes=PeriodWishes(leaving=[ada]),
        by=make.user("gina@example.org"),  # whom the club knows by nothing else
    )
    play(spring, 1, ("Bruno", 22), ("Eva", 9))
    ladders.open_next_period(
        new_ladder,
        number=3,
        dates=PeriodDates("Été 2027", date(2027, 7, 1)),
        wishes=PeriodWishes(joining={ada: 0}),
        force=new_ladder.name,
        by=None,
    )
    for table in divisions.current_period(new_ladder).divisions.get(level=1).season.tables.all():
        projection.refresh(table.pk)
    return Ladder.objects.get(pk=new_ladder.pk)


def description(ladder):
    """Return everything that can be seen of a ladder, by names."""
    names = {player.pk: player.name for player in Player.objects.filter(club=ladder.club)}
    preview = divisions.preview_period(ladder)
    return {
        "own": (ladder.name, ladder.games, ladder.rules),
        "periods": [
            {
                "own": (period.number, period.name, period.seed, period.forced, period.opened_at),
                "by": period.opened_by and period.opened_by.email,
                "lots": [
                    {**lot, "players": [names[pk] for pk in lot["players"]]} for lot in period.lots
                ],
                "divisions": [
                    (
                        division.level,
                        division.name,
                        division.season.name,
                        division.season.starts_on,
                        division.season.ends_on,
                        [
                            (row.player.name, row.came, row.reason, row.source, row.place)
                            for row in divisions.members_by_division(period)[division.pk]
                        ],
                        [
                            (row.player.name, row.place, row.points)
                            for row in divisions.division_rows(division)
                        ],
                    )
                    for division in period.divisions.all()
                ],
                "play_offs": period.play_offs and period.play_offs.name,
                "tables": [
                    [(seat.player.name, total) for seat, total in zip(seats, totals, strict=True)]
                    for seats, totals in (
                        (row.match.seats.all(), row.match.totals)
                        for row in period.tables.order_by("pk")
                    )
                ],
            }
            for period in ladder.periods.order_by("number")
        ],
        "next": [[names[pk] for pk in players] for players in preview.plan.divisions],
        "why": [(names[step.player], *step[1:]) for step in preview.plan.steps],
        "remarks": [(remark.code, remark.level, remark.message) for remark in preview.remarks],
    }


def test_a_ladder_comes_in_as_it_was(ladder):
    before, archive = description(ladder), exported(ladder.club)
    (third,) = [period for period in before["periods"] if period["own"][0] == 3]
    assert third["own"][3], "something was forced"
    assert any(lot for period in before["periods"] for lot in period["lots"])
    assert before["periods"][0]["tables"]
    assert any("returned" in row for *_rest, rows, _table in third["divisions"] for row in rows)
    back = imported(archive, make.user()).club
    copy = back.ladders.get(name=ladder.name)
    assert description(copy) == before
    assert description(back.ladders.get(name="Coupe")) == description(
        ladder.club.ladders.get(name="Coupe")
    )
    for name, content in unpacked(archive).items():
        if name not in {"club.json", "manifest.json"}:
            assert unpacked(exported(back))[name] == content, name


def test_an_imported_ladder_can_be_continued(ladder):
    copy = imported(exported(ladder.club), make.user()).club.ladders.get(name=ladder.name)
    period = divisions.current_period(copy)
    play(period, 1, ("Bruno", 22), ("Ada", 9))
    summer = PeriodDates("Automne 2027", date(2027, 9, 1))
    arguments = {
        "number": 4,
        "dates": summer,
        "wishes": PeriodWishes(),
        "by": None,
        "force": copy.name,
    }
    assert ladders.open_next_period(copy, **arguments).number == 4
    ladders.remove_period(copy, 4)
    assert divisions.current_period(copy) == period


def test_a_play_off_that_was_called_off_is_left_out(ladder):
    people = player_ids(ladder.club, "Bruno", "Eva")
    match = ladders.set_play_off(ladder, players=people, game="neurotrio", by=None)
    matches.call_off(match)
    back = imported(exported(ladder.club), make.user()).club
    assert not Period.objects.get(
        ladder__club=back, ladder__name=ladder.name, number=3
    ).tables.count()


def test_an_archive_from_before_there_were_ladders_is_read(ladder):
    files = unpacked(exported(ladder.club))
    del files[FILE]
    manifest = json.loads(files[file_format.MANIFEST])
    del manifest["counts"][FILE], manifest["sha256"][FILE]
    back = imported(
        packed({**files, file_format.MANIFEST: file_format.encode_row(manifest)}), make.user()
    ).club
    assert back.seasons.count() == ladder.club.seasons.count()
    assert not back.ladders.exists()


def test_a_file_that_was_lost_on_its_way_is_missed(ladder):
    files = unpacked(exported(ladder.club))
    del files[FILE]
    assert refused(packed(files)) == [("other_count", f"{file_format.MANIFEST}:1.counts.{FILE}")]


def refused(archive):
    """Return the problems of an archive as [(code, path)], and check that nothing is stored."""
    before = Ladder.objects.count()
    with pytest.raises(Invalid) as error:
        imported(archive, make.user("olga@example.org"))
    assert Ladder.objects.count() == before
    return [(problem["code"], problem["path"]) for problem in error.value.problems]


def put(path, value):
    def change(row):
        *way, last = path
        for step in way:
            row = row[step]
        row[last] = value

    return change


def twice(row):
    first, second = row["periods"][0]["divisions"]
    second["members"][0] = first["members"][0]


def shared(row):
    row["periods"][0]["divisions"][1]["season"] = row["periods"][0]["divisions"][0]["season"]


def turned(row):
    lots = next(lot for period in row["periods"] for lot in period["lots"] if not lot["by_table"])
    lots["players"].reverse()


FIRST = "ladders.ndjson:1"
MEMBER = ("periods", 1, "divisions", 0, "members", 0)


WRONG = [
    (put(("name",), " "), "blank", f"{FIRST}.name"),
    (put(("name",), "x" * 41), "too_long", f"{FIRST}.name"),
    (put(("games",), ["chess"]), "game_not_installed", f"{FIRST}.games.0"),
    (put(("rules",), {"up": 1}), "missing_key", f"{FIRST}.rules.down"),
    (put(("rules", "up"), 99), "not_an_integer", f"{FIRST}.rules.up"),
    (put(("rules", "least"), 6), "bad_sizes", f"{FIRST}.rules.least"),
    (put(("periods",), []), "bad_length", f"{FIRST}.periods"),
    (put(("periods", 0, "surprise"), 1), "unknown_key", f"{FIRST}.periods.0.surprise"),
    (put(("periods", 0, "name"), ""), "blank", f"{FIRST}.periods.0.name"),
    (put(("periods", 1, "name"), "Automne 2026"), "bad_ladder", FIRST),
    (put(("periods", 0, "opened_by"), 99), "unknown_row", f"{FIRST}.periods.0.opened_by"),
    (put(("periods", 0, "opened_at"), "now"), "not_a_time", f"{FIRST}.periods.0.opened_at"),
    (put(("periods", 0, "play_offs"), None), "other_season", f"{FIRST}.periods.0.tables.0"),
    (put(("periods", 0, "play_offs"), 99), "unknown_row", f"{FIRST}.periods.0.play_offs"),
    (put(("periods", 0, "tables"), [1]), "other_season", f"{FIRST}.periods.0.tables.0"),
    (put(("periods", 0, "tables"), [99]), "unknown_row", f"{FIRST}.periods.0.tables.0"),
    (shared, "season_taken", f"{FIRST}.periods.0.divisions.1.season"),
    (twice, "player_twice", f"{FIRST}.periods.0.divisions.1.members.0.player"),
    (turned, "other_lots", f"{FIRST}.periods.1.lots.0.players"),
    (
        put((*MEMBER, "source"), 7),
        "other_source",
        f"{FIRST}.periods.1.divisions.0.members.0.source",
    ),
    (
        put((*MEMBER, "player"), 99),
        "unknown_row",
        f"{FIRST}.periods.1.divisions.0.members.0.player",
    ),
    (
        put((*MEMBER, "came"), "bribed"),
        "not_a_choice",
        f"{FIRST}.periods.1.divisions.0.members.0.came",
    ),
]


def test_a_ladder_that_cannot_be_is_refused_with_its_place(ladder):
    archive = exported(ladder.club)
    for change, code, path in WRONG:
        assert (code, path) in refused(changed(archive, FILE, 1, change))


def test_a_season_of_two_ladders_is_refused(ladder):
    archive = exported(ladder.club)
    first, second = [json.loads(line) for line in unpacked(archive)[FILE].splitlines()]
    season = first["periods"][0]["divisions"][0]["season"]
    second["periods"][0]["divisions"][0]["season"] = season
    content = file_format.encode_row(first) + file_format.encode_row(second)
    assert refused(replaced(archive, FILE, content)) == [("bad_ladder", "ladders.ndjson:2")]


def test_a_sum_that_does_not_fit_is_refused(ladder):
    files = unpacked(exported(ladder.club))
    files[FILE] = files[FILE].replace(b"Championnat", b"Championnet")
    assert refused(packed(files)) == [("damaged", FILE)]
    imported(packed(summed(files)), make.user())
