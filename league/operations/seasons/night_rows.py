"""League nights as rows. The only writer of Night; callers hold a transaction and the lock of the
club."""

from collections.abc import Collection

from league.models import Club, Night, Session


def join(club: Club, sessions: Collection[Session], night: Night | None = None) -> Night:
    """Let these sessions belong to the night, by default a new one."""
    night = night or Night.objects.create(club=club)
    left = {session.night_id for session in sessions if session.night_id} - {night.pk}
    _assign(sessions, night)
    _dissolve(left)
    return night


def separate(session: Session) -> None:
    """Take a session out of its night."""
    left = session.night_id
    if left is not None:
        _assign([session], None)
        _dissolve({left})


def dissolve_small(night: int | None) -> None:
    """Delete a night with fewer than two sessions. To be called after the deletion of one."""
    if night is not None:
        _dissolve({night})


def _assign(sessions: Collection[Session], night: Night | None) -> None:
    for session in sessions:
        session.night = night
    Session.objects.filter(pk__in=[session.pk for session in sessions]).update(night=night)


def _dissolve(nights: Collection[int]) -> None:
    for night in nights:
        rows = Session.objects.filter(night=night)
        if rows.count() < 2:
            rows.update(night=None)
            Night.objects.filter(pk=night).delete()
