"""manage.py addmember: give an account a role in a club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.errors import LeagueError
from league.models import Club, Role, User
from league.operations.people import members


class Command(BaseCommand):
    help = "Give an account (see manage.py adduser) a role in a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--club", required=True, metavar="SLUG", help="as in its address")
        parser.add_argument("--role", required=True, choices=Role.values)

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the member; unlike members.add this needs no common club."""
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError(f"No account uses {options['email']}: see manage.py adduser.")
        club = Club.objects.at(options["club"])
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            members.enrol(club, user, options["role"])
        except LeagueError as error:
            raise CommandError(error.detail) from None
        self.stdout.write(f"{user.email} is now {options['role']} of {club.name}.")
