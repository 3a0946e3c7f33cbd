"""Imports of players from exports of HelloAsso, in which one person may pay for several."""

import pytest

from league.errors import Invalid
from league.models import JobState
from tests import make
from tests.operations.exchange.importing import import_file, problem_codes

pytestmark = pytest.mark.django_db
MEMBERS = (
    "Référence commande;Date de la commande;Statut de la commande;Nom adhérent;Prénom adhérent;"
    "Carte d'adhérent;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;"
    "Tarif;Montant tarif;Code Promo;Montant code promo;Pseudo"
)
EVENT = (
    "Référence commande;Date de la commande;Statut de la commande;Nom participant;"
    "Prénom participant;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;"
    "Billet;Numéro de billet;Tarif;Montant tarif;Code Promo;Montant code promo;Adresse mail"
)
OLDER = "Numéro;Statut;Nom;Prénom;Nom acheteur;Prénom acheteur;Email acheteur"
PAYERS = "Référence commande;Date de la commande;Statut de la commande;Nom payeur;Email payeur"


@pytest.fixture
def club():
    return make.club()


def member(number, first, last, payer="Ada;ADA", email="ada@example.org", status="Validé"):
    first_of_payer, last_of_payer = payer.split(";")
    return (
        f"{number};01/09/2026 14:25;{status};{last};{first};https://example.org/c;{last_of_payer};"
        f"{first_of_payer};{email};;Carte bancaire;Adulte;20,00;;;Ace"
    )


def participant(number, first, last, payer="Ada;Lovelace", email="ada@example.org", own=""):
    first_of_payer, last_of_payer = payer.split(";")
    return (
        f"{number};04/03/2026 14:25;Validé;{last};{first};{last_of_payer};{first_of_payer};{email};"
        f";Carte bancaire;https://example.org/b;{number};Entrée;5,00;;;{own}"
    )


def export(header, *rows):
    """Return a file as HelloAsso writes it: UTF-8 with its mark, semicolons, Windows lines."""
    return "\r\n".join(["\ufeff" + header, *rows, ""])


def people(club):
    return sorted(club.players.values_list("name", "email"))


def notices(job):
    return [(notice["code"], notice["row"]) for notice in job.result["notices"]]


def test_members_are_brought_in_and_the_mail_of_the_payer_goes_to_the_payer_alone(club):
    job = import_file(
        club,
        export(
            MEMBERS,
            member(1, "Anaïs", "Lovelace", payer="ANAIS;LOVELACE"),
            member(1, "Zoé", "Lovelace", payer="ANAIS;LOVELACE"),
            member(2, "Bruno", "Martin", payer="Mairie;Ville", email="mairie@example.org"),
        ),
    )
    assert job.state == JobState.DONE
    assert people(club) == [
        ("Anaïs Lovelace", "ada@example.org"), ("Bruno Martin", ""), ("Zoé Lovelace", ""),
    ]  # fmt: skip
    assert notices(job) == []


def test_participants_have_their_own_mail_unless_it_is_that_of_the_payer(club):
    job = import_file(
        club,
        export(
            EVENT,
            participant(1, "Ada", "Lovelace", own="Ada@Example.org"),
            participant(2, "Zoé", "Lovelace", own="ada@example.org"),
            participant(3, "Bruno", "Martin", own="bruno@example.org"),
        ),
    )
    assert people(club) == [
        ("Ada Lovelace", "Ada@Example.org"),
        ("Bruno Martin", "bruno@example.org"),
        ("Zoé Lovelace", ""),
    ]
    assert notices(job) == [("email_of_payer", 3)]
    assert "Ada Lovelace" in job.result["notices"][0]["message"]


def test_an_older_export_names_the_buyer(club):
    import_file(club, export(OLDER, "1;Valide;Lovelace;Ada;Lovelace;Ada;ada@example.org"))
    assert people(club) == [("Ada Lovelace", "ada@example.org")]


def test_a_person_with_two_orders_counts_once(club):
    job = import_file(
        club,
        export(
            EVENT,
            participant(1, "Ada", "LOVELACE", payer="Bob;Martin", email="bob@example.org"),
            participant(2, "ada", "Lovelace"),
        ),
    )
    assert people(club) == [("Ada LOVELACE", "ada@example.org")]
    assert notices(job) == [("repeated_person", 3)]


def test_two_people_of_one_name_are_refused(club):
    job = import_file(
        club,
        export(
            EVENT,
            participant(1, "Ada", "Lovelace", own="one@example.org"),
            participant(2, "Ada", "Lovelace", own="two@example.org"),
        ),
    )
    assert problem_codes(job) == [("row_twice", "rows.3.name")]
    assert people(club) == []


@pytest.mark.parametrize("status", ["Annulé", "REMBOURSÉ", "Refusée"])
def test_cancelled_and_refunded_orders_are_skipped(club, status):
    rows = [member(1, "Ada", "Lovelace"), member(2, "Bruno", "Martin", status=status)]
    job = import_file(club, export(MEMBERS, *rows))
    assert people(club) == [("Ada Lovelace", "")]
    assert notices(job) == [("order_cancelled", 3)]


def test_a_member_without_a_name_is_a_problem_of_its_row(club):
    job = import_file(club, export(MEMBERS, member(1, "", "")))
    assert problem_codes(job) == [("blank", "rows.2.name")]


def test_an_export_of_payers_alone_is_refused_with_the_way_out(club):
    with pytest.raises(Invalid, match="export the list of members") as refused:
        import_file(club, export(PAYERS, "1;01/09/2026;Validé;Lovelace;ada@example.org"))
    assert [problem["code"] for problem in refused.value.problems] == ["only_payers"]


def test_columns_of_orders_can_be_chosen(club):
    import_file(
        club,
        "Qui;Règle;Mail du parent\nZoé;Zoé;zoe@example.org\nIris;Ada;ada@example.org\n",
        mapping={"name": "Qui", "payer_first_name": "Règle", "payer_email": "Mail du parent"},
    )
    assert people(club) == [("Iris", ""), ("Zoé", "zoe@example.org")]
