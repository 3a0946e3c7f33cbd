"""Whatever is wrong with an archive is told with its place, and nothing of it is stored."""

import json
import zipfile
from datetime import timedelta

import pytest

from league.errors import Invalid
from league.models import Club, Match, Membership, Player, Season, Submission, User
from league.operations.exchange.archive import file_format
from league.operations.matches import submissions
from league.operations.seasons import penalties, seasons
from scoring.models import Draw, Penalty, Result, SchemeVersion, Table
from tests import make
from tests.archives import changed, exported, imported, packed, replaced, summed, unpacked
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
ALL = (Club, Membership, Player, Season, Match, Submission, Result, Penalty, Draw, Table)


@pytest.fixture
@made_once
def archive():
    """Return an archive with matches 1 (over, corrected), 2 (under way) and 3 (not begun), a
    penalty, a sit-out and lots."""
    club = make.club()
    season = make.season(club, scheme={"tiebreaks": ["lots"]}, games=["neurotrio", "njet"])
    evening, people = make.session(season), make.players(club)
    over = make.played(make.match(evening, people[:3], options={"target": 20}), [22, 5, 5])
    submissions.correct(over.pk, 1, make.sheet(22, 6, 6), by=None, reason="Misread")
    make.played(make.match(evening, people), [12, 1, 2, 3], [13, 4, 4, 4])
    make.match(evening, people[:2])
    chosen = {"session": evening.pk, "player": people[3].pk}
    penalty = penalties.penalise(season, **chosen, points=2, reason="Late", by=make.user())
    penalties.lift_penalty(penalty, reason="Not he", by=make.user())
    penalties.sit_out(evening, player=people[3].pk)
    penalties.draw_for_tie(season, players=[people[1].pk, people[2].pk], by=None)
    seasons.update(season, scheme={"tiebreaks": ["wins", "lots"]})
    return exported(club)


@pytest.fixture
def stored(archive):
    return {model: model.objects.count() for model in ALL}


def refused(archive, stored, **options):
    """Return the problems of an archive as [(code, path)], and check that nothing is stored."""
    with pytest.raises(Invalid) as error:
        imported(archive, make.user("olga@example.org"), **options)
    assert {model: model.objects.count() for model in ALL} == stored
    assert all(problem["message"] for problem in error.value.problems)
    return [(problem["code"], problem["path"]) for problem in error.value.problems]


def test_the_whole_one_is_read(archive, stored):
    imported(archive, make.user())
    assert Match.objects.count() == 2 * stored[Match]


def put(**values):
    return lambda row: row.update(values)


def at(*keys):
    """Return a function that makes changes: `at("a", 0, "b")(value)` is a change of
    row["a"][0]["b"]."""

    def to(value):
        def change(row):
            for key in keys[:-1]:
                row = row[key]
            row[keys[-1]] = value

        return change

    return to


