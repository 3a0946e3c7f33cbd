from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Club, Scope, User
from league.operations.people import tokens

MOST_DAYS = 36500


class Command(BaseCommand):
    help = "Prints a new token of the REST API for one person. It is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--scope", choices=Scope.values, default=Scope.ADMIN.value)
        parser.add_argument("--club", help="address (slug) of the one club that it reaches")
        parser.add_argument("--days", type=int, help="after so many days it no longer works")
        parser.add_argument("--name", default="", help="what it is for, at most 100 characters")

    def handle(self, *args: Any, email: str, scope: str, **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody signs in with the e-mail {email}.")
        days, name = options["days"], " ".join(options["name"].split())
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise CommandError(f"From 1 to {MOST_DAYS} days are expected.")
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
        raise CommandError(f"{user.email} belongs to no club with the address {slug}.")
    return club
