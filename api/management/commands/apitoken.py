from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from api import tokens
from api.models import Scope
from league.models import User


class Command(BaseCommand):
    help = "Prints a new token of the REST API for one person. It is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--scope", choices=Scope.values, default=Scope.ADMIN.value)

    def handle(self, *args: Any, email: str, scope: str, **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody signs in with the e-mail {email}.")
        self.stdout.write(tokens.issue(user, scope)[1])