ROWS = [
    # file, line, change, code, path below the line
    ("club.json", 1, put(name="  "), "blank", ".name"),
    ("club.json", 1, put(timezone="Mars/Base"), "unknown_timezone", ".timezone"),
    ("club.json", 1, put(language="it"), "not_a_choice", ".language"),
    ("club.json", 1, put(name=7), "not_text", ".name"),
    ("club.json", 1, put(accent_colour="#ffd400"), "low_contrast", ".accent_colour"),
    ("club.json", 1, put(contact="javascript:alert(1)"), "bad_contact", ".contact"),
    ("club.json", 1, put(description="x" * 2001), "too_long", ".description"),
    ("club.json", 1, put(logo="???"), "bad_base64", ".logo"),
    ("club.json", 1, put(logo="PHN2Zy8+"), "unknown_picture", ".logo"),
    ("club.json", 1, put(logo=7), "not_text", ".logo"),
    ("club.json", 1, put(owner="me"), "unknown_key", ".owner"),
    ("club.json", 1, lambda row: row.pop("slug"), "missing_key", ".slug"),
    ("people.ndjson", 1, put(role="king"), "not_a_choice", ".role"),
    ("people.ndjson", 1, put(id=2), "bad_number", ".id"),
    ("players.ndjson", 2, put(id=1), "bad_number", ".id"),
    ("players.ndjson", 2, put(name="x" * 101), "too_long", ".name"),
    ("players.ndjson", 2, put(name="a\0b"), "bad_text", ".name"),
    ("players.ndjson", 2, put(email="nobody"), "bad_email", ".email"),
    ("players.ndjson", 2, put(visibility="ghost"), "not_a_choice", ".visibility"),
    ("seasons.ndjson", 1, put(starts_on="2026-02-30"), "not_a_date", ".starts_on"),
    ("seasons.ndjson", 1, put(ends_on="2020-01-01"), "ends_before_start", ".ends_on"),
    ("seasons.ndjson", 1, put(games=["chess"]), "game_not_installed", ".games.0"),
    ("seasons.ndjson", 1, put(games=[]), "bad_length", ".games"),
    ("seasons.ndjson", 1, put(games=["njet", "njet"]), "bad_games", ".games"),
    ("seasons.ndjson", 1, put(schemes=[]), "bad_length", ".schemes"),
    ("seasons.ndjson", 1, at("schemes", 0, "scheme")([]), "not_an_object", ".schemes.0.scheme"),
    (
        "seasons.ndjson",
        1,
        at("schemes", 1, "adopted_by")(9),
        "unknown_row",
        ".schemes.1.adopted_by",
    ),
    (
        "seasons.ndjson",
        1,
        at("schemes", 1, "scheme", "points")("luck"),
        "not_a_choice",
        ".schemes.1.scheme.points",
    ),
    (
        "seasons.ndjson",
        1,
        lambda row: row["schemes"].append(row["schemes"][1]),
        "scheme_twice",
        ".schemes",
    ),
    ("sessions.ndjson", 1, put(season=2), "unknown_row", ".season"),
    ("sessions.ndjson", 1, put(season=0), "bad_number", ".season"),
    ("sessions.ndjson", 1, put(season=True), "bad_number", ".season"),
    ("sessions.ndjson", 1, put(starts_at="yesterday"), "not_a_time", ".starts_at"),
    ("sessions.ndjson", 1, put(starts_at="2026-13-01T00:00:00Z"), "not_a_time", ".starts_at"),
    ("sessions.ndjson", 1, put(starts_at="0001-01-01T00:00:00Z"), "not_a_time", ".starts_at"),
    ("matches.ndjson", 1, put(session=2), "unknown_row", ".session"),
    ("matches.ndjson", 1, put(players=[1, 2, 7]), "unknown_row", ".players.2"),
    ("matches.ndjson", 1, put(players=[2, 1, 3]), "other_names", ".record.players"),
    ("matches.ndjson", 1, at("record", "game")("chess"), "game_not_installed", ".record.game"),
    ("matches.ndjson", 1, at("record", "record")(2), "bad_number", ".record.record"),
    ("matches.ndjson", 1, at("record", "game")("triominos"), "unknown_game", ".record.game"),
    (
        "matches.ndjson",
        1,
        at("record", "options", "target")("x"),
        "not_an_integer",
        ".record.options.target",
    ),
    ("matches.ndjson", 1, put(over=False), "other_over", ".over"),
    ("matches.ndjson", 1, put(over=1), "not_a_flag", ".over"),
    ("matches.ndjson", 1, put(totals=[99, 5, 5]), "other_totals", ".totals"),
    ("matches.ndjson", 1, put(places=[2, 1, 1]), "other_places", ".places"),
    ("matches.ndjson", 1, put(submissions=[]), "other_rounds", ".record.rounds"),
    (
        "matches.ndjson",
        1,
        at("submissions", 0, "scores")([1, 2, 3]),
        "other_scores",
        ".submissions.0.scores",
    ),
    (
        "matches.ndjson",
        1,
        at("submissions", 0, "evidence")("final"),
        "other_evidence",
        ".submissions.0.evidence",
    ),
    ("matches.ndjson", 1, at("submissions", 0, "by")(5), "unknown_row", ".submissions.0.by"),
    ("matches.ndjson", 1, at("submissions", 1, "version")(3), "out_of_order", ".submissions.1"),
    ("matches.ndjson", 1, at("submissions", 0, "round")(2), "out_of_order", ".submissions.0"),
    (
        "matches.ndjson",
        1,
        at("submissions", 0, "body")(None),
        "other_scores",
        ".submissions.0.scores",
    ),
    ("matches.ndjson", 3, at("record", "rounds")([{}]), "other_rounds", ".record.rounds"),
    ("penalties.ndjson", 1, put(points=-1), "bad_number", ".points"),
    ("penalties.ndjson", 1, put(points=200_000), "too_large", ".points"),
    ("penalties.ndjson", 1, put(reason=""), "blank", ".reason"),
    ("penalties.ndjson", 1, at("lifted", "reason")(""), "blank", ".lifted.reason"),
    ("penalties.ndjson", 1, put(player=5), "unknown_row", ".player"),
    ("sit_outs.ndjson", 1, put(player=5), "unknown_row", ".player"),
    ("sit_outs.ndjson", 1, put(session=5), "unknown_row", ".session"),
    ("draws.ndjson", 1, lambda row: row["players"].reverse(), "not_drawn_so", ".players"),
    ("draws.ndjson", 1, put(players=[2, 2]), "not_drawn_so", ".players"),
    ("draws.ndjson", 1, put(players=[2]), "bad_length", ".players"),
    ("draws.ndjson", 1, put(game="triominos"), "unknown_game", ".game"),
    ("draws.ndjson", 1, put(season=2), "unknown_row", ".season"),
    ("standings.ndjson", 1, put(units=1), "other_standings", ""),
    ("standings.ndjson", 2, put(place=1), "other_standings", ""),
    ("manifest.json", 1, put(format="zip"), "not_a_choice", ".format"),
    ("manifest.json", 1, put(version=2), "unknown_version", ".version"),
    ("manifest.json", 1, put(club=None), "not_text", ".club"),
    ("manifest.json", 1, at("counts", "x")(1), "unknown_key", ".counts.x"),
]


