"""The actions of the answer form, for every sender: answer, choose games, bring or drop guests."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext as _

from league.errors import Conflict, Invalid, NotFound, invalid
from league.models import Player, SignUp, SignUpAnswer, SignUpSheet, User
from league.operations.people.person_search import Creation, PersonQuestion
from league.operations.signups import access, roster, sign_ups
from league.operations.support import wording
from league.web.signups import sheet_view
from league.web.signups.sheet_view import Refusal
from league.web.support import person_field
from league.web.support.person_field import TypedPerson

MOST_DIGITS = 18


@dataclass(frozen=True)
class AnswerOutcome:
    """The outcome of an answer: words of success, or a refusal."""

    words: str = ""
    refusal: Refusal | None = None


def take(
    post: QueryDict,
    sheet: SignUpSheet,
    player: Player,
    *,
    is_reader: bool,
    by: User | None,
) -> AnswerOutcome:
    """Carry out the form for one player; a refusal keeps the input."""
    try:
        words = _carry_out(post, sheet, player, is_reader, by)
    except (Invalid, Conflict, NotFound) as error:
        games = post.getlist("games") if "with_games" in post else None
        guest = post.get("guest-name", "")
        question = error if isinstance(error, PersonQuestion) else None
        return AnswerOutcome(
            refusal=Refusal(sheet.pk, player.pk, error.detail, games, guest, question)
        )
    return AnswerOutcome(words)


def sent_number(post: QueryDict, name: str) -> int:
    """Return a number from the form; 0 if it is missing or invalid."""
    text = post.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


def occasion_words(sheet: SignUpSheet) -> str:
    """Return the name of what a sheet is for: a tournament, or the day of an evening."""
    if sheet.tournament is not None:
        return sheet.tournament.season.name
    starts_at = roster.starts_at(sheet)
    assert starts_at is not None, "an evening has a time"
    return wording.date(starts_at.astimezone(ZoneInfo(sheet.club.timezone)), "l j F Y")


def bring_guest(
    sheet: SignUpSheet,
    host: Player,
    guest: TypedPerson,
    *,
    by: User | None,
    as_organiser: bool = False,
) -> str:
    """Bring a guest, who may be in the list of players since an earlier evening; return what it
    has led to."""
    if not (guest.name or guest.player):
        raise invalid("blank", "guest", _("Enter the name of your guest."))
    player = guest.player or None
    if player and not as_organiser and access.listed_people(sheet.club).find(player) is None:
        raise NotFound(_("There is nothing here."))
    creation = Creation.UNKNOWN if guest.creation == Creation.NEVER else guest.creation
    row = sign_ups.bring_guest(
        sheet,
        host.pk,
        name=guest.name,
        creation=creation,
        player=player,
        by=by,
        as_organiser=as_organiser,
    )
    name = row.player.name if as_organiser else roster.name_for_host(row)
    return f"{occasion_words(sheet)} · {_answered(row, name)}"


def _carry_out(
    post: QueryDict, sheet: SignUpSheet, player: Player, is_reader: bool, by: User | None
) -> str:
    name = None if is_reader else player.name
    action = post.get("do", "")
    if action == "guest":
        return bring_guest(sheet, player, person_field.read(post, "guest-"), by=by)
    if action.startswith("drop-"):
        return _drop_guest(sheet, player, action.removeprefix("drop-"), by)
    games = post.getlist("games") if "with_games" in post else None
    row = sign_ups.record_answer(
        sheet, player.pk, action, games=games, by=by, is_logged_later=by is None
    )
    words = _answered(row, name)
    if row.answer == SignUpAnswer.YES and not row.has_place and sent_number(post, "seen_places"):
        words = _("The last place has just been taken.") + " " + words
    return f"{occasion_words(sheet)} · {words}"


def _answered(row: SignUp, name: str | None) -> str:
    view = sheet_view.of_sheet(row.sheet)
    return sheet_view.answer_words(row, view.queue_place(row), name)


def _drop_guest(sheet: SignUpSheet, host: Player, number: str, by: User | None) -> str:
    guest = int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else 0
    rows = SignUp.objects.filter(sheet=sheet, guest_of=host, player=guest)
    row = rows.select_related(
        "player", *(f"sheet__{relation}" for relation in roster.RELATED)
    ).first()
    if row is None:  # another tap has taken the guest out already
        return ""
    sign_ups.remove(row, by=by)
    return _("%(name)s has been removed from the list.") % {"name": roster.name_for_host(row)}
