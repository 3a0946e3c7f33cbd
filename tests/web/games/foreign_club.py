"""A club that plays one game only, with something on every page: matches of each kind, tournaments,
a ladder, queue play, sign-ups, papers. All rounds are played by the bots of the game."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from games import GAMES, base, record
from league.demo import demo_club
from league.models import (
    Club,
    ConfirmationWay,
    Format,
    JobFile,
    Match,
    Player,
    ProposalKind,
    Role,
    Season,
    Session,
    SubstitutionEffect,
    Tournament,
    User,
)
from league.operations.exchange import archives, imports
from league.operations.exchange.import_files import seat_files
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.ladders import ladders
from league.operations.matches import submissions, table_codes
from league.operations.messages import devices, posting
from league.operations.people import club_logo, invitations, seating_needs, tokens
from league.operations.results import (
    confirmations,
    correction_proposals,
    disputes,
    postponements,
    replays,
    season_closing,
    stopped_matches,
    substitutions,
)
from league.operations.results.confirmations import Speaker
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.room import announcements, table_calls
from league.operations.seasons import house_rules, penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import (
    nights,
    queue_play,
    rematches,
    seating_proposals,
    session_log,
    undo,
)
from league.operations.sessions.seating_proposals import Choices
from league.operations.signups import access, personal_links, sheets, sign_ups
from league.operations.support import jobs
from league.operations.tournaments import seat_scripts, seating_constraints
from league.operations.tournaments.play import sitting_clock, sittings
from league.operations.webhooks import outbox
from league.tasks import KINDS
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.api.playing import BROWSER
from tests.logged import last_action
from tests.operations.people.drawn import picture

NAMES = ("Ada <b>Love</b>", "Bruno “O’Neil”", "Zoé 🎲", "Dov & Co", "{seat} Fox", "%(name)s Gray")
STARTS = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


@dataclass
class ForeignClub:
    """A club whose only game is `slug`."""

    slug: str
    club: Club
    owner: User
    player: User
    people: list[Player] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.slug)
        self.seats: list[int] = [*GAMES[self.slug].seats]

    @property
    def few(self) -> int:
        """Return the number of players at a usual table: three, if the game allows it."""
        return min(self.seats, key=lambda count: abs(count - 3))

    def table(self, session: Session, players: int = 0, first: int = 0, **fields: Any) -> Match:
        seated = self.people[first : first + (players or self.few)]
        return make.match(session, seated, game=self.slug, **fields)

    def play(self, match: Match, rounds: int | None = None) -> Match:
        """Let bots play some rounds, or to the end; each time at another level of evidence."""
        level = self.rng.choice(list(base.levels_of(GAMES[self.slug])))
        names = [player.name for player in rematches.players_of(match)]
        return demo_club.play(match, names, level, self.owner, self.rng, rounds)

    def other_first_round(self, match: Match) -> Any:
        """Return a round that could have been the first one of a match."""
        names = [player.name for player in rematches.players_of(match)]
        level = base.levels_of(GAMES[self.slug])[0]
        played: Any = record.play(self.slug, self.rng, names, level, options=match.options)
        return played["rounds"][0]


def build(slug: str) -> ForeignClub:
    owner = make.user()
    owner.is_operator = True
    owner.save()
    club = make.club(owner)
    petra = make.member(club, Role.PLAYER, "petra@example.org")
    foreign = ForeignClub(slug, club, owner, petra)
    number_of_people = max(2 * max(foreign.seats), foreign.few**2) + 1
    names = [f"{NAMES[number % len(NAMES)]} {number}" for number in range(number_of_people)]
    foreign.people = make.players(club, names)
    Player.objects.filter(pk=foreign.people[0].pk).update(account=petra)
    season = make.season(club, games=[slug])
    make.league(season, "Everyone")
    make.award(club, season=season)
    members = [MemberData(player.pk) for player in foreign.people[:2]]
    teams.create_team(teams.create_table(season), name="Reds", members=members)
    _people(foreign)
    _evening(foreign, make.session(season))
    _results(foreign, season)
    _confirmed(foreign)
    _tournaments(foreign)
    _ladder(foreign)
    _sign_ups(foreign)
    _queue(foreign, make.session(season, 20))
    other = make.session(make.season(club, "Second division", games=[slug]), 21)
    nights.join(make.session(season, 21), [other.pk], by=owner)
    _files(foreign)
    closed = make.season(club, "Closed", games=[slug])
    foreign.play(foreign.table(make.session(closed, 6)))
    season_closing.close(closed, by=None)
    for table in Table.every.all():
        projection.refresh(table.pk)
    rating.refresh(club.pk)
    return foreign


def _people(foreign: ForeignClub) -> None:
    club, owner = foreign.club, foreign.owner
    club_logo.restore(club, picture())
    merging.merge(*make.players(club, ["Typed once", "Typed again"]), by=owner)
    (child,) = make.players(club, ["Kid"])
    Player.objects.filter(pk=child.pk).update(is_child=True, guardian=owner)
    tokens.issue(owner)
    posting.post_test(devices.add(owner, endpoint="https://push.example/1", **BROWSER))
    invitations.create(club, by=owner, role=Role.PLAYER, player=foreign.people[1].pk)
    one, other = foreign.people[:2]
    seating_needs.set_wish(club, one.pk, other.pk, "apart", note="family", by=None)
    outbox.send_test(make.webhook(club))


def _evening(foreign: ForeignClub, session: Session) -> None:
    """Play matches of each kind, at one evening with a drawn seating."""
    people, owner, season = foreign.people, foreign.owner, session.season
    seasons.update(season, scheme={"tiebreaks": ["lots"]})
    rules = house_rules.for_new_match(season, foreign.slug, foreign.few)
    seasons.update(season, house_rules={foreign.slug: rules})
    session_log.check_in(session, [player.pk for player in people], by=owner)
    choices = Choices(games=(foreign.slug,))
    drawn = seating_proposals.propose(session, choices)
    seating_proposals.seat(
        session,
        choices,
        tables=[table for part in drawn.parts for table in part.tables],
        table_games=[part.game for part in drawn.parts for _table in part.tables],
        by=owner,
    )
    undo.undo(session, last_action(session), by=owner)
    for players in {min(foreign.seats), foreign.few, max(foreign.seats)}:
        foreign.play(foreign.table(session, players))
    running = foreign.play(foreign.table(session), 1)
    submissions.correct(running.pk, 1, foreign.other_first_round(running), by=owner)
    tokens.make_for_table(running, by=owner)
    table_codes.renew(running, by=owner)
    table_calls.call(running)
    foreign.table(session, first=1)
    call_off = foreign.table(session, first=2)
    session_log.call_off(call_off, by=owner)
    chosen = {"session": session.pk, "player": people[0].pk}
    penalties.penalise(season, **chosen, points=1, reason="Late", by=owner)
    penalties.sit_out(session, player=people[-1].pk)
    announcements.announce(session, "Welcome", until=None, by=owner)
    seasons.cancel_session(make.session(season, 5))


def _results(foreign: ForeignClub, season: Season) -> None:
    """Let matches end otherwise: stopped, abandoned, postponed, replayed, with a substitute."""
    session, owner = make.session(season, 8), foreign.owner
    stopped_matches.stop(foreign.play(foreign.table(session), 1), by=owner)
    stopped_matches.abandon(foreign.play(foreign.table(session), 1), by=owner)
    postponements.postpone(foreign.table(session), to=STARTS, reason="Snow", by=owner)
    ended = foreign.play(foreign.table(session))
    rematches.start(ended, by=owner)
    replays.replay(foreign.play(foreign.table(session, first=foreign.few)), by=owner)
    changed = foreign.play(foreign.table(session), 1)
    leaving, entering = foreign.people[0].pk, foreign.people[-1].pk
    substitutions.substitute(
        changed, leaving=leaving, entering=entering, effect=SubstitutionEffect.BOTH, by=owner
    )


def _confirmed(foreign: ForeignClub) -> None:
    """Confirm, dispute and propose results."""
    club, owner, slug = foreign.club, foreign.owner, foreign.slug
    season = make.season(club, "Everybody confirms", games=[slug], confirmation="all")
    match = foreign.play(foreign.table(make.session(season, 2)))
    one, two, *_others = (Speaker(player.pk, ConfirmationWay.TABLE) for player in foreign.people)
    confirmations.confirm(match, one, by=owner)
    decided = disputes.open_dispute(match, two, reason="I had 3.", by=owner)
    disputes.decide(decided, outcome="upheld", words="The sheet says 2.", by=owner)
    disputes.open_dispute(match, one, reason="I had 6.", by=owner)
    season = make.season(club, "Two people", games=[slug], correction_policy="second_person")
    wrong = foreign.play(foreign.table(make.session(season, 3)))
    correction = ProposedCorrection(ProposalKind.WITHDRAWAL, wrong.rounds_played, None)
    correction_proposals.propose(wrong, correction, by=owner, at_table=True)


def _tournaments(foreign: ForeignClub) -> None:
    club, slug, owner = foreign.club, foreign.slug, foreign.owner
    few = foreign.few
    usual: dict[str, Any] = {"game": slug, "least": few, "most": few, "options": {}}
    here = foreign.people[: 2 * few]
    open_one = make.tournament(club, here, **usual, format="swiss", minutes=30)
    published = make.published(open_one)
    sitting_clock.start(published, by=owner)
    for row in published.tables.select_related("match").order_by("number"):
        foreign.play(row.match, 1 if row.number > 1 else None)
    one, other = (player.pk for player in here[:2])
    seating_constraints.set_constraint(open_one, one, other, "apart", by=None)
    sittings.draw(open_one, provisional=True, by=None)
    announcements.announce(open_one, "Lunch", until=None, by=owner)
    make.tournament(club, [], **usual, name="Arena", format=Format.ARENA)
    of_cup = foreign.people[: few * few]  # the winners of its tables fill the next table
    cup = make.tournament(club, of_cup, **usual, name="Cup", format=Format.KNOCK_OUT, go_on=1)
    ended = make.published(cup)
    for row in ended.tables.select_related("match"):
        foreign.play(row.match)
    make.published(cup)
    script = make.tournament(club, here[:few], **usual, name="Own plan", format="script")
    lines = [f"1,1,{seat},{seat}" for seat in range(1, few + 1)]
    rows = seat_files.read("\n".join(["round,table,seat,player", *lines])).rows
    seat_scripts.save(script, rows, by=None)


def _ladder(foreign: ForeignClub) -> None:
    rules = {"up": 1, "down": 1, "least": 2, "most": 12}
    levels = foreign.people[: foreign.few], foreign.people[foreign.few : 2 * foreign.few]
    ladder = make.ladder(foreign.club, *levels, games=[foreign.slug], rules=rules)
    division = ladder.periods.get().divisions.order_by("level").first()
    foreign.play(foreign.table(make.session(division.season, 4)))
    ladders.record_wish(ladder, foreign.people[0].pk, "content", by=None)


def _sign_ups(foreign: ForeignClub) -> None:
    club, people = foreign.club, foreign.people
    access.change(club, access="code", by=None)
    personal_links.make(people[0], by=None)
    season = make.season(club, "Sign-ups", games=[foreign.slug])
    soon = timezone.now() + timedelta(hours=1)
    session = seasons.open_session(season, starts_at=soon)
    sheet = sheets.open_sheet(session, capacity=2, guests_allowed=1, by=None)
    for player in people[:4]:
        sign_ups.record_answer(sheet, player.pk, "yes", games=[foreign.slug], by=None)
    sign_ups.bring_guest(sheet, people[0].pk, name="Guest", by=None)
    cup = Tournament.objects.get(season__name="Cup")
    of_cup = sheets.open_sheet(cup, by=None)
    sign_ups.record_answer(of_cup, people[-1].pk, "yes", by=None, as_organiser=True)


def _queue(foreign: ForeignClub, session: Session) -> None:
    """Seat one table of an evening in queue play; others wait."""
    session_log.check_in(session, [player.pk for player in foreign.people], by=None)
    queue_play.switch_on(session, game=foreign.slug, size=foreign.few, by=None)
    queue = queue_play.queue_of(session)
    assert queue is not None
    queue_play.seat(session, [[*queue.tables[0]]], by=None)


def _files(foreign: ForeignClub) -> None:
    settings = ImportSettings(kind="players", format="csv")
    jobs.run(imports.start(foreign.club, settings, b"Nom\nNew\n", by=None).pk, KINDS)
    job = archives.start_export(foreign.club, by=foreign.owner)
    jobs.store_file(
        job, JobFile.Role.OUTPUT, [b"PK"], name="club.zip", media_type="application/zip"
    )
