"""No field of the database can hold personal data without a row in the register."""

from collections import Counter

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils import translation

from league.models import Player, User
from league.models.fields import Term
from league.models.people import PLAYER_FIELDS
from league.operations.exchange import import_undo
from league.operations.privacy import vocabulary
from league.operations.privacy.personal_data import NO_PERSONAL_DATA, REGISTER
from league.operations.privacy.vocabulary import IMPORTS, term_words

WRITTEN = (
    models.CharField,  # also e-mail, slug and address fields
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.GenericIPAddressField,
    models.FileField,
)
REGISTERED = Counter(f"{row.model}.{field}" for row in REGISTER for field in row.fields)
EXCUSED = Counter(
    f"{model}.{field}" for model, fields in NO_PERSONAL_DATA.items() for field in fields.split()
)


def can_hold_personal_data(field):
    return isinstance(field, WRITTEN) or field.related_model in (User, Player)


def test_every_field_that_can_hold_personal_data_is_registered_or_excused_once():
    fields = {
        f"{model._meta.label}.{field.name}": can_hold_personal_data(field)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
    }
    listed = REGISTERED + EXCUSED
    assert sorted(set(listed) - set(fields)) == [], "these fields no longer exist"
    required = {name for name, can_hold in fields.items() if can_hold}
    assert sorted(required - set(listed)) == [], "say in the register what these fields hold"
    assert [name for name, times in listed.items() if times > 1] == []


def test_every_field_of_a_player_is_declared():
    fields = {field.name for field in Player._meta.concrete_fields if not field.primary_key}
    assert fields == set(PLAYER_FIELDS)


def test_entered_fields_of_a_player_have_a_label_of_their_own():
    for name, facts in PLAYER_FIELDS.items():
        assert bool(facts.entered) == bool(Player._meta.get_field(name)._verbose_name), name


@pytest.mark.parametrize("row", REGISTER, ids=lambda row: f"{row.model} {' '.join(row.fields)}")
def test_a_row_is_handed_out_or_says_why_not(row):
    assert bool(row.list) != bool(row.secret)


def test_every_kind_of_retention_has_words():
    assert set(vocabulary.PERIODS) == {IMPORTS, *settings.RETENTION_DAYS}
    assert {row.term for row in REGISTER if not isinstance(row.term, Term)} == set(
        vocabulary.PERIODS
    )
    assert import_undo.UNDO_PERIOD.days == vocabulary.IMPORT_DAYS


def test_a_term_names_the_days_of_this_server(settings):
    settings.RETENTION_DAYS = {**settings.RETENTION_DAYS, "mail": 1, "jobs": 400}
    assert term_words("mail").startswith("1 day after")
    assert term_words("jobs") == "400 days after the end of the job"
    assert term_words(Term.ACCOUNT) == "as long as your account exists"
    assert translation.get_language() == "en"
