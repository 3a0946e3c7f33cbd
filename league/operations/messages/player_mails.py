"""Mails to players without an account whose address the club has: a place became free, an evening
was moved or cancelled. The mail is stored in the transaction of the change, so it goes once."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.models import MailCategory, Message, Player, Season, Session
from league.operations.mail import outbox
from league.operations.mail.letters import Letter, plain_name
from league.operations.messages import texts, unsubscribe_links
from league.operations.messages.posting import Draft
from league.operations.support.links import link_to


def send(draft: Draft, players: Collection[int]) -> None:
    """Send a mail to the given players with an address but no account."""
    if not outbox.is_configured():
        return
    rows = Player.objects.without_account().filter(pk__in=players).exclude(email="")
    players_by_email = {player.email.lower(): player for player in rows}
    stopped = unsubscribe_links.stopped(players_by_email, draft.kind)
    for email, player in players_by_email.items():
        if email not in stopped:
            _send(draft, player, email)


def _send(draft: Draft, player: Player, email: str) -> None:
    link = unsubscribe_links.for_address(email, draft.kind, draft.club.language)

    def write() -> Letter:
        text = texts.describe(_message(draft, player), outside=True)
        assert text is not None, "what has just happened holds"
        context = {
            "title": text.title,
            "body": text.body,
            "club": plain_name(draft.club.name),
            "name": plain_name(player.name),
        }
        stops = [(_("Stop these e-mails"), link)]
        return Letter("message_to_player", context, link_to(text.path), stops)

    language, category = draft.club.language, MailCategory.CLUB
    outbox.send(
        email, write, language=language, category=category, unsubscribe=link, is_limited=True
    )


def _message(draft: Draft, player: Player) -> Message:
    """Return the message as an account would get it; it is not stored."""
    message = Message(kind=draft.kind, data=draft.data, club=draft.club, player=player)
    if draft.session is not None:
        message.session = Session.objects.get(pk=draft.session)
    if draft.season is not None:
        message.season = Season.objects.get(pk=draft.season)
    return message
