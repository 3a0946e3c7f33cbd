"""Rounds of a match from a file: a match record, or one round of it. They are judged first; rounds
that the match has already are not stored again."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record
from games.base import Verdict
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Match, Submission, User
from league.operations.matches import judging, rounds_sql, submissions
from league.operations.seasons import house_rules
from problems.problem import Problem

MOST_BYTES = 1024 * 1024
Body = dict[str, Any]


class UploadedRounds(NamedTuple):
    """The rounds of a file that the match does not have yet, as they would be stored."""

    rows: Sequence[Submission]
    stored_before: int  # rounds of the file that the match has already
    verdict: Verdict | None  # on the match with them; None if there are none


def preview(match: Match, data: bytes) -> UploadedRounds:
    """Return the rounds that `store` would add. Raise Invalid, with paths into the file, for an
    unreadable record or broken rules, and Conflict for a record of another match."""
    house_rules.require_installed(match.game)
    if match.ended:
        raise Conflict(_("This match has ended. Correct its rounds, or start a rematch."))
    stored = [row.body for row in match.submissions.current()]
    given = _read_rounds(match, data, stored)
    stored_before = _number_stored(given, stored)
    new = given[stored_before:]
    if not new:
        return UploadedRounds([], stored_before, None)
    players = rounds_sql.seated_players([match.pk])[match.pk]
    verdict = judging.judge_or_refuse(match, players, [*stored, *new])
    rows = [
        submissions.version_of(match, number, 1, body, verdict)
        for number, body in enumerate(new, len(stored) + 1)
    ]
    return UploadedRounds(rows, stored_before, verdict)


@transaction.atomic
def store(match_id: int, data: bytes, *, by: User | None, device: str = "") -> int:
    """Store the new rounds of the file and return their number: 0 if the match has them all."""
    match = submissions.lock_match(match_id)
    stored = [row.body for row in match.submissions.current()]
    if match.ended and not _read_rounds(match, data, stored)[len(stored) :]:
        return 0
    rows = preview(match, data).rows
    for row in rows:
        submissions.submit(match_id, row.body, by=by, number=row.number, device=device)
    return len(rows)


def _read_rounds(match: Match, data: bytes, stored: Sequence[Body]) -> list[Any]:
    """Return all rounds of the file; a single round follows the stored ones."""
    if len(data) > MOST_BYTES:
        raise invalid("too_large", "", _("A record may have at most 1 MiB."))
    raw, unreadable = record.read(data.strip())
    if unreadable is not None:
        raise _refusal([unreadable])
    if isinstance(raw, dict) and "evidence" in raw and "record" not in raw:
        return [*stored] if stored and stored[-1] == raw else [*stored, raw]
    verdict = record.check(raw)
    if not verdict.ok:
        raise _refusal(verdict.problems)
    assert isinstance(raw, dict), "a record that is ok is an object"
    _require_same_match(match, raw)
    return list(raw["rounds"])


def _require_same_match(match: Match, raw: Body) -> None:
    """Raise Conflict unless the record has game, number of players and house rules of the match."""
    names = [seat.player.name for seat in match.seats.select_related("player")]
    faults = []
    if raw["game"] != match.game:
        game = GAMES[match.game].name
        words = _("This is a %(game)s match.") % {"game": game}
        faults.append(Fault("record_of_other_game", "game", words))
    elif len(raw["players"]) != len(names):
        words = _("This table has %(n)s players: %(names)s.")
        named = words % {"n": len(names), "names": ", ".join(names)}
        faults.append(Fault("other_number_of_players", "players", named))
    else:
        state, _none = record.start(match.game, raw["options"], len(names))
        if GAMES[match.game].write_options(state) != match.options:
            words = _("The record’s house rules differ from those of this match.")
            faults.append(Fault("other_house_rules", "options", words))
    if faults:
        raise Conflict(faults[0].message, [fault.to_json() for fault in faults])


def _number_stored(given: Sequence[Any], stored: Sequence[Body]) -> int:
    """Return how many rounds of the file the match has; raise Conflict where they differ."""
    for index, (mine, theirs) in enumerate(zip(given, stored, strict=False)):
        if mine != theirs:
            words = _("Round %(n)s of the file differs from the one that was saved.")
            fault = Fault("other_round", f"rounds.{index}", words % {"n": index + 1})
            raise Conflict(fault.message, [fault.to_json()])
    return min(len(given), len(stored))


def _refusal(problems: Sequence[Problem]) -> Invalid:
    language = get_language() or "en"
    written = [problem.to_json(language) for problem in problems]
    return Invalid(str(written[0]["message"]), written)
