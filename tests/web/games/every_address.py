"""Every address of pages and API with arguments from a club, generated from the resolver of URLs.

A parameter is filled by the part of the address before it: `matches/<int:pk>/` with each match. An
address with a parameter that is not listed here raises KeyError.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Count
from django.urls import URLResolver, get_resolver
from django.utils.http import urlsafe_base64_encode

from league.models import (
    Club,
    Job,
    League,
    Match,
    Message,
    Night,
    Season,
    Session,
    Sitting,
    Team,
    TeamTable,
    Tournament,
    User,
)
from league.operations.calendars import addresses as calendars
from league.operations.mail import suppressions
from league.operations.messages import unsubscribe_links
from league.operations.paper.session_paper import PaperKind
from league.operations.people import invitations
from league.operations.sessions import undo
from league.operations.signups import access, personal_links, self_check_in
from league.web.people import phones
from tests.outgoing import deliveries
from tests.web.games.foreign_club import ForeignClub

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
Value = tuple[object, Any]  # the text in the address, and the row that further parameters are of


class Address(NamedTuple):
    name: str  # of the URL pattern
    route: str
    path: str

    @property
    def is_api(self) -> bool:
        return self.route.startswith("/api/")


def routes() -> Iterator[tuple[str, str]]:
    """Yield the name and the whole pattern of every address that is served."""
    return _routes(get_resolver(), "/")


def _routes(resolver: URLResolver, before: str) -> Iterator[tuple[str, str]]:
    for part in resolver.url_patterns:
        route = before + str(part.pattern).removeprefix("^").removesuffix("$").replace("\\.", ".")
        if isinstance(part, URLResolver):
            yield from _routes(part, route)
        else:
            yield part.name or route, route


def addresses(foreign: ForeignClub) -> list[Address]:
    """Return the addresses of each route, beginning with the most telling rows."""
    values = values_of(foreign)
    return [
        Address(name, route, path) for name, route in routes() for path in _filled(route, values)
    ]


def limited(listed: Iterable[Address], most: Callable[[Address], int]) -> Iterator[Address]:
    """Yield the first addresses of each route, at most so many."""
    seen = Counter[str]()
    for address in listed:
        seen[address.route] += 1
        if seen[address.route] <= most(address):
            yield address


def _filled(route: str, values: "dict[str, Callable[[Any], Iterable[Value]]]") -> list[str]:
    pieces = PARAMETER.split(route)  # text, one name, another name, text, …
    begun: list[tuple[str, Any]] = [(pieces[0], None)]
    for one, other, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        begun = [
            (f"{path}{value}{text}", row)
            for path, of in begun
            for value, row in _find(values, path, pieces[0], one or other)(of)
        ]
    return [path for path, _row in begun]


def _find(
    values: "dict[str, Callable[[Any], Iterable[Value]]]", path: str, start: str, name: str
) -> "Callable[[Any], Iterable[Value]]":
    """Return the values after the last two parts of an address, after the last one, or by the name
    of the parameter."""
    *_others, before, last = f"/{path}".rstrip("/").rsplit("/", 2)
    for key in (f"{before}/{last}", last, name):
        if key in values:
            return values[key]
    raise KeyError(f"{start}… has no arguments for <{name}> after {last!r}")


def telling_matches(club: Club) -> list[Match]:
    """Return a match of each kind: the one with a phone first, then one that has ended."""
    matches = Match.objects.filter(session__season__club=club).order_by("pk")
    kinds: dict[Any, Match] = {}
    for match in matches.annotate(
        phones=Count("codes", distinct=True),
        quarrels=Count("disputes", distinct=True),
        proposed=Count("correction_proposals", distinct=True),
        changed=Count("substitutions", distinct=True),
        again=Count("replays", distinct=True) + Count("rematches", distinct=True),
        planned=Count("sitting_table", distinct=True),
    ):
        ended = match.over, match.stopped_at is not None, bool(match.forfeits)
        kind = (
            -match.phones, not match.over, ended, bool(match.rounds_played), match.is_postponed,
            match.quarrels, match.proposed, match.changed, match.again, match.planned,
        )  # fmt: skip
        kinds.setdefault(kind, match)
    return [kinds[kind] for kind in sorted(kinds)]


def telling_sessions(club: Club) -> list[Session]:
    """Return the evening with all kinds of tables, one in queue play, one with sign-ups, one that
    was cancelled, and the last one of a tournament and of a ladder."""
    sessions = Session.objects.filter(season__club=club).order_by("pk")
    return [
        first
        for query in (
            sessions.filter(queue_since=None),
            sessions.exclude(queue_since=None),
            sessions.filter(sign_up_sheet__isnull=False),
            sessions.exclude(cancelled_at=None),
            sessions.filter(season__tournament__isnull=False).reverse(),
            sessions.filter(season__division__isnull=False),
        )
        if (first := query.first())
    ]


def rows(query: Any, key: str = "pk") -> list[Value]:
    return [(getattr(row, key), row) for row in query]


def words(*texts: object) -> list[Value]:
    return [(text, None) for text in texts]


def values_of(foreign: ForeignClub) -> "dict[str, Callable[[Any], Iterable[Value]]]":
    """Return the values of parameters by what precedes them; a value may depend on the row that
    the address has named before."""
    club, owner = foreign.club, foreign.owner
    matches, sessions = telling_matches(club), telling_sessions(club)
    sheets = [
        occasion.sign_up_sheet
        for model in (Session, Tournament)
        for occasion in model.objects.filter(sign_up_sheet__isnull=False)
    ]
    uid = urlsafe_base64_encode(str(owner.pk).encode())
    mail_token = suppressions.SIGNER.sign_object("a@example.org")
    stop_token = unsubscribe_links.SIGNER.sign_object([owner.pk, "", unsubscribe_links.DAILY])
    secret = calendars.secret_of(calendars.find(owner) or calendars.renew(owner))
    player = foreign.people[0]
    listed = access.listed_players(club)[:1]
    return {
        # rows of the club
        "clubs": lambda _: [(club.slug, club)],
        "seasons": lambda _: rows(Season.objects.filter(club=club).order_by("pk")),
        "sessions": lambda _: rows(sessions),
        "matches": lambda _: rows(matches),
        "players": lambda _: rows([player]),
        "standings": lambda _: rows([player]),
        "tournaments": lambda _: rows(Tournament.objects.filter(season__club=club)),
        "sittings": lambda _: rows(Sitting.objects.all()),
        "ladders": lambda _: rows(club.ladders.all()),
        "awards": lambda _: rows(club.awards.all()),
        "nights": lambda _: rows(Night.objects.filter(club=club)),
        "leagues": lambda _: rows(League.objects.filter(season__club=club)),
        "team-tables": lambda _: rows(TeamTable.objects.filter(season__club=club)),
        "team_tables": lambda _: rows(TeamTable.objects.filter(season__club=club)),
        "teams": lambda _: rows(Team.objects.filter(table__season__club=club)),
        "merges": lambda _: rows(club.merges.all()),
        "members": lambda _: rows(club.memberships.all()),
        "invitations": lambda _: rows(club.invitations.all()),
        "imports": lambda _: rows(club.jobs.filter(kind="import_players")),
        "jobs": lambda _: rows(Job.objects.filter(kind="export_club")),
        "webhooks": lambda _: rows(club.webhooks.all()),
        "deliveries": lambda _: rows(deliveries()[:1]),
        "seating_wishes": lambda _: rows(club.seating_wishes.all()),
        "seating-wishes": lambda _: rows(club.seating_wishes.all()),
        "sign-ups": lambda _: rows(sheets),
        # rows of a match, an evening, a season, a tournament
        "rounds": lambda match: words(*range(1, min(match.rounds_played, 1) + 2)),
        "tokens": lambda match: rows(
            match.tokens.all() if isinstance(match, Match) else owner.tokens.filter(match=None)
        ),
        "substitutes": lambda match: rows(match.substitutions.all()),
        "confirmations": lambda match: rows(match.confirmations.all()),
        "disputes": lambda match: rows(match.disputes.all()),
        "proposals": lambda match: rows(match.correction_proposals.all()),
        "calls": lambda occasion: rows([row for row in matches if row.calls.exists()]),
        "sit_outs": lambda session: rows(session.sit_outs.all()),
        "presence": lambda session: rows(session.presences.all()[:1], "player_id"),
        "announcements": lambda occasion: rows(occasion.announcements.all()),
        "sign_ups": lambda _: rows([player, foreign.people[-1]]),
        "log": lambda session: [
            (entry.ref, entry) for entry in undo.log_entries(session) if not entry.is_round
        ][:2],
        "docs": lambda _: words("matches"),
        "paper": lambda _: words(*PaperKind),
        "penalties": lambda season: rows(season.penalties.all()),
        "periods": lambda ladder: rows(ladder.periods.all(), "number"),
        "number": lambda ladder: rows(ladder.periods.all(), "number"),
        "entrants": lambda cup: rows(cup.entrants.all()[:1], "player_id"),
        "wishes": lambda cup: rows(cup.wishes.all()),
        "tables": lambda sitting: rows(sitting.tables.all()[:1], "number"),
        "parts": lambda _: words("play"),
        "against": lambda _: rows(foreign.people[1:2]),
        # rows of an account
        "account/players": lambda _: rows(owner.children.all()),
        "children": lambda _: rows(owner.children.all()),
        "devices": lambda _: rows(owner.push_subscriptions.all()),
        "messages": lambda _: rows(Message.objects.filter(user=owner)),
        "accounts": lambda _: rows(User.objects.all()),
        "keys": lambda _: words(1),
        "outbox": lambda _: words("webhook"),
        "webhook": lambda _: rows(deliveries()[:1]),
        # words
        "game": lambda _: words(foreign.slug),
        "calculators": lambda _: words(foreign.slug),
        "rules": lambda _: words(foreign.slug),
        "lots": lambda _: words(foreign.slug),
        "ratings": lambda _: words(foreign.slug),
        "help": lambda _: words("sign-ups"),
        "samples": lambda _: words("players"),
        "suffix": lambda _: words("csv", "xlsx"),
        "rest": lambda _: words("nowhere/"),
        "v1": lambda _: words("nowhere/"),
        "section": lambda _: words("clubs"),
        "main": lambda _: words("house"),
        "accent": lambda _: words("336699"),
        "logos": lambda _: [(club.pk, club)],
        "version": lambda _: [(club.logo_version, club)],
        "size": lambda _: words(64),
        "oidc": lambda _: words("nobody"),
        # secrets
        "phone": lambda _: words(phones.SIGNER.sign(str(club.pk))),
        "join": lambda _: words(*map(invitations.token_of, club.invitations.all())),
        "calendars": lambda _: words(secret),
        "messages/stop": lambda _: words(stop_token),
        "mail/stop": lambda _: words(mail_token),
        "me": lambda _: words(personal_links.token_of(player.personal_link)),
        "club": lambda _: [(access.settings_of(club).code, None)],
        "player": lambda row: rows(listed if row is None else [player]),
        "door": lambda _: words(self_check_in.token_of(sessions[0])),
        "t": lambda _: words(*[row.code for match in matches for row in match.codes.all()]),
        "email": lambda _: words("forged"),
        "uidb36": lambda _: words(uid),
        "key": lambda _: words("forged"),
    }
