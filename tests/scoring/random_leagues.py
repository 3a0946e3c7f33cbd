"""A random life of a season with leagues, and the facts that count for a league, picked by plain
comparisons."""

import contextlib
from collections import Counter, defaultdict
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Q

from league.errors import Conflict, NotFound
from league.models import (
    LeagueMember,
    Match,
    MemberRule,
    Player,
    PlayerMerge,
    Seat,
    Session,
    TeamMember,
)
from league.operations.identity import merging
from league.operations.people import clubs
from league.operations.privacy import erasing
from league.operations.seasons import leagues
from league.operations.sessions import session_log, undo
from scoring import fact_queries, ledger
from scoring.models import Penalty, Result, SitOut, Table
from scoring.pure import facts as pure
from scoring.pure.facts import Fact, SeasonFacts, among_each_other, as_of_the_last
from tests import make
from tests.scoring.test_histories import EVERY_TIEBREAK, SCHEMES, RandomSeason

PARIS = ZoneInfo("Europe/Paris")
OF_RESULTS = (
    "place", "players", "sharing", "score", "total", "target", "seat", "share_from", "share_to",
    "share_of", "game",
)  # fmt: skip
FEWEST = 3  # players that each half always has, so that matches are possible


def days_of_sessions():
    """Return the day of each session in the time zone of the club."""
    starts = Session.objects.values_list("pk", "starts_at")
    return {pk: at.astimezone(PARIS).date() for pk, at in starts}


def counting(league, games):
    """Return a function that tells whether a fact counts for the league, limited to these games.
    Without a league, it tells whether the fact counts for the season."""
    days, players = days_of_sessions(), Player.every.in_bulk()
    members = set(league.members.values_list("player", flat=True)) if league else set()

    def counts(fact):
        day, player = days[fact.session], players[fact.player]
        if player.is_guest or (player.counts_from is not None and day < player.counts_from):
            return False
        return league is None or (
            (league.starts_on is None or day >= league.starts_on)
            and (league.ends_on is None or day <= league.ends_on)
            and (league.member_rule == MemberRule.ALL or fact.player in members)
            and (not hasattr(fact, "match") or games[fact.match] in league.all_games)
        )

    return counts


def facts_of(table):
    """Return the facts that count for a table, from all live rows of its season."""
    league, season = table.league, table.season
    sessions = {row.pk: (at, row.weight) for at, row in enumerate(_in_time(season))}
    games = dict(season.results.values_list("match", "game"))
    counts = counting(league, games)
    results = [fact for fact in _results(season, sessions) if table.game in {"", fact.game}]
    counted = [fact for fact in results if counts(fact)]
    is_among_members = league is not None and league.place_rule == "members"
    penalties = [
        pure.Penalty(row.session_id, sessions[row.session_id][0], row.player_id, row.points, "")
        for row in Penalty.objects.live().filter(season=season)
    ]
    sit_outs = [
        pure.SitOut(row.session_id, sessions[row.session_id][0], row.player_id)
        for row in SitOut.objects.live().filter(season=season)
    ]
    return SeasonFacts(
        as_of_the_last(among_each_other(counted) if is_among_members else counted),
        [fact for fact in penalties if counts(fact)],
        [fact for fact in sit_outs if counts(fact)],
        fact_queries.draws(table, table.facts_version),
    )


def _in_time(season):
    return season.sessions.order_by("starts_at", "pk")


def _results(season, sessions):
    """Yield every live result of a season, also of guests."""
    rows, days = list(Result.objects.live().filter(season=season)), days_of_sessions()
    scores = defaultdict(dict)
    for row in rows:
        scores[row.match_id][row.seat] = row.score
    for row in rows:
        position, weight = sessions[row.session_id]
        listed, day = scores[row.match_id].values(), days[row.session_id]
        others = row.total - sum(listed)  # of seats that count for no player
        yield Fact(
            match=row.match_id,
            session=row.session_id,
            session_index=position,
            player=row.player_id,
            weight=weight,
            months_ago=-12 * day.year - day.month,
            squares=sum(score**2 for score in listed) + others**2,
            **{name: getattr(row, name) for name in OF_RESULTS},
        )


def everything():
    """Return all that a merge could change of players, facts and tables."""
    rows = (
        Player.every.all(), Seat.objects.all(), Result.objects.all(), Penalty.objects.all(),
        SitOut.objects.all(), LeagueMember.objects.all(), PlayerMerge.objects.all(),
        Table.every.all(),
    )  # fmt: skip
    return [list(of_model.order_by("pk").values()) for of_model in rows]


