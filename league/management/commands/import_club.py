"""manage.py import_club: make a new club of an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.errors import LeagueError
from league.management.translated import TranslatedCommand
from league.models import User
from league.operations.exchange.archive import read


class Command(TranslatedCommand):
    help = gettext_noop(
        "Create a new club from an archive (docs/archive.md): all of it, or nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("the archive"))
        parser.add_argument(
            "--owner",
            required=True,
            metavar="EMAIL",
            help=_("the account here that becomes the club’s admin"),
        )
        parser.add_argument(
            "--members",
            action="store_true",
            help=_(
                "members with an account here get their roles, and their names on what they did"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(email=options["owner"].strip().lower()).first()
        if owner is None:
            words = _("No account uses %(email)s: see manage.py adduser.")
            raise CommandError(words % {"email": options["owner"]})
        try:
            with options["file"].open("rb") as stream:
                imported = read.import_archive(
                    stream,
                    by=owner,
                    people=User.objects.all() if options["members"] else User.objects.none(),
                    most_bytes=settings.ARCHIVE_UNPACKED_BYTES,
                )
        except OSError as error:
            words = _("%(file)s cannot be read: %(why)s.")
            facts = {"file": options["file"], "why": error.strerror}
            raise CommandError(words % facts) from None
        except LeagueError as error:
            lines = [
                f"{problem['path']}: {problem['message']}".lstrip(": ")
                for problem in error.problems
            ]
            raise CommandError("\n".join([error.detail, *lines])) from None
        words = _("%(club)s was imported with the address %(slug)s.")
        self.stdout.write(words % {"club": imported.club.name, "slug": imported.club.slug})
        for email in imported.left_out:
            words = _("%(email)s got no role. If needed, assign one in Manage club.")
            self.stdout.write(words % {"email": email})
