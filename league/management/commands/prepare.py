from typing import Any

from django.core.management import BaseCommand, call_command


class Command(BaseCommand):
    help = "Bring database and static files up to date. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
