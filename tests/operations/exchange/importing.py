"""Imports of files, as the tests of imports and of their undo use them."""

from django.apps import apps

from league.operations.exchange import imports
from league.operations.exchange.imports import ImportSettings
from league.operations.support import jobs
from league.tasks import KINDS
from scoring import projection, rating
from scoring.models import Standing
from tests import make

WIDE = "Date;Jeu;Partie;Joueur;Manche 1;Manche 2;Manche 3\n"
EVENING = (
    WIDE + "1/10/2025;Neurotrio;A;Ada;22;22;9\n1/10/2025;Neurotrio;A;Bruno;5;7;3\n"
    "1/10/2025;Neurotrio;A;Zoé <script>;0;6;2\n8/10/2025;Neurotrio;A;Bruno;22;22;12\n"
    "8/10/2025;Neurotrio;A;Ada;0;1;5\n"
)


def import_file(club, content, kind="players", file_format="csv", **settings):
    content = content.encode() if isinstance(content, str) else content
    import_settings = ImportSettings(kind=kind, format=file_format, **settings)
    job = imports.start(club, import_settings, content, by=make.user(), name="file")
    jobs.run(job.pk, KINDS)
    job.refresh_from_db()
    return job


def import_season(club, content=EVENING, **settings):
    settings = {"season_name": "2025", "create_players": True} | settings
    return import_file(club, content, kind="season", **settings)


def problem_codes(job):
    return [(problem["code"], problem["path"]) for problem in job.problems]


def everything():
    """Return the rows of each table, except for those that jobs write and for the log."""
    return {
        model._meta.label: sorted(map(repr, model._base_manager.values()))
        for model in apps.get_models()
        if model.__name__ not in {"Job", "JobFile", "JobFilePart"}
        and not model.__name__.startswith("Audit")
    }


def refresh(club):
    for season in club.seasons.all():
        for table in season.tables.all():
            projection.refresh(table.pk)
    rating.refresh(club.pk)


def standings_rows(season):
    return [
        (row.player.name, row.points, row.played, row.wins, bytes(row.rank_key))
        for row in Standing.objects.filter(table__season=season, table__game="")
    ]
