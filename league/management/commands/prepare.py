"""manage.py prepare: bring database and static files up to date, and create the owner of a new
server."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from database.locks import one_process
from league.demo import owner_by_settings
from league.demo.owner_by_settings import NewOwner, OwnerWithoutAddress
from league.errors import LeagueError
from league.management.translated import TranslatedCommand
from league.operations.support.links import link_to
from league.server.upkeep import pre_releases
from league.web.accounts.account_links import password_path


class Command(TranslatedCommand):
    help = gettext_noop(
        "Bring the database and static files up to date, and create the admin named by "
        "MANCHE_OWNER_EMAIL if there is no account yet. Safe to run again, and by several "
        "processes at once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-static",
            action="store_true",
            help=_("leave static files alone, as an image does"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        with one_process("prepare", settings.DATA_DIR):
            if refusal := pre_releases.refusal():
                raise CommandError(refusal)
            call_command("migrate", interactive=False, verbosity=0)
            if owner := _create_owner():
                self._greet(owner)
            if not options["no_static"]:
                call_command("collectstatic", interactive=False, verbosity=0)

    def _greet(self, owner: NewOwner) -> None:
        self.stdout.write(
            _("%(email)s is the admin of this server.") % {"email": owner.account.email}
        )
        if owner.needs_password:
            self.stdout.write(
                _("The admin can choose a password here, once and within three days:")
            )
            self.stdout.write(f"  {link_to(password_path(owner.account))}")


def _create_owner() -> NewOwner | None:
    try:
        return owner_by_settings.create_owner_of_settings()
    except OwnerWithoutAddress:
        raise CommandError(_("MANCHE_OWNER_PASSWORD is set without MANCHE_OWNER_EMAIL.")) from None
    except ValidationError as error:
        words = " ".join(error.messages)
        raise CommandError(
            _("MANCHE_OWNER_PASSWORD is too weak: %(why)s") % {"why": words}
        ) from None
    except LeagueError as error:
        raise CommandError(f"MANCHE_OWNER_EMAIL: {error.detail}") from None
