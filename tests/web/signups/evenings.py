"""Evenings that are still to come, with a list to sign up, for the tests of these pages."""

from datetime import timedelta

from django.utils import timezone

from league.models import Player, SignUp, SignUpSheet
from league.operations.seasons import seasons
from league.operations.signups import sheets, sign_ups
from tests import make


def evening(club=None, *, days=3, games=("neurotrio", "njet"), **settings):
    """Return the sheet of an evening some days from now."""
    club = club or make.club()
    season = club.seasons.first() or make.season(club, games=list(games))
    starts_at = timezone.now().replace(second=0, microsecond=0) + timedelta(days=days)
    session = seasons.open_session(season, starts_at=starts_at, place="Salle Pascal")
    return sheets.open_sheet(session, by=None, **settings)


def begin(sheet, *, minutes=5):
    """Let the evening of a sheet have begun some minutes ago."""
    starts_at = timezone.now() - timedelta(minutes=minutes)
    seasons.update_session(sheet.session, starts_at=starts_at)


def pass_deadline(sheet):
    SignUpSheet.objects.filter(pk=sheet.pk).update(closes_at=timezone.now() - timedelta(minutes=1))


def say(sheet, answer, *players):
    for player in players:
        sign_ups.record_answer(sheet, player.pk, answer, by=None)


def own_player(user, club, name="Ada"):
    """Return a new player of a club who is this account."""
    (player,) = make.players(club, [name])
    player.account = user
    player.save()
    return player


def lines(sheet):
    """Return who comes in order, those who wait in brackets; then the other answers."""
    rows = SignUp.objects.filter(sheet=sheet).select_related("player")
    coming = [
        row.player.name if row.has_place else f"({row.player.name})"
        for row in rows
        if row.answer == "yes"
    ]
    others = sorted(f"{row.player.name}: {row.answer}" for row in rows if row.answer != "yes")
    return " ".join([*coming, *others])


def player(name):
    return Player.objects.get(name=name)
