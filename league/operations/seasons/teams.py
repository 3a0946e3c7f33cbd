"""Teams of a season, of a league or of an evening: creation, changes, deletion.

Only this module writes TeamTable, Team and TeamMember; merges and erasing exchange players. It
stores no results: a team table is computed from the facts of the season when it is read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import (
    AuditKind,
    League,
    Player,
    Season,
    Session,
    Team,
    TeamMember,
    TeamTable,
    User,
)
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.seasons import team_checks
from league.operations.seasons.team_checks import MemberData, TeamData
from league.operations.support import versions
from league.operations.support.locks import lock_row, lock_to_delete
from scoring.pure.teams import Membership, TeamRule, TeamScoring

MOST_TEAMS = 200  # of a table


@transaction.atomic
def create_table(
    season: Season,
    *,
    league: League | None = None,
    session: Session | None = None,
    rule: str = TeamRule.SUM,
    best: int | None = None,
    by: User | None = None,
) -> TeamTable:
    """Create the team table of a season, of one of its leagues or of one of its evenings, without
    teams."""
    season = _lock(season.club_id, season.pk)
    # both may have been deleted since the caller read them
    league = league and lock_row(League.objects.all(), league.pk)
    session = session and lock_row(Session.objects.all(), session.pk)
    table = TeamTable(season=season, league=league, session=session, rule=rule, best=best)
    team_checks.require_frame(table)
    team_checks.require_rule(table)
    _save_table(table)
    _log(table, AuditKind.TEAM_TABLE_CREATED, by, {})
    return table


@transaction.atomic
def update_table(table: TeamTable, *, by: User | None = None, **changes: Any) -> TeamTable:
    """Change the rule: `rule` and `best`. Another rule than BEST_K needs no `best`."""
    table = lock_table(table)
    before = _rule_values(table)
    if changes.get("rule", TeamRule.BEST_K) != TeamRule.BEST_K:
        changes.setdefault("best", None)
    for name, value in changes.items():
        setattr(table, name, value)
    team_checks.require_rule(table)
    table.save(update_fields=["rule", "best"])
    club_log.record_changes(
        table.season.club_id,
        AuditKind.TEAM_TABLE_CHANGED,
        by=by,
        subject=_subject(table),
        before=before,
        after=_rule_values(table),
    )
    return table


@transaction.atomic
def delete_table(table: TeamTable, *, by: User | None) -> None:
    """Delete the teams and their table; results stay."""
    _lock(table.season.club_id, table.season_id)
    club_log.lock_end(table.season.club_id)
    table = lock_to_delete(TeamTable.objects.select_related("season"), table.pk)
    subject = _subject(table)
    before = {"name": _team_names(table)}
    table.delete()
    club_log.record(
        table.season.club_id,
        AuditKind.TEAM_TABLE_DELETED,
        by=by,
        subject=subject,
        before=before,
    )


@transaction.atomic
def create_team(
    table: TeamTable, *, name: str, members: Sequence[MemberData] = (), by: User | None = None
) -> Team:
    table = lock_table(table)
    (team,) = _add_teams(table, [TeamData(name, members)])
    _log_team(team, AuditKind.TEAM_CREATED, by, {})
    return team


@transaction.atomic
def create_team_of_players(
    table: TeamTable,
    *,
    name: str,
    players: Sequence[int],
    from_day: date | None,
    by: User | None = None,
) -> Team:
    """Create a team of these players, who leave their former team if there is a day from which
    they are in this one."""
    with club_log.as_one_act():
        team = create_team(table, name=name)
        set_players(team, players=players, from_day=from_day)
    _log_team(team, AuditKind.TEAM_CREATED, by, {})
    return team


@transaction.atomic
def update_team(
    team: Team,
    *,
    name: str | None = None,
    members: Sequence[MemberData] | None = None,
    by: User | None = None,
) -> Team:
    """Rename a team, or replace all its memberships."""
    table = lock_table(team.table)
    team = lock_row(Team.objects.all(), team.pk)
    team.table = table
    before = _team_values(team)
    if name is not None:
        team.name = _name(name)
    if members is not None:
        team_checks.require_members(table, members, "members", stay=_players(team))
        team_checks.require_overlaps(
            table, {**memberships_of_teams(table), team.pk: members}, team.pk
        )
    club_log.lock_end(table.season.club_id)
    _save_team(team)
    if members is not None:
        _store_members(team, members)
    _log_team(team, AuditKind.TEAM_CHANGED, by, before)
    return team


@transaction.atomic
def delete_team(team: Team, *, by: User | None) -> None:
    """Delete a team; the results of its members stay theirs."""
    table = lock_table(team.table)
    club_log.lock_end(table.season.club_id)
    team = lock_to_delete(Team.objects.all(), team.pk)
    team.table = table
    before = _team_values(team)
    team.delete()
    club_log.record(
        table.season.club_id, AuditKind.TEAM_DELETED, by=by, subject=_subject(table), before=before
    )


@transaction.atomic
def set_players(
    team: Team,
    *,
    players: Sequence[int],
    from_day: date | None,
    name: str | None = None,
    by: User | None = None,
) -> Team:
    """Make these players the team from a day on: new ones join, and leave their former team of the
    table on the day before; the others leave. Without a day they are the team at any time."""
    if from_day is None:
        ghosts = team.members.filter(player__is_ghost=True)
        members = [MemberData(*row) for row in ghosts.values_list("player", "since", "until")]
        members += [MemberData(player) for player in dict.fromkeys(players)]
        return update_team(team, name=name, members=members, by=by)
    table = lock_table(team.table)
    listed = [MemberData(player) for player in players]
    team_checks.require_members(table, listed, "players", stay=_players(team))
    before = memberships_of_teams(table)
    for other_id, of_other in before.items():
        if other_id == team.pk:
            continue
        cut = [
            row
            for member in of_other
            for row in _cut(member, from_day if member.player in players else None)
        ]
        if cut != [*of_other]:
            _update_other(table, other_id, cut, by)
    own = before[team.pk]
    stay = {member.player for member in own if _is_open(member, from_day)} & set(players)
    rows = [
        row
        for member in own
        for row in _cut(member, None if _keeps(member, stay, from_day) else from_day)
    ]
    rows += [
        MemberData(player, from_day) for player in dict.fromkeys(players) if player not in stay
    ]
    return update_team(team, name=name, members=rows, by=by)


@transaction.atomic
def replace_teams(
    table: TeamTable,
    teams: Sequence[TeamData],
    *,
    draw: Mapping[str, Any] | None,
    kind: AuditKind,
    by: User | None,
) -> TeamTable:
    """Replace all teams of a table, as a draw makes them or another server had them. Members may
    have become guests there."""
    table = lock_table(table)
    club_log.lock_end(table.season.club_id)
    table.teams.all().delete()
    table.draw = draw
    table.save(update_fields=["draw"])
    _add_teams(table, teams, stay={member.player for team in teams for member in team.members})
    _log(table, kind, by, {})
    return table


def lock_table(table: TeamTable) -> TeamTable:
    """Return the table, locked with all others of its season until the transaction ends."""
    season = _lock(table.season.club_id, table.season_id)
    locked = lock_row(TeamTable.objects.select_related("league", "session"), table.pk)
    locked.season = season
    return locked


def scoring_of(table: TeamTable) -> TeamScoring:
    return TeamScoring(TeamRule(table.rule), table.best)


def memberships(table: TeamTable) -> list[Membership]:
    """Return all memberships of the teams of a table, in one query."""
    return [
        Membership(team, player, since, until)
        for team, player, since, until in TeamMember.objects.filter(team__table=table)
        .order_by("pk")
        .values_list("team", "player", "since", "until")
    ]


def memberships_of_teams(table: TeamTable) -> dict[int, Sequence[MemberData]]:
    """Return the memberships by team, also of teams without one."""
    rows: defaultdict[int, list[MemberData]] = defaultdict(list)
    for row in memberships(table):
        rows[row.team].append(MemberData(row.player, row.since, row.until))
    return {team: rows[team] for team in table.teams.values_list("pk", flat=True)}


def members_of(rows: Collection[Team]) -> Mapping[int, list[MemberData]]:
    """Return the members of teams, by the ids of these, in one query."""
    stored = TeamMember.objects.filter(team__in=rows).order_by("pk")
    members: defaultdict[int, list[MemberData]] = defaultdict(list)
    for team, player, since, until in stored.values_list("team", "player", "since", "until"):
        members[team].append(MemberData(player, since, until))
    return members


def players_of(members: Mapping[int, Sequence[MemberData]]) -> dict[int, Player]:
    """Return the players of these teams by id."""
    ids = {member.player for of_team in members.values() for member in of_team}
    return Player.shown.in_bulk(ids)


def teams_on(season: Season, session: Session, day: date) -> list[list[int]]:
    """Return the teams, as ids of players, that sit at an evening: of the season, of its leagues
    and of the evening itself."""
    tables = TeamTable.objects.filter(season=season).exclude(session__isnull=False)
    tables = tables | TeamTable.objects.filter(session=session)
    teams: defaultdict[int, list[int]] = defaultdict(list)
    rows = TeamMember.objects.filter(team__table__in=tables).order_by("team", "pk")
    for team, player, since, until in rows.values_list("team", "player", "since", "until"):
        if Membership(team, player, since, until).includes(day) and player not in teams[team]:
            teams[team].append(player)
    return list(teams.values())


def _lock(club_id: int, season_id: int) -> Season:
    versions.bump_edition(club_id)
    return lock_row(Season.objects.select_related("club"), season_id)


def _save_table(table: TeamTable) -> None:
    try:
        with transaction.atomic():
            table.save()
    except IntegrityError:
        raise Conflict(_("There already is a team table. Change that one.")) from None


def _name(text: str) -> str:
    name = clean_name(text)
    if not name:
        raise invalid("blank", "name", _("Give the team a name."))
    return name


def _add_teams(
    table: TeamTable, teams: Sequence[TeamData], stay: Collection[int] = ()
) -> list[Team]:
    """Store new teams of a locked table."""
    if table.teams.count() + len(teams) > MOST_TEAMS:
        words = _("There can be at most %(most)s teams. Delete one first.")
        raise Conflict(words % {"most": MOST_TEAMS})
    is_one = len(teams) == 1
    rows: dict[int, Sequence[MemberData]] = memberships_of_teams(table)
    added = []
    for index, (name, members) in enumerate(teams):
        path = "members" if is_one else f"teams.{index}.members"
        team_checks.require_members(table, members, path, stay)
        team = Team(table=table, name=_name(name))
        team_checks.require_overlaps(table, {**rows, 0: members}, 0, path)
        _save_team(team)
        _store_members(team, members)
        rows[team.pk] = members
        added.append(team)
    return added


def _save_team(team: Team) -> None:
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError:
        words = _("There already is a team with this name. Choose another name.")
        raise Conflict(words, [Fault("name_taken", "name", words).to_json()]) from None


def _store_members(team: Team, members: Sequence[MemberData]) -> None:
    team.members.all().delete()
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player_id=player, since=since, until=until)
        for player, since, until in members
    )


def _players(team: Team) -> set[int]:
    return set(team.members.values_list("player", flat=True))


def _is_open(member: MemberData, day: date) -> bool:
    """Return whether a membership lasts from this day on without an end."""
    return (member.since is None or member.since <= day) and member.until is None


def _keeps(member: MemberData, stay: Collection[int], day: date) -> bool:
    return member.player in stay and _is_open(member, day)


def _cut(member: MemberData, day: date | None) -> Iterator[MemberData]:
    """Yield a membership as it is before a day, if there is anything left; whole without a day."""
    if day is None or (member.until is not None and member.until < day):
        yield member
    elif member.since is None or member.since < day:
        yield member._replace(until=day - timedelta(days=1))


def _update_other(
    table: TeamTable, team_id: int, members: Sequence[MemberData], by: User | None
) -> None:
    team = Team.objects.get(pk=team_id)
    team.table = table
    before = _team_values(team)
    _store_members(team, members)
    _log_team(team, AuditKind.TEAM_CHANGED, by, before)


def _subject(table: TeamTable) -> dict[str, Any]:
    frame = {"league": table.league_id, "session": table.session_id}
    return {"season": table.season_id, **{name: pk for name, pk in frame.items() if pk}}


def _rule_values(table: TeamTable) -> dict[str, Any]:
    return {"rule": str(table.rule), "best": table.best}


def _log(table: TeamTable, kind: AuditKind, by: User | None, before: Mapping[str, Any]) -> None:
    after = {
        **_rule_values(table),
        "seed": (table.draw or {}).get("seed"),
        "name": _team_names(table),
    }
    club_log.record_changes(
        table.season.club_id, kind, by=by, subject=_subject(table), before=before, after=after
    )


def _team_names(table: TeamTable) -> Words:
    return Words(", ".join(table.teams.values_list("name", flat=True)))


def _team_values(team: Team) -> dict[str, Any]:
    """Return what the log of the club says of a team."""
    rows = team.members.order_by("pk").values_list("player", "since", "until")
    return {
        "name": Words(team.name),
        "members": [player for player, _since, _until in rows],
        "days": [[since, until] for _player, since, until in rows],
    }


def _log_team(team: Team, kind: AuditKind, by: User | None, before: Mapping[str, Any]) -> None:
    table = team.table
    club_log.record_changes(
        table.season.club_id,
        kind,
        by=by,
        subject=_subject(table),
        before=before,
        after=_team_values(team),
    )
