"""What a server of several processes says in its log when it starts."""

import pytest
from django.utils import translation

from league.demo import first_run
from tests import make

pytestmark = pytest.mark.django_db


def test_a_server_without_accounts_prints_its_address_and_code(capsys, monkeypatch, settings):
    settings.BASE_URL = "https://league.example"
    monkeypatch.setitem(first_run._state, "is_closed", False)
    first_run.announce()
    assert f"https://league.example/start/?code={first_run.code()}\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "Créez le compte de l’administrateur"), ("de", "Erstellen Sie das Konto des Ver")],
)
def test_it_says_so_in_the_language_of_the_server(capsys, monkeypatch, language, words):
    monkeypatch.setitem(first_run._state, "is_closed", False)
    with translation.override(language):
        first_run.announce()
    assert capsys.readouterr().err.startswith(words)


def test_a_server_with_accounts_is_silent(capsys, monkeypatch):
    monkeypatch.setitem(first_run._state, "is_closed", False)
    make.user()
    first_run.announce()
    assert capsys.readouterr().err == ""
