"""manage.py games: list the games of Manche and of other packages."""

from typing import Any

from django.core.management import CommandError
from django.utils.translation import get_language, gettext_noop, pgettext
from django.utils.translation import gettext as _

from games import GAMES, outside
from games.base import Game, levels_of
from games.contract import CONTRACT
from games.outside_game import OutsideGame
from league.management.translated import TranslatedCommand


class Command(TranslatedCommand):
    help = gettext_noop(
        "List the games with their players, levels of evidence, version of the contract and "
        "package. The command exits with status 1 if the game of a package cannot be used, and "
        "says why. It also reports rule texts that cannot be used."
    )
    requires_system_checks = []  # it needs no database

    def handle(self, *args: Any, **options: Any) -> None:
        rows = [_headings(), *map(_row, GAMES.values())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            self.stdout.write("  ".join(cells).rstrip())
        refused, language = outside.refused(), get_language() or "en"
        for one in refused:
            words = _("%(game)s of %(package)s cannot be used. %(why)s")
            package = f"{one.package} {one.version}".strip()
            facts = {"game": one.slug, "package": package, "why": one.reason.say(language)}
            self.stderr.write(words % facts)
        for game in outside.games().values():
            for fault in game.text_faults:
                words = _("A rule text of %(game)s cannot be used. %(why)s")
                self.stderr.write(words % {"game": game.slug, "why": fault.say(language)})
        if refused:
            words = _("Games that cannot be used: %(count)s.")
            raise CommandError(words % {"count": len(refused)})


def _headings() -> tuple[str, ...]:
    return (
        pgettext("heading of a column", "game"),
        pgettext("heading of a column", "name"),
        pgettext("heading of a column", "players"),
        pgettext("heading of a column", "evidence"),
        pgettext("heading of a column", "contract"),
        pgettext("heading of a column", "package"),
    )


def _row(game: Game[Any]) -> tuple[str, ...]:
    contract, package = CONTRACT, "Manche"
    if isinstance(game, OutsideGame):
        contract, package = game.contract, f"{game.package} {game.version}"
    players = f"{game.seats[0]}–{game.seats[-1]}"
    return game.slug, game.name, players, ", ".join(levels_of(game)), str(contract), package
