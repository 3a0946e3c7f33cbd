"""The sittings of a tournament at the desk, without script: drawn, swapped, published, played."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.models import EntrantState, Match, Player, Role, Sitting, SittingState
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.tournaments import entrants, seating_constraints
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_clock, sittings
from tests import make
from tests.logged import kinds_of
from tests.made_once import made_once
from tests.web.desk import before_alice, sign_in

pytestmark = pytest.mark.django_db

State = SittingState
WILD = "<script>alert(1)</script> 🎲"


@pytest.fixture
@before_alice
@made_once
def tournament():
    return make.tournament(here=8, sittings_planned=3)


@pytest.fixture
def draft(tournament):
    return sittings.draw(tournament, by=make.user())[0]


def path(sitting, rest=""):
    return f"/en/desk/sittings/{sitting.pk}/{rest}"


def page(client, sitting, **query):
    return client.get(path(sitting), query).content.decode()


def do(client, sitting, wish, version=None):
    version = Sitting.objects.get(pk=sitting.pk).version if version is None else version
    return client.post(path(sitting, "do/"), {"do": wish, "version": version})


def tables(sitting):
    return [table.players for table in sitting.tables.order_by("number")]


def state(sitting):
    sitting.refresh_from_db()
    return sitting.state


def draw(client, tournament, **wish):
    return client.post(f"/en/desk/tournaments/{tournament.pk}/draw/", wish)


def swap(client, sitting, one, other, version=None):
    sent = {"one": one, "other": other, "version": version or sitting.version}
    return client.post(path(sitting, "swap/"), sent)


def test_a_draw_is_a_draft_that_only_organisers_see(client, tournament):
    answer = draw(client, tournament)
    made = Sitting.objects.get()
    assert (answer["Location"], made.state) == (path(made), State.DRAFT)
    assert "Check this draw" in page(client, made)
    sign_in(client, make.member(tournament.season.club, Role.SCORER, "bob@example.org"))
    assert client.get(path(made)).status_code == 404


def test_a_double_click_draws_once(client, tournament):
    first, second = draw(client, tournament), draw(client, tournament)
    assert first["Location"] == second["Location"]
    assert Sitting.objects.count() == 1


def test_the_same_word_draws_the_same(client, tournament):
    draw(client, tournament, seed="lilac", mode="random")
    first = Sitting.objects.get()
    seats = tables(first)
    assert (first.seed, first.request["mode"]) == ("lilac", "random")
    client.post(
        f"/en/desk/tournaments/{tournament.pk}/discard/",
        {"sitting": first.pk, "version": first.version},
    )
    assert not Sitting.objects.exists()
    draw(client, tournament, seed="lilac", mode="random")
    assert tables(Sitting.objects.get()) == seats


@pytest.mark.parametrize(("field", "value"), [("mode", "script"), ("seed", "x" * 65)])
def test_a_wish_that_is_none_is_refused(client, tournament, field, value):
    assert draw(client, tournament, **{field: value}).status_code == 422
    assert not Sitting.objects.exists()


def test_a_draw_thrown_away_twice_is_thrown_away_once(client, tournament, draft):
    sent = {"sitting": draft.pk, "version": draft.version}
    for _ in range(2):
        answer = client.post(f"/en/desk/tournaments/{tournament.pk}/discard/", sent)
        assert answer["Location"] == f"/en/desk/tournaments/{tournament.pk}/draw/"
    assert kinds_of(tournament).count("discard") == 1


def test_missing_results_are_named_before_a_provisional_draw(client, tournament):
    first = make.finished(make.published(tournament), 1)
    page_text = client.get(f"/en/desk/tournaments/{tournament.pk}/draw/").text
    assert "The result of table 2 of round 1 is missing." in page_text
    assert f'href="{path(first)}#table-2"' in page_text
    assert draw(client, tournament).status_code == 409
    assert Sitting.objects.count() == 1
    answer = draw(client, tournament, provisional="yes")
    second = Sitting.objects.get(number=2)
    assert answer["Location"] == path(second)
    assert "<b>Provisional.</b> The result of table 2" in page(client, second)


def test_an_obstacle_to_drawing_is_shown_without_a_button(client, alice):
    tournament = make.tournament(here=2)
    text = client.get(f"/en/desk/tournaments/{tournament.pk}/draw/").text
    assert "A table needs at least 3." in text
    assert "draw-form" not in text
    assert draw(client, tournament).status_code == 409


def test_the_first_one_chosen_waits_for_the_other(client, draft):
    (ada, *_others), *_tables = tables(draft)
    text = page(client, draft, one=ada)
    name = Player.objects.get(pk=ada).name
    assert f"Who swaps seats with {name}?" in text
    assert f'name="one" value="{ada}"' in text
    assert re.search(rf'value="{ada}" id="pick-{ada}" data-pick aria-pressed="true"', text)
    assert "Swap" not in text.split('id="exchange"')[1].split("</section>")[0]


def test_a_swap_preview_shows_the_effects_without_storing_them(client, alice):
    tournament = make.tournament(here=12)
    make.finished(make.published(tournament))
    (second,) = sittings.draw(tournament, by=None)
    seatings = [set(seated) for seated in tables(Sitting.objects.get(number=1))]
    before, version = tables(second), second.version
    one = before[0][0]
    others = next(seated for seated in seatings if one in seated) - {one}
    beside = next(  # a table at which one of them sits, whom he would meet again there
        seated for seated in before[1:] if others & set(seated)
    )
    panels = [
        page(client, second, one=one, other=neighbour)
        .split('id="exchange"')[1]
        .split("</section>")[0]
        for neighbour in beside
        if neighbour not in others
    ]
    assert any("▲ worse" in panel for panel in panels)
    assert all(re.search(r'class="weight (worse|better|same)" role="status"', p) for p in panels)
    assert any("Pairs who meet twice in a row" in panel for panel in panels)
    second.refresh_from_db()
    assert (tables(second), second.version) == (before, version)


def test_two_of_one_table_change_seats_which_changes_little(client, draft):
    (ada, bruno, *_rest), *_tables = tables(draft)
    panel = page(client, draft, one=ada, other=bruno).split('id="exchange"')[1]
    assert "No rule is affected." in panel.split("</section>")[0]


def test_an_exchange_is_stored_when_it_is_confirmed(client, draft):
    first, second = tables(draft)
    answer = swap(client, draft, first[0], second[0])
    assert answer["Location"] == f"{path(draft)}#pick-{first[0]}"
    assert tables(draft) == [[second[0], *first[1:]], [first[0], *second[1:]]]
    assert "Seated by hand" in page(client, draft)


@pytest.mark.parametrize("other", ["", "0", "x", "9" * 30])
def test_a_swap_with_an_invalid_player_is_refused(client, draft, other):
    before = tables(draft)
    assert swap(client, draft, before[0][0], other).status_code == 422
    assert tables(draft) == before


def test_nonsense_in_the_address_is_no_choice(client, draft):
    for one in ("x", "9" * 30, "-1", "0"):
        assert client.get(path(draft), {"one": one, "other": one}).status_code == 200


def test_a_player_who_sits_out_can_be_swapped(client, alice):
    tournament = make.tournament(here=5)
    (draft,) = sittings.draw(tournament, by=None)
    (watcher,), seated = draft.sit_out, tables(draft)[0][0]
    assert "Why these seats" in page(client, draft)
    assert swap(client, draft, watcher, seated).status_code == 302
    draft.refresh_from_db()
    assert draft.sit_out == [seated]


def test_two_organisers_see_each_other(client, draft):
    first, second = tables(draft)
    bob = make.member(draft.tournament.season.club, Role.ORGANISER, "bob@example.org")
    version = draft.version
    sittings.arrange(draft, [[second[0], *first[1:]], [first[0], *second[1:]]], by=bob)
    stood = tables(draft)
    answer = swap(client, draft, first[1], second[1], version=version)
    assert answer.status_code == 409
    assert tables(draft) == stood
    text = answer.content.decode()
    names = {player.pk: player.name for player in Player.objects.all()}
    assert f"Swap {names[first[1]]} and {names[second[1]]}" in text
    assert "Seats of round 1 changed by hand" in text
    assert "Bob" in text
    now = int(re.search(r'name="version" value="(\d+)"', text)[1])
    assert swap(client, draft, first[1], second[1], version=now).status_code == 302
    assert tables(draft) == [
        [second[0], second[1], *first[2:]],
        [first[0], first[1], *second[2:]],
    ]


def test_steps_sent_twice_have_one_effect(client, draft):
    version = draft.version
    for _ in range(2):
        assert do(client, draft, "check", version).status_code == 302
    assert state(draft) == State.CHECKED
    version = draft.version
    for _ in range(2):
        assert do(client, draft, "publish", version).status_code == 302
    assert state(draft) == State.PUBLISHED
    assert Match.objects.count() == 2


def test_a_step_by_what_is_no_longer_so_is_asked_again(client, draft):
    version = draft.version
    sittings.check(draft, by=None)
    sittings.uncheck(draft, by=None)
    answer = do(client, draft, "check", version)
    assert answer.status_code == 409
    assert "Your action" in answer.text
    assert "Check this draw" in answer.text
    assert state(draft) == State.DRAFT


def test_every_step_has_its_way_back(client, draft):
    for wish, then in (
        ("check", State.CHECKED),
        ("uncheck", State.DRAFT),
        ("check", State.CHECKED),
        ("publish", State.PUBLISHED),
        ("withdraw", State.CHECKED),
        ("publish", State.PUBLISHED),
        ("start", State.RUNNING),
        ("unstart", State.PUBLISHED),
        ("start", State.RUNNING),
    ):
        assert do(client, draft, wish).status_code == 302
        assert state(draft) == then
    make.finished(draft)
    assert "All tables have finished" in page(client, draft)
    do(client, draft, "lock")
    assert state(draft) == State.LOCKED
    do(client, draft, "unlock")
    assert state(draft) == State.RUNNING


def test_an_impossible_step_is_refused_with_a_message(client, draft):
    answer = do(client, draft, "start")
    assert answer.status_code == 409
    assert "This is not possible while the round is" in answer.text
    assert do(client, draft, "dance").status_code == 404


def test_an_obstacle_to_publication_is_shown_on_the_page(client, tournament, draft):
    sittings.check(draft, by=None)
    entrants.drop_out(tournament, [tables(draft)[0][0]], by=None)
    text = page(client, draft)
    assert "Players have arrived or left since this round was drawn." in text
    assert "Discard and draw again" in text
    assert do(client, draft, "publish").status_code == 409
    assert state(draft) == State.CHECKED


def test_seats_are_kept_though_facts_have_changed(client, tournament):
    first = make.finished(make.published(tournament), 1)
    (second,) = sittings.draw(tournament, provisional=True, mode="swiss", by=None)
    make.finished(first, 2)
    assert "Keep these seats" in page(client, second)
    before = tables(second)
    assert do(client, second, "accept").status_code == 302
    assert tables(second) == before
    assert "Keep these seats" not in page(client, second)


def test_an_unmet_constraint_is_shown(client, alice):
    tournament = make.tournament(here=3)
    one, other = (entrant.player_id for entrant in tournament.entrants.order_by("pk")[:2])
    seating_constraints.set_constraint(tournament, one, other, "apart", by=None)
    (draft,) = sittings.draw(tournament, by=None)
    text = page(client, draft)
    assert re.search(r"Player 0[12] and Player 0[12] must not share a table\.", text)
    assert "Rule not satisfied for Player 01 and Player 02" in text


def test_the_desk_shows_which_partners_are_proposed(client, alice):
    tournament = make.tournament(here=8, least=4, game="njet", options={"rounds": 6})
    (draft,) = sittings.draw(tournament, by=None)
    for sitting in (draft, sittings.publish(sittings.check(draft, by=None), by=None)):
        text = page(client, sitting)
        assert text.count("Suggested partners") == 2
        assert text.count(" + ") == 2 * 2 * 6


def test_a_proved_draw_says_so(client, draft):
    assert "Optimal: by these rules, no draw is better." in page(client, draft)


def test_names_are_shown_as_they_are_written(client, tournament):
    player = Player.objects.order_by("pk").first()
    clubs.update_player(player, name=WILD)
    (draft,) = sittings.draw(tournament, by=None)
    other = next(seated for seated in tables(draft)[1] if seated != player.pk)
    pages = [page(client, draft), page(client, draft, one=player.pk, other=other)]
    pages.append(swap(client, draft, player.pk, other, version=99).text)
    sittings.publish(sittings.check(draft, by=None), by=None)
    pages.append(page(client, draft))
    for text in pages:
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; 🎲" in text


@pytest.fixture
def published(tournament):
    return make.published(tournament)


def test_missing_tables_come_first_and_lead_to_their_next_round(client, published):
    make.finished(published, 1)
    text = page(client, published)
    assert text.index("Still playing") < text.index('id="table-2"') < text.index('id="table-1"')
    match = published.tables.get(number=2).match
    assert f'href="/en/desk/matches/{match.pk}/rounds/1/"' in text


def test_the_clock_tells_when_time_is_up(client, alice):
    published = make.published(make.tournament(here=8, minutes=45))
    assert "the clock has not started" in page(client, published)
    do(client, published, "start")
    published.refresh_from_db()
    ends = sitting_clock.countdown(published).ends_at
    text = page(client, published)
    local = timezone.localtime(ends, ZoneInfo("Europe/Paris"))
    assert f"until {local:%H:%M}" in text
    assert "data-ends=" in text
    do(client, published, "pause")
    Sitting.objects.update(started_at=timezone.now() - timedelta(minutes=10))
    Sitting.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    text = page(client, published)
    assert "40:0" in text or "39:5" in text
    assert "the clock is stopped" in text
    do(client, published, "go_on")
    assert "Stop clock" in page(client, published)


def at_table(client, sitting, number, wish, **sent):
    return client.post(path(sitting, f"tables/{number}/"), {"do": wish, **sent})


def test_a_table_gets_more_time(client, alice):
    published = make.published(make.tournament(here=8, minutes=45))
    do(client, published, "start")
    assert at_table(client, published, 2, "extra", minutes="5").status_code == 302
    assert published.tables.get(number=2).extra_minutes == 5
    assert "with 5 more minutes" in page(client, published)
    assert at_table(client, published, 2, "extra", minutes="1441").status_code == 422
    assert at_table(client, published, 9, "extra", minutes="5").status_code == 404


def test_a_missing_player_is_left_out_or_replaced_by_one_who_sits_out(client, alice):
    tournament = make.tournament(here=9, least=4, most=4)
    published = make.published(tournament)
    (watcher,) = published.sit_out
    missing = tables(published)[0][0]
    refused = at_table(client, published, 1, "no_show", player=missing)
    assert refused.status_code == 409
    assert "The table is too small" in refused.text
    answer = at_table(client, published, 1, "no_show", player=missing, instead=watcher)
    assert answer.status_code == 302
    published.refresh_from_db()
    assert watcher in tables(published)[0]
    assert tournament.entrants.get(player=missing).state == EntrantState.GONE


def test_seats_change_at_tables_without_rounds_only(client, published):
    first, second = tables(published)
    submissions.submit(published.tables.get(number=1).match_id, make.sheet(5, 4, 3, 2), by=None)
    text = page(client, published)
    assert f'id="pick-{first[0]}"' not in text
    assert f'id="pick-{second[0]}"' in text
    answer = swap(client, published, first[0], second[0])
    assert answer.status_code == 409
    assert "Rounds have already been entered at these tables: 1." in answer.text
    assert swap(client, published, second[0], second[1]).status_code == 302
    assert tables(published)[1][:2] == [second[1], second[0]]


def test_a_table_ends_by_a_forfeit_and_plays_on_again(client, published):
    table = published.tables.get(number=1)
    submissions.submit(table.match_id, make.sheet(5, 4, 3, 2), by=None)
    manage = f"/en/desk/matches/{table.match_id}/manage/"
    assert manage in page(client, published)
    sent = {"do": "end", "forfeited": [table.players[0]], "reason": WILD}
    answer = client.post(manage, sent)
    assert answer["Location"] == f"{path(published)}#table-1"
    match = Match.objects.get(pk=table.match_id)
    assert (match.over, match.forfeits) == (True, [table.players[0]])
    text = page(client, published)
    assert "stopped early" in text
    assert "<script>alert" not in text
    client.post(manage, {"do": "resume"})
    assert not Match.objects.get(pk=table.match_id).over


def test_a_table_ends_without_a_result(client, published):
    manage = f"/en/desk/matches/{published.tables.get(number=1).match_id}/manage/"
    client.post(manage, {"do": "end", "way": "without_result"})
    text = page(client, published)
    assert "no result" in text
    assert "1 table is still playing" in text
    assert at_table(client, published, 1, "dance").status_code == 404


def test_a_scorer_enters_rounds_but_cannot_swap_seats(client, published):
    sign_in(client, make.member(published.tournament.season.club, Role.SCORER, "b@example.org"))
    text = page(client, published)
    assert "Enter round 1" in text
    assert "data-pick" not in text
    assert "Start" not in text
    assert swap(client, published, 1, 2).status_code == 403


def test_the_piece_of_a_sitting_is_sent_again_only_after_something_was_done(client, published):
    def ask(tag="", **queries):
        address = path(published, "parts/play/")
        return client.get(address, queries, headers={"If-None-Match": tag})

    tag = ask()["ETag"]
    assert ask(tag).status_code == 304
    assert ask(tag, one=tables(published)[0][0]).status_code == 200
    make.finished(published, 1)
    assert ask(tag).status_code == 200


def test_a_late_entrant_does_not_change_what_is_published(client, published):
    (zoe,) = make.players(published.tournament.season.club, ["Zoé"])
    entrants.enter(published.tournament, [EntryData(zoe.pk)], by=None)
    entrants.check_in(published.tournament, [zoe.pk], by=None)
    first, second = tables(published)
    panel = page(client, published, one=first[0], other=second[0]).split('id="exchange"')[1]
    assert "The effect of this swap cannot be computed." in panel
    assert swap(client, published, first[0], second[0]).status_code == 302


def test_a_crowd_costs_no_more_questions_than_a_few(client, alice, django_assert_max_num_queries):
    def count(sitting):
        with django_assert_max_num_queries(60) as queries:
            client.get(path(sitting))
        return len(queries)

    few = make.tournament(here=4)
    many = make.tournament(make.club(name="Other"), here=16)
    assert count(make.published(few)) == count(make.published(many))
    assert count(sittings.draw(make.tournament(make.club(name="A"), here=4), by=None)[0]) == count(
        sittings.draw(make.tournament(make.club(name="B"), here=16), by=None)[0]
    )