def test_a_wrong_row_is_reported_with_its_place(archive, stored):
    for name, number, change, code, path in ROWS:
        broken = changed(archive, name, number, change)
        assert (code, f"{name}:{number}{path}") in refused(broken, stored)


def test_a_round_against_the_rules_is_reported_as_by_the_engine(archive, stored):
    """With its scores and totals changed to fit, only the engine can know."""

    def change(row):
        row["record"]["rounds"][1]["scores"] = [13, 4, 4, -40]
        row["submissions"][1]["scores"] = [13, 4, 4, -40]
        row["totals"] = [25, 5, 6, -37]

    ((code, path),) = refused(changed(archive, "matches.ndjson", 2, change), stored)
    assert path.startswith("matches.ndjson:2.submissions.1.rounds.1.scores")
    assert code


def test_an_earlier_version_is_judged_too(archive, stored):
    broken = changed(
        archive, "matches.ndjson", 1, at("submissions", 0, "body")(make.sheet(1, 2, 3, x=1))
    )
    ((code, path),) = refused(broken, stored)
    assert (code, path) == ("unknown_key", "matches.ndjson:1.submissions.0.rounds.0.x")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{\n", "not_json"),
        (b"\xff\xfe\n", "not_utf8"),
        (b"[" * 100_000 + b"\n", "too_deep"),
        (b'{"id": NaN}\n', "not_a_number"),
        (b'{"id": 1, "id": 1}\n', "same_key"),
        (b'{"id": 1' + b"0" * 5000 + b"}\n", "number_too_long"),
        (b"[]\n", "not_an_object"),
        (b"\n", "not_json"),
    ],
)
def test_lines_that_are_no_rows(archive, stored, content, code):
    problems = refused(replaced(archive, "players.ndjson", content), stored)
    assert (code, "players.ndjson:1") in problems


