"""manage.py apitoken: make a token of the REST API."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.models import Club, Scope, User
from league.operations.people import tokens

MOST_DAYS = 36500


class Command(TranslatedCommand):
    help = gettext_noop("Create an API token for one account and print it. It is not shown again.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help=_("e-mail address of the account"))
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.ADMIN.value,
            help=_("what the token allows; %(default)s by default"),
        )
        parser.add_argument(
            "--club",
            metavar="SLUG",
            help=_("the only club that the token can access, as in its address"),
        )
        parser.add_argument("--days", type=int, help=_("days until the token expires"))
        parser.add_argument(
            "--name", default="", help=_("purpose of the token, at most 100 characters")
        )

    def handle(self, *args: Any, email: str, scope: str, **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(_("No account uses %(email)s.") % {"email": email})
        days, name = options["days"], " ".join(options["name"].split())
        if days is not None and not 1 <= days <= MOST_DAYS:
            words = _("Enter a number of days from 1 to %(most)s.")
            raise CommandError(words % {"most": MOST_DAYS})
        if len(name) > 100:
            raise CommandError(_("A name may have at most 100 characters."))
        _token, secret = tokens.issue(
            user,
            scope,
            name=name,
            club=None if options["club"] is None else _club(user, options["club"]),
            expires_at=None if days is None else timezone.now() + timedelta(days=days),
        )
        self.stdout.write(secret)


def _club(user: User, slug: str) -> Club:
    club = Club.objects.visible_to(user).at(slug)
    if club is None:
        words = _("%(email)s is not a member of a club with the address %(slug)s.")
        raise CommandError(words % {"email": user.email, "slug": slug})
    return club
