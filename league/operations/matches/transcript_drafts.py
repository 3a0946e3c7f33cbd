"""The next round of a match, entered move by move: hands, moves, undo, and what spectators see of
it. The only writer of TranscriptDraft. The finished round goes through `submissions` like any
other.

Moves are not in the log: only the start of an entry and its end are acts that others have to know.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record, unfinished
from games.base import Step
from games.unfinished import Dealing, MoveEntry, Phase, Progress
from league.errors import Conflict, Fault, Invalid, Stale, invalid
from league.models import AuditKind, Match, TranscriptDraft, User
from league.operations.matches import match_log, matches, submissions
from league.operations.matches.repeated_rounds import OnRepeat
from league.operations.matches.submissions import AcceptedRound
from league.operations.seasons import house_rules
from league.operations.support import versions

Body: TypeAlias = dict[str, Any]
MOST_ACTS = 100  # keys that a draft remembers; a phone without network queues fewer


class Hand(NamedTuple):
    """The cards that a seat was dealt."""

    seat: int
    cards: Sequence[str]


class Opener(NamedTuple):
    """The seat that begins, where no other rule says it."""

    seat: int


class Tap(NamedTuple):
    """A move as a record writes it; it may leave out the seat whose turn it is."""

    move: Mapping[str, Any]


class Undo(NamedTuple):
    """Takes the last move back, and the passes after it."""


Act: TypeAlias = Hand | Opener | Tap | Undo


class Seen(NamedTuple):
    """State of the phone when its user acted: the number of the round and the version of the draft
    (0: none yet). `key` is the same when the phone sends the act again."""

    number: int
    version: int
    key: str = ""


class Entry(NamedTuple):
    """The round that is entered. `version` is 0 before the first act."""

    number: int
    version: int
    body: Body
    dealing: Dealing
    progress: Progress
    steps: Sequence[Step]  # the deal and every move; none before the deal is whole

    @property
    def has_moves(self) -> bool:
        return any(move["do"] != unfinished.PASS for move in self.body["moves"])


class Followed(NamedTuple):
    """Spectators’ view of a running round: its public steps, each without hands."""

    number: int
    steps: Sequence[Step]
    version: str


def is_offered(game: str) -> bool:
    """Return whether rounds of this game can be entered move by move."""
    return unfinished.move_entry(GAMES.get(game)) is not None


def current(match: Match) -> TranscriptDraft | None:
    """Return the draft of the next round; a draft of a round that was stored otherwise is none."""
    if match.ended:
        return None
    return TranscriptDraft.objects.filter(match=match, number=match.rounds_played + 1).first()


def entry(match: Match) -> Entry:
    """Return how far the entry of the next round has come. Raise Conflict if rounds of this game
    are not entered move by move."""
    draft = current(match)
    table = _table(match)
    body = draft.body if draft else unfinished.empty_round(table.players)
    progress = table.look(body)
    steps = [] if progress.phase is Phase.DEAL else list(table.game.watch(table.state, body))
    dealing = table.offered.dealing(table.state)
    return Entry(
        match.rounds_played + 1, draft.version if draft else 0, body, dealing, progress, steps
    )


@transaction.atomic
def act(match_id: int, change: Act, *, seen: Seen, by: User | None) -> TranscriptDraft:
    """Change the draft of the next round. The same act sent again changes nothing. Raise Stale if
    another phone has changed the draft meanwhile, Conflict if the round was stored, and Invalid,
    with the words of the engine, for what the rules do not allow."""
    if not seen.version:
        _bump_edition(match_id)
    match, draft = _lock(match_id, seen)
    if seen.key and seen.key in draft.acts:
        return draft
    _require_version(draft, seen)
    table = _table(match)
    if not draft.version:
        players = [seat.player_id for seat in match.seats.all()]
        match_log.record(
            match, AuditKind.TRANSCRIPT_STARTED, by=by, players=players, round=draft.number
        )
    body = _changed(table, draft.body or unfinished.empty_round(table.players), change)
    draft.entered = _times(draft, body)
    draft.body = body
    draft.version += 1
    draft.acts = [*draft.acts, seen.key][-MOST_ACTS:]
    draft.save()
    return draft


@transaction.atomic
def discard(match_id: int, *, seen: Seen, by: User | None) -> None:
    """Delete the draft; the second call changes nothing."""
    _bump_edition(match_id)
    match, draft = _lock(match_id, seen)
    if not draft.version:
        return
    _require_version(draft, seen)
    players = [seat.player_id for seat in match.seats.all()]
    match_log.record(
        match, AuditKind.TRANSCRIPT_DISCARDED, by=by, players=players, round=draft.number
    )
    draft.delete()


@transaction.atomic
def save(match_id: int, *, seen: Seen, by: User | None, device: str = "") -> AcceptedRound | None:
    """Store the finished round and delete its draft. Return None if it was stored before."""
    match = submissions.lock_match(match_id)
    if seen.number == match.rounds_played and _was_transcript(match):
        return None
    match, draft = _lock(match_id, seen)
    _require_version(draft, seen)
    if not draft.version:
        raise Conflict(_("No move of this round has been entered."))
    accepted = submissions.submit(
        match_id,
        draft.body,
        by=by,
        number=draft.number,
        device=device,
        on_repeat=OnRepeat.STORE,  # cards that fall in the same order twice are no accident
    )
    draft.delete()
    return accepted


def followed(match: Match) -> Followed | None:
    """Return what spectators see of the running round; None if it is not entered move by
    move, or if the evening hides it. Moves younger than the delay of the evening are not in it."""
    delay, draft = match.session.follow_delay, current(match)
    if delay is None or draft is None or not is_offered(match.game):
        return None
    table = _table(match)
    if table.look(draft.body).phase is Phase.DEAL:
        return None
    latest = (timezone.now() - timedelta(minutes=delay)).timestamp()
    shown = 0
    while shown < len(draft.entered) and draft.entered[shown] <= latest:
        shown += 1
    seen = {**draft.body, "moves": draft.body["moves"][:shown]}
    steps = [table.offered.hide_hands(step) for step in table.game.watch(table.state, seen)]
    last = draft.entered[shown - 1] if shown else ""
    return Followed(draft.number, steps, f"{draft.pk}-{draft.number}-{shown}-{last}")


class _Table(NamedTuple):
    """The match before the round that is entered."""

    game: Any  # each game has match states of its own
    offered: MoveEntry
    state: Any
    path: str
    names: Sequence[str]

    @property
    def players(self) -> int:
        return len(self.names)

    def look(self, body: Body) -> Progress:
        return unfinished.look(self.game, self.state, body, self.path)


def _table(match: Match) -> _Table:
    house_rules.require_installed(match.game)
    game = GAMES[match.game]
    offered = unfinished.move_entry(game)
    if offered is None:
        raise Conflict(_("Rounds of this game are not entered move by move."))
    names = [seat.player.name for seat in match.seats.select_related("player")]
    bodies = [row.body for row in match.submissions.current()]
    if bodies:
        state = record.check(matches.match_record(match, bodies)).state
    else:
        state = house_rules.initial_state(match.game, match.options, len(names))
    return _Table(game, offered, state, f"rounds.{len(bodies)}", names)


def _lock(match_id: int, seen: Seen) -> tuple[Match, TranscriptDraft]:
    """Return the locked match and its draft, which is not stored before its first act."""
    match = submissions.lock_match(match_id)
    if match.ended:
        raise Conflict(_("This match has ended. Correct its rounds, or start a rematch."))
    submissions.check_number(match, seen.number, match.rounds_played + 1)
    draft = TranscriptDraft.objects.filter(match=match).first()
    if draft is not None and draft.number != seen.number:  # its round was stored otherwise
        draft.delete()
        draft = None
    return match, draft or TranscriptDraft(match=match, number=seen.number, version=0, body={})


def _bump_edition(match_id: int) -> None:
    """Let pages be rendered again that link to a running round."""
    club = Match.objects.filter(pk=match_id).values_list("session__season__club", flat=True).get()
    versions.bump_edition(club)


def _require_version(draft: TranscriptDraft, seen: Seen) -> None:
    if draft.version != seen.version:
        words = _("This round was continued on another phone. Check it, then go on from there.")
        raise Stale(words, [Fault("draft_changed", "version", words).to_json()])


def _was_transcript(match: Match) -> bool:
    """Return whether the last round was stored with its moves, and no draft has followed."""
    last = match.submissions.filter(number=match.rounds_played).order_by("-version").first()
    return last is not None and last.evidence == "transcript" and current(match) is None


def _changed(table: _Table, body: Body, change: Act) -> Body:
    """Return the body after the act."""
    match change:
        case Hand():
            return _dealt(table, body, change)
        case Opener():
            _refuse_moves(body)
            dealing = table.offered.dealing(table.state)
            if not dealing.opener or not 0 <= change.seat < table.players:
                raise invalid("unknown_seat", "opener", _("Choose a player at this table."))
            opened = {**body, dealing.opener: change.seat, "moves": []}
            return unfinished.with_passes(table.game, table.state, opened, table.path)
        case Tap():
            return _moved(table, body, change)
    undone = unfinished.undo(body)
    undone = unfinished.with_passes(table.game, table.state, undone, table.path)
    if undone["moves"] == body["moves"]:
        raise Conflict(_("There is no move to undo."))
    return undone


def _dealt(table: _Table, body: Body, hand: Hand) -> Body:
    _refuse_moves(body)
    dealing = table.offered.dealing(table.state)
    if not 0 <= hand.seat < table.players:
        raise invalid("unknown_seat", "seat", _("Choose a player at this table."))
    path, name = f"{table.path}.hands.{hand.seat}", table.names[hand.seat]
    free = Counter(unfinished.free_cards(dealing, body, hand.seat))
    if Counter(hand.cards) - free:
        words = _("%(name)s: a card of this hand is in another hand, or not in the game.")
        raise invalid("card_taken", path, words % {"name": name})
    if len(hand.cards) not in dealing.sizes:
        sizes = sorted(dealing.sizes)
        words = _("%(name)s: %(found)s marked; mark exactly %(sizes)s.")
        named = {
            "name": name,
            "sizes": _(" or ").join(map(str, sizes)),
            "found": len(hand.cards),
        }
        raise invalid("hand_not_whole", path, words % named)
    dealt = unfinished.deal(dealing, {**body, "moves": []}, hand.seat, hand.cards)
    if dealing.suggested is not None:
        dealt.setdefault(dealing.opener, dealing.suggested)
    return unfinished.with_passes(table.game, table.state, dealt, table.path)


def _refuse_moves(body: Body) -> None:
    """Raise Conflict if a move was entered: hands cannot change under it."""
    if any(move["do"] != unfinished.PASS for move in body["moves"]):
        raise Conflict(_("Undo the moves first: they were played from these hands."))


def _moved(table: _Table, body: Body, tap: Tap) -> Body:
    if table.look(body).phase is not Phase.MOVES:
        raise Conflict(_("It is nobody’s turn: the cards are not dealt, or the round is over."))
    moved = unfinished.enter(table.game, table.state, body, tap.move, table.path)
    refused = table.look(moved).problem
    if refused is not None:
        problem = refused.naming(table.names).to_json(get_language() or "en")
        raise Invalid(str(problem["message"]), [problem])
    return moved


def _times(draft: TranscriptDraft, body: Body) -> list[int]:
    """Return the time of each move of the new body; moves that stay keep theirs."""
    old_moves: Sequence[Any] = draft.body.get("moves", [])
    unchanged = 0
    for old, new in zip(old_moves, body["moves"], strict=False):
        if old != new:
            break
        unchanged += 1
    now = int(timezone.now().timestamp())
    return [*draft.entered[:unchanged], *[now] * (len(body["moves"]) - unchanged)]
