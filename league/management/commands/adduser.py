"""manage.py adduser: create an account."""

import getpass
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError
from django.db import IntegrityError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.errors import LeagueError
from league.management.translated import TranslatedCommand
from league.models import User
from league.operations.people import accounts


class Command(TranslatedCommand):
    help = gettext_noop(
        "Create an account. The command asks for the password until it is strong enough, or reads "
        "it from --password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help=_("e-mail address that the account signs in with"))
        parser.add_argument("--name", default="", help=_("name of the person"))
        parser.add_argument("--password", help=_("asked for if it is not given"))
        parser.add_argument(
            "--operator",
            action="store_true",
            help=_("also make this account an admin of the server"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            User._meta.get_field("name").run_validators(options["name"])
            if options["password"] is None and _has_account(options["email"]):
                raise IntegrityError
            password = options["password"] or self._ask()
            validate_password(password)
            user = accounts.create(
                options["email"],
                password,
                name=options["name"],
                is_operator=options["operator"],
            )
        except LeagueError as error:
            raise CommandError(error.detail) from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        except IntegrityError:
            raise CommandError(_("Another account already uses this e-mail address.")) from None
        self.stdout.write(_("%(email)s can sign in now.") % {"email": user.email})

    def _ask(self) -> str:
        """Return a strong enough password, asking until one is typed."""
        while True:
            password = getpass.getpass(_("Password") + ": ")
            try:
                validate_password(password)
            except ValidationError as error:
                self.stderr.write(" ".join([*error.messages, _("Try another password.")]))
            else:
                return password


def _has_account(email: str) -> bool:
    return User.objects.filter(email=email.strip().lower()).exists()
