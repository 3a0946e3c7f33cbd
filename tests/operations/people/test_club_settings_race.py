"""Two clubs want one address at once, with a connection each."""

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

import pytest
from django.db import transaction

from league.errors import Conflict
from league.models import Club
from league.operations.people import club_settings
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS


def test_of_two_clubs_that_choose_one_address_the_second_is_refused():
    one, other = make.club(), make.club(make.user("bob@example.org"), "Les Craies")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            club_settings.update(one, slug="tableaux")
            second = pool.submit(apart, club_settings.update, other, slug="tableaux")
            with pytest.raises(StillWaiting):
                second.result(0.5)
        with pytest.raises(Conflict):
            second.result(30)
    assert Club.objects.get(slug="tableaux") == one


def test_an_address_that_is_being_left_is_not_free():
    one, other = make.club(), make.club(make.user("bob@example.org"), "Les Craies")
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        club_settings.update(one, slug="tableaux")
        second = pool.submit(apart, club_settings.update, other, slug="les-ardoises")
        with pytest.raises(Conflict):
            second.result(30)
    assert Club.objects.at("les-ardoises") == one
