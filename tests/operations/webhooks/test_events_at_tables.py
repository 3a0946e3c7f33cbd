"""Events of the acts that give a table another match or other players: what is sent, once and in
order, when each is done, undone and refused."""

import pytest

from league.errors import Conflict, Invalid, LeagueError
from league.models import Event, SubstitutionEffect
from league.operations.people import club_settings
from league.operations.results import leavers, replays, seat_corrections, substitutions
from league.operations.results.leavers import MatchEnd
from league.operations.sessions import rematches, session_log, table_changes, undo
from league.operations.webhooks import chat_words
from tests import make

pytestmark = pytest.mark.django_db
BOTH = SubstitutionEffect.BOTH
LINKS = ("rematch_of", "replay_of", "continues")


@pytest.fixture
def session():
    session = make.session(make.season(make.club(), games=["neurotrio"]))
    club_settings.update(session.season.club, language="en")
    make.webhook(session.season.club)
    session.season.club.refresh_from_db()
    return session


@pytest.fixture
def players(session):
    return make.players(session.season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"])


def a_match(session, seated, *rounds, target=50):
    match = make.played(make.match(session, seated, options={"target": target}), *rounds)
    Event.objects.all().delete()
    return match


def sent():
    """Return type, match and names of the events since the last call, the oldest first."""
    rows = [
        (row.type, row.data["match"]["id"], names_of(row.data))
        for row in Event.objects.order_by("id")
    ]
    Event.objects.all().delete()
    return rows


def names_of(data):
    return [player["name"] for player in data["match"]["players"]]


def links():
    """Return the other matches that the last event names."""
    return [Event.objects.order_by("id").last().data["match"][link] for link in LINKS]


def chat(club):
    row = Event.objects.order_by("id").last()
    return chat_words.text_of(club, row.type, row.data).words


def take_back(session):
    """Undo the newest entry in the log of the evening with all that depends on it."""
    listed = undo.log_entries(session)
    entry = next(entry for entry in listed if not entry.is_round and entry.undone_at is None)
    undo.undo(session, entry.ref, by=None)
    return entry.ref


def test_rematch(session, players):
    ended = a_match(session, players[:2], [22, 5], target=20)
    new = rematches.start(ended, by=None).match
    assert links() == [ended.pk, None, None]
    assert chat(session.season.club) == "Rematch: Neurotrio with Ada, Bruno"
    pair = ["Ada", "Bruno"]
    assert sent() == [("match.created", new.pk, pair)]
    rematches.start(ended, by=None)
    assert sent() == [], "it is the same rematch"
    ref = take_back(session)
    assert sent() == [("match.cancelled", new.pk, pair)]
    undo.redo(session, ref, by=None)
    assert sent() == [("match.resumed", new.pk, pair)]


def test_replay(session, players):
    ended = a_match(session, players[:2], [22, 5], target=20)
    new = replays.replay(ended, by=None)
    assert links() == [None, ended.pk, None]
    assert chat(session.season.club) == "Replay: Neurotrio with Ada, Bruno"
    pair = ["Ada", "Bruno"]
    assert sent() == [("match.abandoned", ended.pk, pair), ("match.created", new.pk, pair)]
    ref = take_back(session)
    assert sent() == [("match.cancelled", new.pk, pair), ("match.finished", ended.pk, pair)]
    undo.redo(session, ref, by=None)
    assert sent() == [("match.resumed", new.pk, pair), ("match.abandoned", ended.pk, pair)]


@pytest.mark.parametrize(
    ("end", "event"),
    [
        (MatchEnd.RESULT, "match.finished"),
        (MatchEnd.FORFEIT, "match.finished"),
        (MatchEnd.NONE, "match.abandoned"),
    ],
)
def test_leaver(session, players, end, event):
    match = a_match(session, players[:3], [22, 5, 2])
    new = leavers.go_on(match, leaving=players[0].pk, end=end, by=None)
    assert links() == [None, None, match.pk]
    assert chat(session.season.club) == (
        "A player has left and the others play on: Neurotrio with Bruno, Chloé"
    )
    three, two = ["Ada", "Bruno", "Chloé"], ["Bruno", "Chloé"]
    assert sent() == [(event, match.pk, three), ("match.created", new.pk, two)]
    for entry in undo.log_entries(session)[:2]:
        undo.undo(session, entry.ref, by=None)
    assert sent() == [("match.cancelled", new.pk, two), ("match.resumed", match.pk, three)]


def test_merge(session, players):
    source, into = a_match(session, players[2:4]), a_match(session, players[:2])
    table_changes.merge(source, into, by=None)
    assert chat(session.season.club) == "Neurotrio, players changed: Ada, Bruno, Chloé, Dov"
    going, pair = ["Chloé", "Dov"], ["Ada", "Bruno"]
    merged = [("match.cancelled", source.pk, going), ("match.reseated", into.pk, [*pair, *going])]
    assert sent() == merged
    ref = take_back(session)
    assert sent() == [("match.reseated", into.pk, pair), ("match.resumed", source.pk, going)]
    undo.redo(session, ref, by=None)
    assert sent() == merged


def test_split(session, players):
    match = a_match(session, players[:4])
    new = table_changes.split(match, [players[1].pk, players[3].pk], by=None).new
    staying, going = ["Ada", "Chloé"], ["Bruno", "Dov"]
    assert sent() == [("match.created", new.pk, going), ("match.reseated", match.pk, staying)]
    ref = take_back(session)
    assert sent() == [
        ("match.cancelled", new.pk, going),
        ("match.reseated", match.pk, ["Ada", "Bruno", "Chloé", "Dov"]),
    ]
    undo.redo(session, ref, by=None)
    assert sent() == [("match.resumed", new.pk, going), ("match.reseated", match.pk, staying)]


def test_substitution_and_its_undo(session, players):
    match = a_match(session, players[:2], [22, 5])
    row = substitutions.substitute(
        match, leaving=players[0].pk, entering=players[4].pk, effect=BOTH, by=None
    )
    substitution = Event.objects.get().data["substitution"]
    assert sent() == [("match.substituted", match.pk, ["Eva", "Bruno"])]
    substitutions.take_back(row, by=None)
    assert Event.objects.get().data["substitution"] == substitution
    assert Event.objects.get().data["match"]["version"] == 4
    assert chat(session.season.club) == "Neurotrio, substitution undone: Ada, Bruno"
    assert sent() == [("match.substitution_undone", match.pk, ["Ada", "Bruno"])]


def test_corrected_seats(session, players):
    match = a_match(session, players[:2], [22, 5])
    seats = {match.pk: [players[0].pk, players[4].pk]}
    seat_corrections.correct_seats(seats, by=None)
    assert sent() == [("match.reseated", match.pk, ["Ada", "Eva"])]
    seat_corrections.correct_seats(seats, by=None)
    assert sent() == [], "they sit there already"


def test_cancelled_table(session, players):
    match = a_match(session, players[:2])
    session_log.call_off(match, by=None)
    assert chat(session.season.club) == "Table cancelled: Neurotrio with Ada, Bruno"
    assert sent() == [("match.cancelled", match.pk, ["Ada", "Bruno"])]


REFUSED = {
    "rematch of a running match": lambda match, other, people: rematches.start(match, by=None),
    "replay of a running match": lambda match, other, people: replays.replay(match, by=None),
    "leaver from another table": lambda match, other, people: leavers.go_on(
        match, leaving=people[5].pk, end=MatchEnd.RESULT, by=None
    ),
    "too few go on": lambda match, other, people: leavers.go_on(
        match, leaving=people[0].pk, end=MatchEnd.RESULT, by=None
    ),
    "merge with a match that has begun": lambda match, other, people: table_changes.merge(
        other, match, by=None
    ),
    "split into too few": lambda match, other, people: table_changes.split(
        other, [people[2].pk], by=None
    ),
    "substitute from another table": lambda match, other, people: substitutions.substitute(
        match, leaving=people[0].pk, entering=people[2].pk, effect=BOTH, by=None
    ),
    "corrected seats with a stranger": lambda match, other, people: seat_corrections.correct_seats(
        {match.pk: [people[0].pk, 0]}, by=None
    ),
    "cancelling a match that has begun": lambda match, other, people: session_log.call_off(
        match, by=None
    ),
}


@pytest.mark.parametrize("act", REFUSED.values(), ids=REFUSED.keys())
def test_refused_act_sends_no_event(session, players, act):
    other, match = a_match(session, players[2:4]), a_match(session, players[:2], [12, 5])
    with pytest.raises(LeagueError) as refused:
        act(match, other, players)
    assert isinstance(refused.value, Conflict | Invalid)
    assert sent() == []


def test_refused_undo_of_a_substitution_sends_no_event(session, players):
    match = a_match(session, players[:2], [12, 5])
    row = substitutions.substitute(
        match, leaving=players[0].pk, entering=players[4].pk, effect=BOTH, by=None
    )
    make.played(match, [12, 5])
    sent()
    with pytest.raises(Conflict):
        substitutions.take_back(row, by=None)
    assert sent() == []
