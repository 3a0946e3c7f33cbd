"""The whole database goes into a file and comes out as it was (docs/backup-update-move.md)."""

import re
import shlex
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command

from scoring import projection, rating
from scoring.models import Standing
from tests import make

GUIDE = Path(__file__).parents[3] / "docs" / "backup-update-move.md"
LEFT_OUT = {"contenttypes.ContentType", "auth.Permission"}


def options_of_the_guide():
    command = re.search(r"manage\.py dumpdata (.*) --output manche\.xml", GUIDE.read_text())
    return shlex.split(command[1])


def everything():
    return {
        model._meta.label: sorted(map(repr, rows(model)))
        for model in apps.get_models()
        if model._meta.label not in LEFT_OUT
    }


def rows(model):
    if model is Standing:  # the file has the same numbers in the fine unit
        names = [field.attname for field in model._meta.fields]
        return [[getattr(row, name) for name in names] for row in model.objects.all()]
    return model._base_manager.values()


@pytest.mark.django_db(transaction=True)
def test_every_row_comes_out_of_the_file_as_it_was_stored(tmp_path):
    season = make.played(make.match(), [22, 5, 6], [16, 5, 6], [16, 5, 6]).session.season
    for table in season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(season.club_id)
    before, file = everything(), tmp_path / "manche.xml"
    call_command("dumpdata", *options_of_the_guide(), output=str(file), verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    call_command("loaddata", str(file), verbosity=0)
    assert everything() == before
