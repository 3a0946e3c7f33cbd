"""Every page of the demo's desk: accessible, quiet, in both languages and themes; long names."""

import pytest

from tests.e2e.conftest import product
from tests.e2e.pages import LANGUAGES, look, showcase, sign_in, table_with_code, visit

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(900)]

DESK = [
    "/{0}/desk/",
    "/{0}/tonight/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/settings/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/members/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/invitations/sheet/",
    "/{0}/desk/first/",
    "/{0}/account/",
    "/{0}/account/players/",
    "/{0}/account/messages/",
    "/{0}/account/messages/settings/",
    "/{0}/desk/players/1/merge/?into=2",
    "/{0}/account/email/",
    "/{0}/account/password/",
    "/{0}/account/keys/",
    "/{0}/account/sessions/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/players/paste/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/phones/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/seating-wishes/?player=1",
    "/{0}/desk/clubs/les-ardoises-de-clermont/standings/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/log/?person=demo&kind=result",
    "/{0}/desk/clubs/les-ardoises-de-clermont/webhooks/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/webhooks/{webhook}/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/archive/",
    "/{0}/desk/tokens/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/imports/",
    "/{0}/desk/players/1/",
    "/{0}/desk/players/1/data/",
    "/{0}/desk/data/",
    "/{0}/desk/players/1/erase/",
    "/{0}/account/delete/",
    "/{0}/desk/seasons/1/",
    "/{0}/desk/seasons/1/settings/",
    "/{0}/desk/seasons/1/scheme/",
    "/{0}/desk/seasons/1/penalties/",
    "/{0}/desk/seasons/1/lots/",
    "/{0}/desk/seasons/1/paper/",
    "/{0}/desk/sessions/10/",
    "/{0}/desk/sessions/10/settings/",
    "/{0}/desk/sessions/10/plans/",
    "/{0}/account/evenings/",
    "/{0}/account/results/",
    "/{0}/desk/sessions/10/sign-ups/",
    "/{0}/desk/sessions/{tonight}/",
    "/{0}/desk/sessions/{tonight}/door/",
    "/{0}/sessions/{coming}/sign-up/",
    "/{0}/desk/sign-ups/{sheet}/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/sign-ups/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/sign-ups/links/",
    "/{0}/desk/players/1/link/",
    "/{0}/desk/seasons/1/series/",
    "/{0}/desk/sessions/10/cards/",
    "/{0}/desk/tournaments/{tournament}/",
    "/{0}/desk/tournaments/{tournament}/script/",
    "/{0}/desk/sittings/{sitting}/?one={one}&other={other}",
    "/{0}/desk/sessions/10/paper/",
    "/{0}/desk/matches/{at_table}/code/",
    "/{0}/desk/matches/{neurotrio}/result/",
    "/{0}/desk/matches/{neurotrio}/corrections/",
    "/{0}/desk/matches/{neurotrio}/rounds/1/",
    "/{0}/desk/matches/{triominos}/rounds/1/",
    "/{0}/desk/matches/{njet}/rounds/1/",
    "/{0}/desk/matches/{nain_jaune}/rounds/1/",
]
OF_THE_SERVER = [  # its owner alone sees them
    "/{0}/desk/server/health/",
    "/{0}/desk/server/mail/",
    "/{0}/desk/server/outbox/",
    "/{0}/desk/server/accounts/",
]
LONG = [  # with a name of one word as long as it may be
    "/fr/clubs/les-ardoises-de-clermont/",
    "/fr/clubs/les-ardoises-de-clermont/ratings/",
    "/embed/seasons/1/",
    "/fr/seasons/1/",
    "/fr/seasons/1/players/19/",
    "/fr/sessions/10/",
    "/fr/matches/{neurotrio}/",
    "/fr/players/1/",
    "/fr/screens/seasons/1/",
    "/fr/tournaments/1/",
    "/fr/t/{code}/",
    "/fr/desk/clubs/les-ardoises-de-clermont/",
    "/fr/desk/seasons/1/",
    "/fr/desk/sessions/10/",
    "/fr/desk/sign-ups/1/",
    "/fr/desk/clubs/les-ardoises-de-clermont/sign-ups/",
    "/fr/desk/sessions/10/cards/",
    "/fr/desk/matches/{nain_jaune}/rounds/1/",
    "/fr/desk/matches/{neurotrio}/result/",
    "/fr/desk/matches/{neurotrio}/corrections/",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_desk_pages_are_accessible(demo, matches, chromium, language):
    context = chromium.new_context()
    seen = {"hosts": set(), "errors": []}
    page = visit(context, "about:blank", seen)
    sign_in(page, demo, language)
    for path in DESK:
        page = visit(context, demo.url + path.format(language, **matches), seen)
        look(page, path, language)
        page.close()
    assert seen["errors"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_server_pages_are_accessible(demo, chromium, language):
    context = chromium.new_context()
    seen = {"hosts": set(), "errors": []}
    page = visit(context, "about:blank", seen)
    sign_in(page, demo, language)
    own_the_server(demo, True)
    try:
        for path in OF_THE_SERVER:
            page = visit(context, demo.url + path.format(language), seen)
            look(page, path, language)
            page.close()
    finally:
        own_the_server(demo, False)
    assert seen["errors"] == []


def test_names_of_one_long_word_fit_on_every_page(tmp_path, chromium):
    with product(tmp_path, "demo") as served:
        ids = {**showcase(served), **table_with_code(served)}
        rename_everything(served)
        context = chromium.new_context()
        page = context.new_page()
        sign_in(page, served, "fr")
        for path in LONG:
            page.goto(served.url + path.format(**ids))
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def own_the_server(served, is_owner):
    code = (
        "from league.models import User; "
        f"User.objects.filter(email='demo@manche.example').update(is_operator={is_owner})"
    )
    served.manage("shell", "-v0", "-c", code)


def rename_everything(served):
    code = (
        "from django.db.models import CharField, Value as V; "
        "from django.db.models.functions import Cast, Concat; "
        "from league.models import Club, Player, Season, Session; "
        "name = Concat(V('m' * 96), Cast('pk', CharField())); "
        "[each.objects.update(name=name) for each in (Club, Player, Season)]; "
        "Session.objects.update(place='m' * 100)"
    )
    served.manage("shell", "-v0", "-c", code)