def test_a_surrogate_and_a_deep_thing_within_a_row(archive, stored):
    line = unpacked(archive)["players.ndjson"].replace(b"Bruno", b"\\ud800")
    assert ("bad_text", "players.ndjson:2.name") in refused(
        replaced(archive, "players.ndjson", line), stored
    )
    for levels in (40, 900):
        deep = json.loads("[" * levels + "]" * levels)
        broken = changed(archive, "matches.ndjson", 1, at("submissions", 0, "body")({"x": deep}))
        assert refused(broken, stored) == [("too_deep", "matches.ndjson:1")]


def test_the_number_of_reported_rows_is_limited(archive, stored):
    rows = b"".join(
        file_format.encode_row({"id": n, "name": "", "email": "", "visibility": "full"})
        for n in range(1, 1000)
    )
    problems = refused(replaced(archive, "players.ndjson", rows), stored)
    assert len(problems) == 100
    assert problems[:2] == [("blank", "players.ndjson:1.name"), ("blank", "players.ndjson:2.name")]


def test_a_reference_to_a_wrong_row_is_no_further_problem(archive, stored):
    broken = changed(archive, "players.ndjson", 1, put(visibility="ghost"))
    assert refused(broken, stored) == [("not_a_choice", "players.ndjson:1.visibility")]


def test_a_line_too_many_or_too_few_in_the_standings(archive, stored):
    lines = unpacked(archive)["standings.ndjson"].splitlines(keepends=True)
    for content in (b"".join(lines[:-1]), b"".join([*lines, lines[-1]])):
        problems = refused(replaced(archive, "standings.ndjson", content), stored)
        assert {code for code, _path in problems} >= {"other_standings"}


def test_counts_are_those_of_the_files(archive, stored):
    files = unpacked(archive)
    manifest = json.loads(files["manifest.json"])
    manifest["counts"]["matches.ndjson"] = 4
    broken = packed({**files, "manifest.json": file_format.encode_row(manifest)})
    assert refused(broken, stored) == [("other_count", "manifest.json:1.counts.matches.ndjson")]


def test_a_file_that_its_manifest_does_not_know(archive, stored):
    files = unpacked(archive)
    files["players.ndjson"] = files["players.ndjson"].replace(b"Ada", b"Eva")
    assert refused(packed(files), stored) == [("damaged", "players.ndjson")]


def test_no_club_and_two_clubs(archive, stored):
    line = unpacked(archive)["club.json"]
    for content in (b"", line + line):
        problems = refused(replaced(archive, "club.json", content), stored)
        assert problems == [("bad_length", "club.json")]


@pytest.mark.parametrize("content", [b"", b"PK", b"hello" * 100, b"PK\x03\x04" + b"\0" * 100])
def test_a_file_that_is_not_a_zip_is_refused(stored, content):
    assert refused(content, stored) == [("not_a_zip", "")]


