"""manage.py password_link: print a link with which an account sets a new password."""

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.models import User
from league.web.accounts.account_links import password_path


class Command(TranslatedCommand):
    help = gettext_noop(
        "Print a link that lets the account set a new password, once and within three days. No "
        "e-mail is needed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help=_("e-mail address of the account"))
        parser.add_argument(
            "--address",
            default=settings.BASE_URL or "http://127.0.0.1:8000",
            help=_("where people reach this server; BASE_URL by default, else %(default)s"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        account = User.objects.filter(email=options["email"].strip().lower()).first()
        if account is None or not account.is_active:
            raise CommandError(_("No account uses %(email)s.") % options)
        link = urljoin(options["address"], password_path(account))
        words = _("%(account)s can set a new password here, once and within three days:")
        self.stdout.write(words % {"account": account})
        self.stdout.write(f"  {link}")