class RandomLeagues(RandomSeason):
    """A season with leagues, in which anything may happen next. Half of its players do not meet the
    other half: one of each could be one person."""

    def __init__(self, seed, scheme):
        super().__init__(seed, scheme)
        self.by, self.club = make.user(), self.season.club
        self.halves = [self.players[:9], self.players[9:]]
        self.merges = []
        self.leagues = [self.open_league(number) for number in range(3)]

    def scheme(self):
        return {**self.rng.choice(SCHEMES), "tiebreaks": self.rng.choice(EVERY_TIEBREAK)}

    def rules(self):
        rule = self.rng.choice([MemberRule.ALL, MemberRule.LISTED, MemberRule.UNDER_18])
        members = self.rng.sample(self.players, self.rng.randint(1, min(9, len(self.players))))
        return {
            "member_rule": rule,
            "players": [] if rule == MemberRule.ALL else members,
            "place_rule": self.rng.choice(["table", "members"]),
            "games": self.rng.choice([[], ["neurotrio"], ["triominos", "njet"]]),
            "starts_on": self.rng.choice([None, date(2026, 10, 3)]),
            "ends_on": self.rng.choice([None, date(2026, 10, 8)]),
        }

    def open_league(self, number):
        return leagues.create(
            self.season, name=f"League {number}", scheme=self.scheme(), **self.rules()
        )

    def own_acts(self):
        acts = [self.change_rules, self.change_scheme, self.mark_child, self.mark_guest, self.join]
        acts += [self.merge] * 4 + [self.undo_merge] * 2 + [self.join, self.erase]
        return [*acts, self.submit, self.submit, self.undo_entry, self.undo_entry, self.redo_entry]

    def step(self):
        if self.rng.random() < 0.6:
            self.rng.choice(self.own_acts())()
        else:
            super().step()

    def some(self, count):
        half = self.rng.choice(self.halves)
        return self.rng.sample(half, min(count, len(half)))

    def substitutes_for(self, players):
        half = max(self.halves, key=lambda half: len({*half} & {*players}))
        return [player for player in half if player not in players]

    def draw(self):
        tables = Table.every.filter(season=self.season)
        # a league must keep the games in which lots were drawn
        table = self.rng.choice(list(tables.filter(Q(league=None) | Q(game=""))))
        players = self.rng.sample(self.players, self.rng.randint(2, 6))
        ledger.record_tiebreak_draw(table, players, seed=str(self.rng.random()), by_id=None)

    def finish(self, match, game, session, players):
        super().finish(match, game, session, players)
        self.seat(match, players)

    def seat(self, match, players):
        """Give all players of a match a seat, as only these say who has met."""
        owners = match.results.order_by("pk").values_list("player", flat=True)
        seated = list(match.seats.values_list("player", flat=True))
        missing = [pk for pk in dict.fromkeys([*players, *owners]) if pk not in seated]
        Seat.objects.bulk_create(
            Seat(match=match, number=number, player_id=player)
            for number, player in enumerate(missing, len(seated))
        )
        Match.objects.filter(pk=match.pk).update(over=True)

    def follow_seats(self):
        """Take the players of all matches from their seats."""
        self.players = [player for half in self.halves for player in half]
        self.matches = [
            (match, game, session, list(match.seats.values_list("player", flat=True))[:count])
            for match, game, session, players in self.matches
            for count in [len(players)]
        ]

    def change_rules(self):
        leagues.update(self.rng.choice(self.leagues), **self.rules())

    def change_scheme(self):
        leagues.update(self.rng.choice(self.leagues), scheme=self.scheme())

    def any_player(self):
        return Player.objects.get(pk=self.one_of(self.rng.choice(self.halves)))

    def one_of(self, half):
        """Return one of the same few players, so that acts meet."""
        return self.rng.choice(half[:3])

    def mark_guest(self):
        player = self.any_player()
        clubs.update_player(player, is_guest=not player.is_guest)

    def join(self):
        """Make a guest a member, with the results so far or from a day on."""
        day = self.rng.choice([None, date(2026, 10, 4), date(2026, 10, 8), date(2026, 11, 9)])
        clubs.update_player(self.any_player(), is_guest=False, counts_from=day)

    def mark_child(self):
        clubs.update_player(self.any_player(), is_child=True)

    def merge(self):
        """Merge two players, or check that nothing changes if they cannot be one person."""
        pair = [self.one_of(half) for half in self.halves]
        if self.rng.random() < 0.2:
            pair = self.rng.sample(self.players, 2)
        self.rng.shuffle(pair)
        merged, survivor = (Player.objects.get(pk=pk) for pk in pair)
        could_be_one, before, places = self.could_be_one(*pair), everything(), self.places()
        try:
            stored = merging.merge(merged, survivor, by=self.by)
        except Conflict:
            assert not could_be_one
            assert everything() == before
            return
        assert could_be_one
        names = {merged.pk: survivor.pk}
        assert self.places() == Counter(
            (kind, names.get(player, player), *where) for kind, player, *where in places.elements()
        )
        self.merges.append((stored, next(half for half in self.halves if merged.pk in half)))
        self.take_out(merged.pk)

    def places(self):
        """Return where each player is named: in leagues, in teams and in what they have done."""
        return Counter(
            (rows.model.__name__, *row)
            for rows in (
                LeagueMember.objects.values_list("player", "league"),
                TeamMember.objects.values_list("player", "team", "since", "until"),
                Seat.objects.values_list("player", "match", "number"),
                Result.objects.values_list("player", "match", "seat", "since", "share_from"),
                Penalty.objects.values_list("player", "pk"),
                SitOut.objects.values_list("player", "pk"),
            )
            for row in rows
        )

    def could_be_one(self, one, other):
        """Return whether two players have never been seated together and are in no match now."""
        tables = [set(Seat.objects.filter(player=pk).values_list("match")) for pk in (one, other)]
        return not tables[0] & tables[1] and not self.is_playing(one, other)

    def is_playing(self, *players):
        running = Match.objects.filter(over=False, stopped_at=None)
        return running.filter(seats__player__in=players).exists()

    def take_out(self, player):
        for half in self.halves:
            if player in half:
                half.remove(player)
            while len(half) < FEWEST:
                half += [one.pk for one in make.players(self.club, [f"New {Player.every.count()}"])]
        self.follow_seats()

    def counted(self):
        """Return the facts that count for each table, without the names of their players."""
        return {
            table.pk: Counter(
                fact._replace(player=0) for kind in facts_of(table)[:3] for fact in kind
            )
            for table in Table.every.filter(season=self.season)
        }

    def undo_merge(self):
        possible = [
            (stored, half) for stored, half in self.merges if stored.survivor_id in self.players
        ]
        if not possible:
            return
        stored, half = self.rng.choice(possible)
        offered = merging.later_units(stored)
        assert all(unit.event in self.sessions and not unit.is_forced for unit in offered)
        units = [unit.key for unit in offered if self.rng.random() < 0.5]
        merging.undo(stored, by=self.by, units=units)
        self.merges.remove((stored, half))
        half.insert(0, stored.merged_id)
        self.follow_seats()

    def erase(self):
        player = self.any_player()
        if self.is_playing(player.pk):
            return
        before = self.counted()
        erasing.erase(player, name=player.name, by=self.by)
        assert self.counted() == before
        left = PlayerMerge.objects.in_bulk()
        self.merges = [(stored, half) for stored, half in self.merges if stored.pk in left]
        self.take_out(player.pk)

    def submit(self):
        """Seat players at the desk and enter their result, so that the evening's log has both."""
        players = [pk for pk in self.some(4) if not self.is_playing(pk)]
        if len(players) > 1:
            match = session_log.set_table(
                self.rng.choice(self.sessions), game="neurotrio", players=players,
                options={"target": 1}, by=self.by,
            )  # fmt: skip
            make.played(match, [22, *(self.rng.randint(0, 11) for _ in players[1:])])

    def undo_entry(self):
        """Undo an entry of an evening's log with its dependents."""
        if entries := self.log_entries(is_undone=False):
            session, entry = self.rng.choice(entries)
            listed = undo.log_entries(session)
            dependents = [other.ref for other in undo.dependents(entry, listed)]
            undo.undo(session, entry.ref, by=self.by, expected_dependents=dependents)

    def redo_entry(self):
        """Redo an undone entry if that is still possible."""
        if entries := self.log_entries(is_undone=True):
            session, entry = self.rng.choice(entries)
            with contextlib.suppress(Conflict, NotFound):
                undo.redo(session, entry.ref, by=self.by)

    def log_entries(self, *, is_undone):
        """Return the entries of all evenings that are undone, or that are not."""
        return [
            (session, entry)
            for session in self.sessions
            for entry in undo.log_entries(session)
            if (entry.undone_at is not None) == is_undone
        ]
