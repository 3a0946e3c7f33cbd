"""Each role opens and sends what the table says, and reads no secret that grants more."""

from itertools import chain

import pytest
from django.urls import get_resolver

from league.models import Role
from tests import capabilities, make, role_columns
from tests.made_once import made_once
from tests.web.accounts.addresses import match_and_paths
from tests.web.accounts.public_pages import FOR_EVERYBODY
from tests.web.accounts.role_table import ALLOWED, POSTED, ROLES
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
desk = made_once(match_and_paths)


def cache_control(answer):
    return {directive.strip() for directive in answer.get("Cache-Control", "").split(",")}


def be(client, role, club):
    if role == "stranger":
        charlie = make.user("charlie@example.org")
        make.club(charlie, "Ailleurs")
        sign_in(client, charlie)
    elif role == Role.OWNER:
        sign_in(client, make.user())
    elif role != "nobody":
        sign_in(client, make.member(club, role, "bob@example.org"))


def expected_of(role, table, columns):
    """Return the statuses that the pages or forms of this table have for the role."""
    at = ROLES.index(role)
    return {name: row[at] for name, row in table.items() if at in columns(row)}


@role_columns.EACH
@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_its_pages_and_no_page_grants_more(client, role, columns):
    match, addresses = desk()
    be(client, role, match.session.season.club)
    expected = expected_of(role, ALLOWED, columns)
    handed_out = capabilities.hand_out(match, make.user())
    answers = {name: client.get(addresses[name]) for name in expected}
    assert {name: answer.status_code for name, answer in answers.items()} == expected
    private = {"private", "no-store"}
    pages = {name: answer for name, answer in answers.items() if answer.status_code == 200}
    assert [name for name in pages if not private <= cache_control(pages[name])] == []
    pages |= {path: client.get(path) for capability in handed_out for path in capability.pages}
    forms = [capability.form for capability in handed_out if capability.form]
    pages |= {path: client.post(path, data) for path, data in forms}
    assert_no_page_grants_more_than_its_reader_may(pages, handed_out, role)


def assert_no_page_grants_more_than_its_reader_may(pages, handed_out, role):
    seen = {
        name: capabilities.shown(handed_out, answer.getvalue()) for name, answer in pages.items()
    }
    allowed = capabilities.allowed(role, is_holder=role == Role.OWNER)
    surplus = {
        name: [secret for secret in shown if capabilities.GRANTED[secret] not in allowed]
        for name, shown in seen.items()
    }
    assert {name: secrets for name, secrets in surplus.items() if secrets} == {}
    if role == Role.OWNER:
        expected = {
            capability.name for capability in handed_out if capability.pages or capability.form
        }
        assert expected <= set(chain.from_iterable(seen.values()))


@role_columns.EACH
@pytest.mark.parametrize("role", ROLES)
def test_each_role_sends_what_it_may(client, role, columns):
    match, addresses = desk()
    be(client, role, match.session.season.club)
    expected = expected_of(role, POSTED, columns)
    answers = {name: client.post(addresses[name], {}).status_code for name in expected}
    assert answers == expected


def test_the_address_of_a_form_leads_to_a_page(client):
    """Signing in again or changing the language opens the address without the form."""
    match, addresses = desk()
    be(client, Role.OWNER, match.session.season.club)
    for name in sorted(set(POSTED) - set(ALLOWED)):
        answer = client.get(addresses[name], follow=True)
        assert answer.status_code == 200, name
        assert answer.redirect_chain, name


def test_no_page_is_missing_from_the_two_tables():
    names = {
        name
        for name in get_resolver().namespace_dict["web"][1].reverse_dict
        if isinstance(name, str)
    }
    assert names - FOR_EVERYBODY == set(ALLOWED) | set(POSTED)
