from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Club, Scope, User
from league.operations.people import tokens

MOST_DAYS = 36500


class Command(BaseCommand):
    help = "Creates a token of the REST API for one account and prints it. It is not shown again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--scope", choices=Scope.values, default=Scope.ADMIN.value)
        parser.add_argument(
            "--club", help="address (slug) of the only club that the token can access"
        )
        parser.add_argument("--days", type=int, help="number of days after which the token expires")
        parser.add_argument(
            "--name", default="", help="purpose of the token, at most 100 characters"
        )

    def handle(self, *args: Any, email: str, scope: str, **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(f"No account uses the e-mail address {email}.")
        days, name = options["days"], " ".join(options["name"].split())
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise CommandError(f"Enter a number of days from 1 to {MOST_DAYS}.")
        if len(name) > 100:
            raise CommandError("A name may have at most 100 characters.")
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
        raise CommandError(f"{user.email} is not a member of a club with the address {slug}.")
    return club
