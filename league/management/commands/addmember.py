"""manage.py addmember: give an account a role in a club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.errors import LeagueError
from league.management.translated import TranslatedCommand
from league.models import Club, Role, User
from league.operations.people import members


class Command(TranslatedCommand):
    help = gettext_noop("Give an account (see adduser) a role in a club.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help=_("e-mail address of the account"))
        parser.add_argument(
            "--club",
            required=True,
            metavar="SLUG",
            help=_("as in the address of the club’s page"),
        )
        parser.add_argument(
            "--role", required=True, choices=Role.values, help=_("role in this club")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the member; unlike members.add this needs no common club."""
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError(_("No account uses %(email)s: see manage.py adduser.") % options)
        club = Club.objects.at(options["club"])
        if club is None:
            raise CommandError(_("There is no club %(club)s.") % options)
        try:
            members.enrol(club, user, options["role"])
        except LeagueError as error:
            raise CommandError(error.detail) from None
        words = _("%(email)s is now %(role)s of %(club)s.")
        facts = {"email": user.email, "role": Role(options["role"]).label, "club": club.name}
        self.stdout.write(words % facts)