def test_half_a_zip_and_one_with_a_flipped_bit(archive, stored):
    assert refused(archive[: len(archive) // 2], stored)[0][0] == "not_a_zip"
    spoilt = bytearray(archive)
    spoilt[100] ^= 0xFF  # in the content of the first file, as headers have bytes nobody reads
    ((code, path),) = refused(bytes(spoilt), stored)
    assert code in {"not_a_zip", "damaged"}
    assert path in {"", *file_format.FILES}


@pytest.mark.parametrize("compression", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_ways_to_compress(archive, stored, compression):
    """LZMA may ask for gigabytes, and fails in ways of its own."""
    assert refused(packed(unpacked(archive), compression), stored) == [("not_a_zip", "")]


def test_a_file_that_is_said_to_begin_before_the_zip(archive, stored):
    spoilt = bytearray(archive)
    last = spoilt.rindex(b"PK\x05\x06")  # the end, which says where the index of files begins
    spoilt[last + 16 : last + 20] = (len(archive) * 2).to_bytes(4, "little")
    assert refused(bytes(spoilt), stored) == [("not_a_zip", "manifest.json")]


def test_files_that_do_not_belong_there(archive, stored):
    files = unpacked(archive)
    for name in ("../../etc/passwd", "/absolute", "secret\n.txt", "players.ndjson/"):
        assert refused(packed({**files, name: b""}), stored) == [("unknown_file", "")]
    del files["draws.ndjson"]
    assert refused(packed(files), stored) == [("missing_file", "")]


def test_an_archive_that_was_packed_again_in_a_folder_is_read(archive, stored):
    files = unpacked(archive)
    assert refused(packed({**files, "club/notes.txt": b""}), stored) == [("unknown_file", "")]
    for folder in ("club/", "Downloads/club 2/"):
        added = dict.fromkeys((folder, f"__MACOSX/{folder}._club.json", f"{folder}.DS_Store"), b"")
        moved = {folder + name: content for name, content in files.items()}
        imported(packed({**added, **moved}), make.user())
    assert Match.objects.count() == 3 * stored[Match]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_twice(archive, stored, tmp_path):
    file = tmp_path / "twice.zip"
    file.write_bytes(archive)
    with zipfile.ZipFile(file, "a") as box:
        box.writestr("players.ndjson", b"")
    assert refused(file.read_bytes(), stored) == [("file_twice", "")]


def test_bombs(archive, stored):
    bomb = replaced(archive, "players.ndjson", b" " * 20_000_000)
    assert len(bomb) < 100_000
    assert refused(bomb, stored) == [("too_large", "")]
    assert refused(archive, stored, most=1000) == [("too_large", "")]


@pytest.mark.parametrize(("field", "size"), [(20, 2**30), (24, 5)])
def test_bombs_that_lie_about_their_size(archive, stored, field, size):
    """In the index: what is packed (20) and what comes out (24)."""
    bomb = bytearray(replaced(archive, "players.ndjson", b" " * 20_000_000))
    at = bomb.rindex(b"players.ndjson") - 46
    assert bomb[at : at + 4] == b"PK\x01\x02"
    bomb[at + field : at + field + 4] = size.to_bytes(4, "little")
    ((code, _path),) = refused(bytes(bomb), stored)
    assert code in {"too_large", "not_a_zip"}


def test_a_line_without_end(archive, stored):
    line = json.dumps("".join(chr(33 + n * n % 90) for n in range(1000)) * 40_000).encode()
    broken = packed(summed({**unpacked(archive), "players.ndjson": line}), zipfile.ZIP_STORED)
    assert refused(broken, stored) == [("line_too_long", "players.ndjson")]


def test_accounts_are_never_made_and_roles_only_given_when_asked(archive, stored):
    accounts = User.objects.count()
    olga = make.user("olga@example.org")
    without = imported(archive, olga, people=User.objects.none())
    assert list(without.club.memberships.values_list("user__email", "role")) == [
        ("olga@example.org", "owner")
    ]
    assert without.left_out == ["alice@example.org"]
    assert Penalty.objects.get(season__club=without.club).given_by is None
    User.objects.filter(email="alice@example.org").delete()
    assert imported(archive, olga).left_out == ["alice@example.org"]
    assert User.objects.count() == accounts


def test_the_address_is_the_next_that_is_free(archive, stored):
    assert imported(archive, make.user()).club.slug == "les-ardoises-2"
    assert imported(archive, make.user()).club.slug == "les-ardoises-3"


def test_schemes_keep_their_history(archive, stored):
    club = imported(archive, make.user()).club
    old, new = (
        SchemeVersion.objects.filter(season__club__name=club.name).order_by("pk")[i::2]
        for i in (0, 1)
    )
    assert [scheme.adopted_at for scheme in old] == [old[0].adopted_at] * 2
    assert new[1].adopted_at - old[1].adopted_at > timedelta()
